/** Sends one webhook request. It never throws: network errors are part of the result. */
import { describeFetchError } from '../platform/net/fetch-error.js'
import { TargetRefused } from '../platform/net/target-refused.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import { parseRetryAfter } from './retry-schedule.js'

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface AttemptResult {
  status: number | null
  /** Null if the receiver responded with 2xx. */
  error: string | null
  /** The first characters of the response body. */
  response: string | null
  latencyMs: number
  retryAfterMs: number | undefined
  /** True for status 410: the receiver does not accept any more events. */
  isGone: boolean
}

const MAX_EXCERPT_CHARS = 1_000

export const postWebhook = async (
  post: Post,
  { url, headers, body }: WebhookRequest,
  now: () => number,
): Promise<AttemptResult> => {
  const started = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - started)
  try {
    const { status, headers: responseHeaders, text } = await post(url, headers, body)
    const isAccepted = status >= 200 && status < 300
    return {
      status,
      error: isAccepted ? null : describeStatus(status),
      response: toExcerpt(text),
      latencyMs: getElapsedMs(),
      retryAfterMs: isAccepted ? undefined : parseRetryAfter(responseHeaders['retry-after'], now()),
      isGone: status === 410,
    }
  } catch (error) {
    return {
      status: null,
      error: describeError(error),
      response: null,
      latencyMs: getElapsedMs(),
      retryAfterMs: undefined,
      isGone: false,
    }
  }
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `HTTP ${String(status)}: redirects are not followed`
    : `HTTP ${String(status)}`

const describeError = (error: unknown): string =>
  error instanceof TargetRefused ? `blocked: ${error.message}` : describeFetchError(error)

const toExcerpt = (text: string | null): string | null =>
  text === null || text === ''
    ? null
    : text.slice(0, MAX_EXCERPT_CHARS).toWellFormed().replaceAll('\u0000', '')
