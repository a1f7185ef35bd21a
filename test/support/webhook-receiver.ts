/** A receiver of webhooks, for tests: answers as it is told, and keeps what it was sent. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

export interface ReceivedWebhook {
  path: string
  method: string
  headers: Record<string, string>
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into notifications that they know
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
      /** Awaited before the answer. */
      until?: Promise<unknown>
    }
  /** Takes the request and never answers. */
  | 'hang'
  /** Cuts the connection without an answer. */
  | 'drop'
  /** Begins a good answer and sends a byte of it now and then, for ever. */
  | 'drip'
  /** A good answer that never stops. */
  | 'huge'

export type Responder = (received: ReceivedWebhook, index: number) => ReceiverResponse

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** From now on. */
  respondWith(nextResponse: ReceiverResponse | Responder): void
  /** Those that match, once there are so many of them. */
  waitFor(count: number, matches?: (received: ReceivedWebhook) => boolean): Promise<ReceivedWebhook[]>
  stop(): Promise<void>
}

const TIMEOUT_MS = 20_000
const CHUNK = 'x'.repeat(64 * 1024)

const sendResponse = async (answer: ReceiverResponse, response: ServerResponse): Promise<void> => {
  if (answer === 'hang') return
  if (answer === 'drop') {
    response.destroy()
    return
  }
  if (answer === 'drip' || answer === 'huge') {
    response.writeHead(200)
    while (!response.destroyed) {
      const hasCapacity = response.write(answer === 'drip' ? '.' : CHUNK)
      await sleep(answer === 'drip' ? 20 : hasCapacity ? 0 : 5)
    }
    return
  }
  const { status = 200, headers = {}, body = '', delayMs = 0, until } = answer
  await until
  if (delayMs > 0) await sleep(delayMs)
  response.writeHead(status, headers).end(body)
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
            `${String(matching.length)} of ${String(count)} notifications came; all that did: ${summary}`,
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

/** Whether the signature is good, by the library that receivers use; its clock allows for five minutes. */
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
