/**
 * Clients that create threads, messages and runs as fast as the server responds, while the server is killed
 * and restarted. A request that a crash interrupted is not repeated, because its effect is unknown. A request
 * with an Idempotency-Key is repeated until there is a response, and sometimes after it.
 */
import { EventEmitter, once } from 'node:events'
import type { KeyedRequest, AcknowledgedWrites, Message, Run, Thread } from './acknowledged-writes.js'

interface HttpResponse {
  status: number
  body: unknown
}

/** Returns undefined if the connection broke before the response was complete. */
export const send = async (
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<HttpResponse | undefined> => {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

const toThreadBody = (request: number) => ({ title: `Thread ${request}`, metadata: { request } })

export const makeCreateLoad = (acknowledged: AcknowledgedWrites, random: () => number) => {
  let url: string | undefined
  let isStopped = false
  let requests = 0
  /** Requests that were interrupted, or that are sent once more after the next crash. */
  const toRepeat: KeyedRequest[] = []
  const changes = new EventEmitter().setMaxListeners(0)

  const post = async (path: string, body: unknown, headers?: Record<string, string>) =>
    url === undefined ? undefined : send(url, path, body, headers)

  const checkResponse = (response: HttpResponse | undefined): unknown => {
    if (response?.status === 201) {
      changes.emit('response')
      return response.body
    }
    if (response !== undefined) acknowledged.unexpectedResponses.push(JSON.stringify(response))
    return undefined
  }

  const createUnkeyed = async (withMessageAndRun: boolean): Promise<void> => {
    const request = ++requests
    const thread = checkResponse(await post('/threads', toThreadBody(request))) as Thread | undefined
    if (thread === undefined) return
    acknowledged.threads.push(thread)
    if (!withMessageAndRun) return
    const metadata = { request }
    const message = { content: `Message ${request}`, metadata }
    const stored = checkResponse(await post(`/threads/${thread.thread_id}/messages`, message))
    if (stored !== undefined) acknowledged.messages.push(stored as Message)
    const run = checkResponse(
      await post(`/threads/${thread.thread_id}/runs`, { input: { request }, metadata }),
    )
    if (run !== undefined) acknowledged.runs.push(run as Run)
  }

  const createKeyed = async (keyed: KeyedRequest): Promise<void> => {
    const response = await post('/threads', toThreadBody(keyed.request), { 'idempotency-key': keyed.key })
    // On PostgreSQL, the key of a request whose node crashed stays claimed for ten seconds.
    const isKeyInUse = response?.status === 409 && /still running/.test(JSON.stringify(response.body))
    const thread =
      response === undefined || isKeyInUse ? undefined : (checkResponse(response) as Thread | undefined)
    if (thread === undefined) {
      toRepeat.push(keyed)
    } else if (keyed.response === undefined) {
      keyed.response = thread
      acknowledged.threads.push(thread)
      if (random() < 0.2) toRepeat.push(keyed)
    } else if (JSON.stringify(thread) !== JSON.stringify(keyed.response)) {
      acknowledged.unexpectedResponses.push(
        `${keyed.key} got different responses: ${JSON.stringify([keyed.response, thread])}`,
      )
    }
  }

  /** Sends the same request on several connections at once. */
  const createTogether = async (keyed: KeyedRequest): Promise<void> => {
    await Promise.all([createKeyed(keyed), createKeyed(keyed), createKeyed(keyed)])
  }

  const newKeyed = (): KeyedRequest => {
    const request = ++requests
    const keyed = { key: `key-${request}`, request }
    acknowledged.keyed.push(keyed)
    return keyed
  }

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const roll = random()
      if (url === undefined) await once(changes, 'aim')
      else if (roll < 0.2) await createKeyed(newKeyed())
      else if (roll < 0.3) await createTogether(newKeyed())
      else if (roll < 0.4) await createKeyed(toRepeat.shift() ?? newKeyed())
      else await createUnkeyed(roll < 0.6)
    }
  }

  let loops: Promise<unknown> = Promise.resolve()
  return {
    start(clients: number): void {
      loops = Promise.all(Array.from({ length: clients }, loop))
    },
    /** Sets the URL of the server; undefined while there is none. */
    setTarget(target: string | undefined): void {
      url = target
      changes.emit('aim')
    },
    /** Resolves right after an acknowledgement, the worst moment for a crash. */
    async waitForResponse(timeoutMs: number): Promise<void> {
      await once(changes, 'response', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
    },
    async stop(): Promise<void> {
      isStopped = true
      changes.emit('aim')
      await loops
    },
    /** Repeats every request with a key that has no response yet. */
    async retryUnansweredKeys(): Promise<void> {
      for (const keyed of toRepeat.splice(0)) await createKeyed(keyed)
    },
  }
}
