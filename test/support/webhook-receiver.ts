/** An HTTP server that receives webhooks, records them and responds as the test requires. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

export interface ReceivedWebhook {
  path: string
  method: string
  headers: Record<string, string>
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into notifications that they know
  body: any
  /** The `webhook-id` header. */
  id: string
}

export type ReceiverResponse =
  | {
      status?: number
      headers?: Record<string, string>
      body?: string
      delayMs?: number
      /** Awaited before the response is sent. */
      until?: Promise<unknown>
    }
  /** Never responds. */
  | 'hang'
  /** Closes the connection without a response. */
  | 'drop'
  /** Responds with 200 and an endless body, one byte every 20 ms. */
  | 'drip'
  /** Responds with 200 and an endless body, as fast as possible. */
  | 'huge'

export type Responder = (received: ReceivedWebhook, index: number) => ReceiverResponse

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** Sets the response to all further requests. */
  respondWith(nextResponse: ReceiverResponse | Responder): void
  /** Waits until `count` received webhooks match, and returns them. */
  waitFor(count: number, matches?: (received: ReceivedWebhook) => boolean): Promise<ReceivedWebhook[]>
  stop(): Promise<void>
}

const TIMEOUT_MS = 20_000
const CHUNK = 'x'.repeat(64 * 1024)

const sendResponse = async (response: ReceiverResponse, stream: ServerResponse): Promise<void> => {
  if (response === 'hang') return
  if (response === 'drop') {
    stream.destroy()
    return
  }
  if (response === 'drip' || response === 'huge') {
    stream.writeHead(200)
    while (!stream.destroyed) {
      const hasCapacity = stream.write(response === 'drip' ? '.' : CHUNK)
      await sleep(response === 'drip' ? 20 : hasCapacity ? 0 : 5)
    }
    return
  }
  const { status = 200, headers = {}, body = '', delayMs = 0, until } = response
  await until
  if (delayMs > 0) await sleep(delayMs)
  stream.writeHead(status, headers).end(body)
}

export const startWebhookReceiver = async (
  initialResponse: ReceiverResponse | Responder = {},
): Promise<WebhookReceiver> => {
  let currentResponse = initialResponse
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const webhook: ReceivedWebhook = {
        path: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers as Record<string, string>,
        text,
        body: JSON.parse(text),
        id: String(request.headers['webhook-id']),
      }
      const index = received.push(webhook) - 1
      void sendResponse(
        typeof currentResponse === 'function' ? currentResponse(webhook, index) : currentResponse,
        response,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    received,
    respondWith(nextResponse) {
      currentResponse = nextResponse
    },
    async waitFor(count, matches = () => true) {
      const started = Date.now()
      for (;;) {
        const matching = received.filter(matches)
        if (matching.length >= count) return matching
        if (Date.now() - started > TIMEOUT_MS) {
          const summary = received.map(({ id, body }) => `${String(body.type)} ${id}`).join(', ')
          throw new Error(
            `${String(matching.length)} of ${String(count)} webhooks received; all received webhooks: ${summary}`,
          )
        }
        await sleep(5)
      }
    },
    async stop() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Verifies the signature with the library that receivers use. It rejects timestamps more than five minutes off. */
export const isSignedBy = (secret: string, { text, headers }: ReceivedWebhook): boolean => {
  const verifier = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
  try {
    verifier.verify(text, headers)
    return true
  } catch {
    return false
  }
}
