/**
 * The fetch under every provider's client, and the one place that retries: the clients above are told not to.
 *
 * LangChain's own retries (@langchain/core 1.2.13) were passed over because they give up at a 429 without Retry-After,
 * try a 422 again, and go on waiting when the call is aborted. The openai client's time limit ends with the headers, so
 * a stream that falls silent would hang a run for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ModelTimeout } from './errors.js'
import { askedWaitMs, backoffMs, isNetworkError, isWorthRetrying } from './retry-policy.js'

interface Limits {
  timeoutSeconds: number
  maxRetries: number
  /** What makes one request. */
  fetch?: typeof fetch | undefined
}

/** Loaded with the first request: a demo needs none. */
const plainFetch: typeof fetch = async (...request) =>
  (await import('./fetch-without-timeout.js')).patientFetch(...request)

/** The clients add headers from variables of the environment (OPENAI_CUSTOM_HEADERS); nothing goes out that we did not set. */
const SENT_HEADERS = new Set([
  'accept',
  'authorization',
  'content-type',
  'user-agent',
  'x-api-key',
  'anthropic-version',
  'anthropic-beta',
])

const sentHeaders = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => SENT_HEADERS.has(name)))

/** Passes an answer on as it comes; each wait for its next piece has the time limit. */
const watchedBody = (body: ReadableStream<Uint8Array>, timeoutSeconds: number, stop: AbortController) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(out) {
      const timer = setTimeout(() => stop.abort(new ModelTimeout(timeoutSeconds)), timeoutSeconds * 1000)
      try {
        const { done, value } = await reader.read()
        if (done) out.close()
        else out.enqueue(value)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

export const makeModelFetch = ({
  timeoutSeconds,
  maxRetries,
  fetch = plainFetch,
}: Limits): typeof globalThis.fetch => {
  /** An answer that is not a stream is read to its end here, so that a connection lost halfway is a failed attempt. */
  const attempt = async (url: string, init: RequestInit): Promise<{ response: Response; text: string }> => {
    const stop = new AbortController()
    const signal = init.signal == null ? stop.signal : AbortSignal.any([init.signal, stop.signal])
    const timer = setTimeout(() => stop.abort(new ModelTimeout(timeoutSeconds)), timeoutSeconds * 1000)
    try {
      const answer = await fetch(url, { ...init, headers: sentHeaders(init.headers), signal })
      const { status, statusText, headers } = answer
      const streamed = headers.get('content-type')?.startsWith('text/event-stream') === true
      if (streamed && answer.ok && answer.body !== null) {
        const body = watchedBody(answer.body, timeoutSeconds, stop)
        return { response: new Response(body, { status, statusText, headers: [...headers] }), text: '' }
      }
      const text = await answer.text()
      return { response: new Response(text || null, { status, statusText, headers: [...headers] }), text }
    } finally {
      clearTimeout(timer)
    }
  }

  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    for (let made = 0; ; made++) {
      const last = made >= maxRetries
      let wait = backoffMs(made, Math.random())
      try {
        const { response, text } = await attempt(url, init)
        if (last || !isWorthRetrying(response.status, text)) return response
        const asked = askedWaitMs(response.headers, Date.now())
        if (asked === null) return response
        wait = asked ?? wait
      } catch (error) {
        if (last || init.signal?.aborted === true) throw error
        if (!(error instanceof ModelTimeout) && !isNetworkError(error)) throw error
      }
      await sleep(wait, undefined, init.signal == null ? {} : { signal: init.signal })
    }
  }
}
