/** One attempt to deliver: a POST, and what came of it. It never throws. */
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
  /** Null: it was taken. */
  error: string | null
  /** The beginning of the answer. */
  response: string | null
  latencyMs: number
  retryAfterMs: number | undefined
  /** 410: the receiver wants no more. */
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
    ? `answered ${String(status)}: redirects are not followed`
    : `answered ${String(status)}`

const describeError = (error: unknown): string =>
  error instanceof TargetRefused ? `blocked: ${error.message}` : describeFetchError(error)

const toExcerpt = (text: string | null): string | null =>
  text === null || text === ''
    ? null
    : text.slice(0, MAX_EXCERPT_CHARS).toWellFormed().replaceAll('\u0000', '')
