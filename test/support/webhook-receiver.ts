/** A receiver of webhooks, for tests: answers as it is told, and keeps what it was sent. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

export interface Received {
  path: string
  method: string
  headers: Record<string, string>
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into notifications that they know
  body: any
  /** The `webhook-id` header. */
  id: string
}

export type Answer =
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

export type AnswerTo = (received: Received, index: number) => Answer

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** From now on. */
  answer(next: Answer | AnswerTo): void
  /** Those that match, once there are so many of them. */
  waitFor(count: number, matches?: (received: Received) => boolean): Promise<Received[]>
  stop(): Promise<void>
}

const PATIENCE_MS = 20_000
const PIECE = 'x'.repeat(64 * 1024)

const send = async (answer: Answer, response: ServerResponse): Promise<void> => {
  if (answer === 'hang') return
  if (answer === 'drop') {
    response.destroy()
    return
  }
  if (answer === 'drip' || answer === 'huge') {
    response.writeHead(200)
    while (!response.destroyed) {
      const isRoom = response.write(answer === 'drip' ? '.' : PIECE)
      await sleep(answer === 'drip' ? 20 : isRoom ? 0 : 5)
    }
    return
  }
  const { status = 200, headers = {}, body = '', delayMs = 0, until } = answer
  await until
  if (delayMs > 0) await sleep(delayMs)
  response.writeHead(status, headers).end(body)
}

export const startWebhookReceiver = async (first: Answer | AnswerTo = {}): Promise<WebhookReceiver> => {
  let current = first
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const one: Received = {
        path: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers as Record<string, string>,
        text,
        body: JSON.parse(text),
        id: String(request.headers['webhook-id']),
      }
      const index = received.push(one) - 1
      void send(typeof current === 'function' ? current(one, index) : current, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    received,
    answer(next) {
      current = next
    },
    async waitFor(count, matches = () => true) {
      const started = Date.now()
      for (;;) {
        const found = received.filter(matches)
        if (found.length >= count) return found
        if (Date.now() - started > PATIENCE_MS) {
          const seen = received.map(({ id, body }) => `${String(body.type)} ${id}`).join(', ')
          throw new Error(
            `${String(found.length)} of ${String(count)} notifications came; all that did: ${seen}`,
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
export const isSignedBy = (secret: string, { text, headers }: Received): boolean => {
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
