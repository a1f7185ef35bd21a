import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.d.ts'
import type { Delivery, Webhook } from './types.ts'

type Schemas = components['schemas']
export type WebhookCreate = Schemas['WebhookCreate']
export type WebhookUpdate = Schemas['WebhookUpdate']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type DeliveryDetail = Schemas['WebhookDeliveryDetail']

export const webhooksKey = ['webhooks'] as const
export const deliveriesKey = ['deliveries'] as const
const DELIVERIES_PER_PAGE = 50

/** The webhooks of the tenant, up to a hundred. */
export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1/webhooks', { params: { query: { limit: 100 } }, signal }))).data,
  staleTime: 60_000,
  refetchInterval: 180_000,
})

/** The hosts that runs named as their `webhook`, up to a hundred. */
export const runWebhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'run'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1/webhooks', { params: { query: { limit: 100, kind: 'run' } }, signal })))
      .data,
})

export const webhookFiguresQuery = queryOptions({
  queryKey: [...webhooksKey, 'figures'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/webhooks/figures', { signal }))).data,
})

export interface DeliveryFilter {
  webhook_id?: string
  run_id?: string
  event_type?: string
  status?: Delivery['status']
  from?: string
  to?: string
}

export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/v1/deliveries', {
          params: {
            query: { ...filter, limit: DELIVERIES_PER_PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

const onWebhook = (id: string) => ({ params: { path: { webhook_id: id } } })
const onDelivery = (webhookId: string, id: string) => ({
  params: { path: { webhook_id: webhookId, delivery_id: id } },
})

export const deliveryQuery = (webhookId: string, id: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'one', webhookId, id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', {
          ...onDelivery(webhookId, id),
          signal,
        }),
      ),
  })

export const createWebhook = (body: WebhookCreate): Promise<WebhookWithSecret> =>
  unwrap(api.POST('/api/v1/webhooks', { body }))

export const updateWebhook = (id: string, body: WebhookUpdate): Promise<Webhook> =>
  unwrap(api.PATCH('/api/v1/webhooks/{webhook_id}', { ...onWebhook(id), body }))

export const deleteWebhook = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/webhooks/{webhook_id}', onWebhook(id)))

export const rotateWebhookSecret = (id: string, overlapSeconds: number): Promise<WebhookWithSecret> =>
  unwrap(
    api.POST('/api/v1/webhooks/{webhook_id}/rotate_secret', {
      ...onWebhook(id),
      body: { overlap_seconds: overlapSeconds },
    }),
  )

export const sendTestEvent = (id: string): Promise<Delivery> =>
  unwrap(api.POST('/api/v1/webhooks/{webhook_id}/test', onWebhook(id)))

export const redeliver = ({ webhook_id, delivery_id }: Pick<Delivery, 'webhook_id' | 'delivery_id'>) =>
  unwrap(
    api.POST(
      '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
      onDelivery(webhook_id, delivery_id),
    ),
  )

export const redeliverRange = (id: string, body: Schemas['RedeliverRange']) =>
  unwrap(api.POST('/api/v1/webhooks/{webhook_id}/redeliver', { ...onWebhook(id), body }))
