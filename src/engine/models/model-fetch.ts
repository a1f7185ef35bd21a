/**
 * The `fetch` that all provider clients use. Timeouts and retries are implemented only here; the clients' own retries are
 * turned off.
 *
 * LangChain's retries (@langchain/core 1.2.13) are not used because they give up on a 429 without Retry-After, retry a 422,
 * and keep waiting after the call was aborted. The timeout of the openai client ends when the headers arrive, so a stream
 * that stops sending data would block a run forever.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { redactTexts } from '../../domain/secrets/redact-texts.js'
import { ModelTimeout } from './errors.js'
import { getRetryAfterMs, getBackoffMs, isNetworkError, isRetryable } from './retry-policy.js'

interface ModelFetchOptions {
  timeoutSeconds: number
  maxRetries: number
  /** Sends a single request. */
  fetch?: typeof fetch | undefined
}

/** undici is loaded with the first request, because the demo model sends none. */
const defaultFetch: typeof fetch = async (...request) =>
  (await import('./fetch-without-timeout.js')).fetchWithoutTimeout(...request)

/** The clients add headers from environment variables (OPENAI_CUSTOM_HEADERS); all headers that are not listed are removed. */
const ALLOWED_HEADERS = new Set([
  'accept',
  'authorization',
  'content-type',
  'user-agent',
  'x-api-key',
  'anthropic-version',
  'anthropic-beta',
])

const filterHeaders = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => ALLOWED_HEADERS.has(name)))

const getCredentials = (headers: RequestInit['headers']): string[] => {
  const sent = new Headers(headers)
  const values = [sent.get('authorization')?.replace(/^\w+ +/, ''), sent.get('x-api-key')]
  return values.filter((value) => value != null && value.length >= 8) as string[]
}

/** Forwards a response body; each wait for the next chunk is limited to `timeoutSeconds`. */
const withIdleTimeout = (
  body: ReadableStream<Uint8Array>,
  timeoutSeconds: number,
  timeoutController: AbortController,
) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const timer = setTimeout(
        () => timeoutController.abort(new ModelTimeout(timeoutSeconds)),
        timeoutSeconds * 1000,
      )
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
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
  fetch = defaultFetch,
}: ModelFetchOptions): typeof globalThis.fetch => {
  /** Reads responses that are not streams completely, so that a connection lost halfway counts as a failed attempt. */
  const attempt = async (
    url: string,
    init: RequestInit,
  ): Promise<{ response: Response; bodyText: string }> => {
    const timeoutController = new AbortController()
    const signal =
      init.signal == null
        ? timeoutController.signal
        : AbortSignal.any([init.signal, timeoutController.signal])
    const timer = setTimeout(
      () => timeoutController.abort(new ModelTimeout(timeoutSeconds)),
      timeoutSeconds * 1000,
    )
    try {
      const upstream = await fetch(url, { ...init, headers: filterHeaders(init.headers), signal })
      const { status, statusText, headers } = upstream
      const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream && upstream.ok && upstream.body !== null) {
        const body = withIdleTimeout(upstream.body, timeoutSeconds, timeoutController)
        return { response: new Response(body, { status, statusText, headers: [...headers] }), bodyText: '' }
      }
      const text = await upstream.text()
      // Some providers repeat the key in the error, and the error becomes part of the run.
      const bodyText = upstream.ok ? text : redactTexts(getCredentials(init.headers))(text)
      return {
        response: new Response(bodyText || null, { status, statusText, headers: [...headers] }),
        bodyText,
      }
    } finally {
      clearTimeout(timer)
    }
  }

  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    for (let retries = 0; ; retries++) {
      const isLastAttempt = retries >= maxRetries
      let waitMs = getBackoffMs(retries, Math.random())
      try {
        const { response, bodyText } = await attempt(url, init)
        if (isLastAttempt || !isRetryable(response.status, bodyText)) return response
        const retryAfterMs = getRetryAfterMs(response.headers, Date.now())
        if (retryAfterMs === null) return response
        waitMs = retryAfterMs ?? waitMs
      } catch (error) {
        if (isLastAttempt || init.signal?.aborted === true) throw error
        if (!(error instanceof ModelTimeout) && !isNetworkError(error)) throw error
      }
      await sleep(waitMs, undefined, init.signal == null ? {} : { signal: init.signal })
    }
  }
}
