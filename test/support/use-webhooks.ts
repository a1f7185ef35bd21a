/** Registers webhooks at a running app and starts receivers for them. Both are removed after each test. */
import { afterEach, expect } from 'vitest'
import type { TestApp } from './app.js'
import {
  startWebhookReceiver,
  type ReceiverResponse,
  type Responder,
  type WebhookReceiver,
} from './webhook-receiver.js'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

export interface RegisteredWebhook {
  id: string
  secret: string
  /** The path of the webhook in the API. */
  url: string
  receiver: WebhookReceiver
}

export const useWebhooks = (app: () => TestApp) => {
  const receivers: WebhookReceiver[] = []
  afterEach(async () => {
    const { body } = await app().get('/api/v1/webhooks?limit=100')
    for (const { id } of body.data) await app().remove(`/api/v1/webhooks/${id}`)
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
  })

  const startReceiver = async (response?: ReceiverResponse | Responder): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver(response)
    receivers.push(receiver)
    return receiver
  }

  return {
    startReceiver,

    /** Starts a receiver and registers a webhook for it. */
    async register(
      events: string[],
      response?: ReceiverResponse | Responder,
      fields: object = {},
    ): Promise<RegisteredWebhook> {
      const receiver = await startReceiver(response)
      const request = { url: `${receiver.url}/hook`, events, ...fields }
      const { status, body } = await app().post('/api/v1/webhooks', request)
      expect(status, JSON.stringify(body)).toBe(201)
      return { id: body.id, secret: body.secret, url: `/api/v1/webhooks/${body.id}`, receiver }
    },

    /** Returns the delivery id. */
    async sendTest({ url }: RegisteredWebhook): Promise<string> {
      const { status, body } = await app().call('POST', `${url}/test`)
      expect(status, JSON.stringify(body)).toBe(201)
      return body.id as string
    },

    /** Waits until the delivery has this status and number of attempts, and returns it. */
    async waitForDelivery(
      { url }: RegisteredWebhook,
      id: string,
      status: string,
      attempts: number,
    ): Promise<Body> {
      let body: Body
      const readState = async () => {
        ;({ body } = await app().get(`${url}/deliveries/${id}`))
        return [body.status, body.attempt_log?.length]
      }
      await expect.poll(readState).toEqual([status, attempts])
      return body
    },
  }
}
