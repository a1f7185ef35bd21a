/**
 * Clients that create threads, messages and runs as fast as they are answered, on a server that dies under them.
 * A request that a crash has cut off is left alone, because nobody knows whether it was carried out; one with an
 * Idempotency-Key is repeated until it is answered, and now and then after it was.
 */
import { EventEmitter, once } from 'node:events'
import type { Keyed, Ledger, Message, Run, Thread } from './acknowledged-writes.js'

interface Answer {
  status: number
  body: unknown
}

/** Undefined: the connection broke before the whole answer was there. */
export const send = async (
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> => {
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

const contentOf = (request: number) => ({ title: `Thread ${request}`, metadata: { request } })

export const makeLoad = (ledger: Ledger, random: () => number) => {
  let url: string | undefined
  let isOver = false
  let requests = 0
  /** Cut off, or to be sent once more after the next crash. */
  const toRepeat: Keyed[] = []
  const changes = new EventEmitter().setMaxListeners(0)

  const post = async (path: string, body: unknown, headers?: Record<string, string>) =>
    url === undefined ? undefined : send(url, path, body, headers)

  const accept = (answer: Answer | undefined): unknown => {
    if (answer?.status === 201) {
      changes.emit('answer')
      return answer.body
    }
    if (answer !== undefined) ledger.wrong.push(JSON.stringify(answer))
    return undefined
  }

  const createPlain = async (withMore: boolean): Promise<void> => {
    const request = ++requests
    const thread = accept(await post('/threads', contentOf(request))) as Thread | undefined
    if (thread === undefined) return
    ledger.threads.push(thread)
    if (!withMore) return
    const metadata = { request }
    const message = { content: `Message ${request}`, metadata }
    const stored = accept(await post(`/threads/${thread.thread_id}/messages`, message))
    if (stored !== undefined) ledger.messages.push(stored as Message)
    const run = accept(await post(`/threads/${thread.thread_id}/runs`, { input: { request }, metadata }))
    if (run !== undefined) ledger.runs.push(run as Run)
  }

  const createKeyed = async (keyed: Keyed): Promise<void> => {
    const answer = await post('/threads', contentOf(keyed.request), { 'idempotency-key': keyed.key })
    // Where nodes share the database, the key of a request whose node died is held for a minute.
    const isHeld = answer?.status === 409 && /still running/.test(JSON.stringify(answer.body))
    const thread = answer === undefined || isHeld ? undefined : (accept(answer) as Thread | undefined)
    if (thread === undefined) {
      toRepeat.push(keyed)
    } else if (keyed.answer === undefined) {
      keyed.answer = thread
      ledger.threads.push(thread)
      if (random() < 0.2) toRepeat.push(keyed)
    } else if (JSON.stringify(thread) !== JSON.stringify(keyed.answer)) {
      ledger.wrong.push(`${keyed.key} was answered ${JSON.stringify([keyed.answer, thread])}`)
    }
  }

  /** An impatient client: the same request on several connections. */
  const createTogether = async (keyed: Keyed): Promise<void> => {
    await Promise.all([createKeyed(keyed), createKeyed(keyed), createKeyed(keyed)])
  }

  const newKeyed = (): Keyed => {
    const request = ++requests
    const keyed = { key: `key-${request}`, request }
    ledger.keyed.push(keyed)
    return keyed
  }

  const loop = async (): Promise<void> => {
    while (!isOver) {
      const dice = random()
      if (url === undefined) await once(changes, 'aim')
      else if (dice < 0.2) await createKeyed(newKeyed())
      else if (dice < 0.3) await createTogether(newKeyed())
      else if (dice < 0.4) await createKeyed(toRepeat.shift() ?? newKeyed())
      else await createPlain(dice < 0.6)
    }
  }

  let loops: Promise<unknown> = Promise.resolve()
  return {
    start(clients: number): void {
      loops = Promise.all(Array.from({ length: clients }, loop))
    },
    /** Where the server is now; undefined while there is none. */
    aim(target: string | undefined): void {
      url = target
      changes.emit('aim')
    },
    /** The worst moment to die: somebody has just been told that all is well. */
    async nextAnswer(patienceMs: number): Promise<void> {
      await once(changes, 'answer', { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined)
    },
    async stop(): Promise<void> {
      isOver = true
      changes.emit('aim')
      await loops
    },
    /** Repeats every request with a key that has not been answered. */
    async settleKeys(): Promise<void> {
      for (const keyed of toRepeat.splice(0)) await createKeyed(keyed)
    },
  }
}
