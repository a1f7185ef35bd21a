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
import {
  fromWebStream,
  readText,
  toWebStream,
  withIdleTimeout,
  type ByteSource,
} from './client/byte-source.js'
import type { SendRequest } from './client/send-request.js'
import { getTraceHeaders } from '../outgoing-trace.js'
import { ModelTimeout } from './errors.js'
import { getRetryAfterMs, getBackoffMs, isNetworkError, isRetryable } from './retry-policy.js'

interface ModelFetchOptions {
  timeoutSeconds: number
  maxRetries: number
  /** Sends a single request; by default it is sent by client/send-request.ts. */
  fetch?: typeof fetch | undefined
}

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

interface StreamedResponse {
  headers: Headers
  body: ByteSource
}

/** Responses that are streams, by the signal of their request. */
const streamedResponses = new WeakMap<AbortSignal, StreamedResponse>()

/** Returns the stream that was requested with `signal`, to read it without web streams. The body of its Response must not be read then. */
export const takeStreamedResponse = (signal: AbortSignal): StreamedResponse | undefined => {
  const response = streamedResponses.get(signal)
  streamedResponses.delete(signal)
  return response
}

/** undici is loaded with the first request, because the demo model sends none. */
const sendDirectly: SendRequest = async (...request) =>
  (await import('./client/send-request.js')).sendRequest(...request)

const sendWithFetch =
  (fetch: typeof globalThis.fetch): SendRequest =>
  async (url, { body, ...init }) => {
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    const { status, statusText, headers } = response
    return { status, statusText, headers, body: fromWebStream(response.body ?? new Blob([]).stream()) }
  }

export const makeModelFetch = ({
  timeoutSeconds,
  maxRetries,
  fetch,
}: ModelFetchOptions): typeof globalThis.fetch => {
  const send = fetch === undefined ? sendDirectly : sendWithFetch(fetch)

  /** Reads responses that are not streams completely, so that a connection lost halfway counts as a failed attempt. */
  const attempt = async (
    url: string,
    init: RequestInit,
  ): Promise<{ response: Response; bodyText: string }> => {
    const timeoutController = new AbortController()
    const abort = (): void => timeoutController.abort(new ModelTimeout(timeoutSeconds))
    const signal =
      init.signal == null
        ? timeoutController.signal
        : AbortSignal.any([init.signal, timeoutController.signal])
    const timer = setTimeout(abort, timeoutSeconds * 1000)
    try {
      const upstream = await send(url, {
        method: init.method ?? 'GET',
        headers: { ...filterHeaders(init.headers), ...getTraceHeaders() },
        body: init.body as string | undefined,
        signal,
      })
      const { status, statusText, headers } = upstream
      const isOk = status >= 200 && status < 300
      const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream && isOk) {
        const body = withIdleTimeout(upstream.body, timeoutSeconds * 1000, abort)
        if (init.signal != null) streamedResponses.set(init.signal, { headers, body })
        const response = new Response(toWebStream(body), { status, statusText, headers: [...headers] })
        return { response, bodyText: '' }
      }
      const text = await readText(upstream.body)
      // Some providers repeat the key in the error, and the error becomes part of the run.
      const bodyText = isOk ? text : redactTexts(getCredentials(init.headers))(text)
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
