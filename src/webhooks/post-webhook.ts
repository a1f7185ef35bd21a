/** One attempt to deliver: a POST, and what came of it. It never throws. */
import { fetchProblem } from '../platform/net/fetch-error.js'
import { TargetRefused } from '../platform/net/target-refused.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import { readRetryAfter } from './retry-schedule.js'

export interface Notification {
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

const EXCERPT = 1_000

export const attempt = async (
  post: Post,
  { url, headers, body }: Notification,
  now: () => number,
): Promise<AttemptResult> => {
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  try {
    const { status, headers: answered, text } = await post(url, headers, body)
    const isTaken = status >= 200 && status < 300
    return {
      status,
      error: isTaken ? null : problemOf(status),
      response: excerptOf(text),
      latencyMs: since(),
      retryAfterMs: isTaken ? undefined : readRetryAfter(answered['retry-after'], now()),
      isGone: status === 410,
    }
  } catch (error) {
    return {
      status: null,
      error: explain(error),
      response: null,
      latencyMs: since(),
      retryAfterMs: undefined,
      isGone: false,
    }
  }
}

const problemOf = (status: number): string =>
  status >= 300 && status < 400
    ? `answered ${String(status)}: redirects are not followed`
    : `answered ${String(status)}`

const explain = (error: unknown): string =>
  error instanceof TargetRefused ? `blocked: ${error.message}` : fetchProblem(error)

const excerptOf = (text: string | null): string | null =>
  text === null || text === '' ? null : text.slice(0, EXCERPT).toWellFormed().replaceAll('\u0000', '')
