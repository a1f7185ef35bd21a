/**
 * Requests to a running service. What may be over in a moment is tried again for half a minute: no connection, a restart,
 * 429 and 5xx. What will not get better by itself (other 4xx) is bad use, and is told with what the service said.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { badUse, unfinished } from './command-error.js'
import { readEvents, type StreamedEvent } from './read-sse.js'
import { printable } from './format.js'

interface ClientOptions {
  url: string
  apiKey: string | undefined
  /** Ends whatever is under way. */
  signal: AbortSignal
  /** How long a request is tried again. */
  patienceMs?: number | undefined
}

const PATIENCE_MS = 30_000
const ANSWER_MS = 30_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 4_000
/** Three heartbeats of a stream. */
const SILENCE_MS = 45_000

interface Sent {
  body?: unknown
  /** The service makes one thing of any number of requests with the same key. */
  idempotencyKey?: string
}

/** Why it failed, and after how long it is worth another try at the earliest. */
interface Failure {
  why: string
  afterMs?: number | undefined
}

export const makeClient = ({ url, apiKey, signal, patienceMs = PATIENCE_MS }: ClientOptions) => {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }

  const attempt = async <T>(method: string, path: string, sent: Sent): Promise<{ answer: T } | Failure> => {
    let response: Response
    let text: string
    try {
      response = await fetch(url + path, {
        method,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        headers: {
          accept: 'application/json',
          ...authorization,
          ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          ...(sent.idempotencyKey !== undefined && { 'idempotency-key': sent.idempotencyKey }),
        },
        ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      })
      text = await response.text()
    } catch (error) {
      signal.throwIfAborted()
      return { why: `${url} cannot be reached: ${causeOf(error)}` }
    }
    if (response.ok) return { answer: readAnswer<T>(url, text) }
    const why = explain(response.status, text)
    if (isPassing(response.status, sent)) return { why, afterMs: retryAfter(response) }
    throw badUse(why, response.status)
  }

  const request = async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
    const started = performance.now()
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const result = await attempt<T>(method, path, sent)
      if ('answer' in result) return result.answer
      const pause = Math.max(wait, result.afterMs ?? 0)
      const left = patienceMs - (performance.now() - started)
      if (pause > left) throw unfinished(`${result.why} (tried for ${seconds(performance.now() - started)})`)
      await sleep(pause, undefined, { signal })
    }
  }

  return {
    get: <T>(path: string) => request<T>('GET', path),
    post: <T>(path: string, sent: Sent = {}) => request<T>('POST', path, { body: {}, ...sent }),
    pause: async (ms: number): Promise<void> => sleep(ms, undefined, { signal }),

    /** The events of one connection, until it ends; it throws when that breaks, is refused or says nothing any more. */
    async *stream(path: string): AsyncGenerator<StreamedEvent> {
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), SILENCE_MS)
      try {
        const response = await fetch(url + path, {
          headers: { accept: 'text/event-stream', ...authorization },
          signal: AbortSignal.any([signal, silence.signal]),
        })
        if (!response.ok || response.body === null)
          throw unfinished(explain(response.status, await response.text()))
        yield* readEvents(response.body, () => timer.refresh())
      } finally {
        clearTimeout(timer)
        silence.abort()
      }
    },
  }
}

export type Client = ReturnType<typeof makeClient>

/** A conflict of a request with a key means that its first try, whose answer was lost, is still under way. */
const isPassing = (status: number, { idempotencyKey }: Sent): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && idempotencyKey !== undefined)

const retryAfter = (response: Response): number | undefined => {
  const value = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value * 1000 : undefined
}

const readAnswer = <T>(url: string, text: string): T => {
  try {
    return JSON.parse(text) as T
  } catch {
    throw unfinished(`what answers at ${url} is not Heddle: it sent no JSON`)
  }
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error
  if (!(cause instanceof Error)) return message
  // Of a name with several addresses, each of which refused: it has no message of its own.
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? message) : cause.message
}

/** The service's own words, with a line for each of its details. */
const explain = (status: number, text: string): string => {
  let body: { message?: unknown; details?: unknown } = {}
  try {
    body = (JSON.parse(text) as typeof body | null) ?? {}
  } catch {
    // A proxy's page; the status has to do.
  }
  const { message, details } = body
  const said = typeof message === 'string' ? printable(message) : 'no reason was given'
  const lines = Object.entries(details ?? {}).map(
    ([field, value]) =>
      `  ${printable(field)}: ${printable(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return [`the service answered ${String(status)}: ${said}`, ...lines].join('\n')
}

const seconds = (ms: number): string => `${String(Math.round(ms / 1000))} s`
