import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeWebhooks = (http: Http) => ({
  /** Registers a webhook. Only this response and that of `rotateSecret` contain the secret. */
  create: (body: Schemas['WebhookCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/webhooks', { body }, options),

  /** Lists webhooks, newest first. */
  list: (query?: Query<'get', '/api/v1/webhooks'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/webhooks', { query }, options),

  /** Reads a webhook. */
  get: (webhookId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: webhookId } }, options),

  /** Updates, enables or disables a webhook. */
  update: (webhookId: string, body: Schemas['WebhookUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: webhookId }, body }, options),

  /** Deletes a webhook and its undelivered events. */
  delete: (webhookId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: webhookId } }, options),

  /** Rotates the secret. The old secret keeps signing during the overlap. */
  rotateSecret: (webhookId: string, body: Schemas['SecretRotation'] = {}, options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/webhooks/{webhook_id}/rotate_secret',
      { path: { webhook_id: webhookId }, body },
      options,
    ),

  /** Sends a test notification. */
  test: (webhookId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/webhooks/{webhook_id}/test', { path: { webhook_id: webhookId } }, options),

  /** Counts the deliveries of all webhooks by hour. */
  getFigures: (query?: Query<'get', '/api/v1/webhooks/figures'>, options?: RequestOptions) =>
    http.send('get', '/api/v1/webhooks/figures', { query }, options),

  /** Lists the deliveries of a webhook, newest first. */
  listDeliveries: (
    webhookId: string,
    query?: Query<'get', '/api/v1/webhooks/{webhook_id}/deliveries'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/webhooks/{webhook_id}/deliveries',
      { path: { webhook_id: webhookId }, query },
      options,
    ),

  /** Lists the deliveries of all webhooks, newest first. */
  listAllDeliveries: (query?: Query<'get', '/api/v1/deliveries'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/deliveries', { query }, options),

  /** Reads a delivery with all its attempts. */
  getDelivery: (webhookId: string, deliveryId: string, options?: RequestOptions) =>
    http.send(
      'get',
      '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
      { path: { webhook_id: webhookId, delivery_id: deliveryId } },
      options,
    ),

  /** Redelivers an event under the same delivery ID. */
  redeliver: (webhookId: string, deliveryId: string, options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
      { path: { webhook_id: webhookId, delivery_id: deliveryId } },
      options,
    ),

  /** Redelivers all events of a time range. */
  redeliverRange: (webhookId: string, body: Schemas['RedeliverRange'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/webhooks/{webhook_id}/redeliver',
      { path: { webhook_id: webhookId }, body },
      options,
    ),
})
