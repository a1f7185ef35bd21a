/** One attempt to deliver: a POST, and what came of it. It never throws. */
import { fetchProblem } from '../net/fetch-problem.js'
import { TargetRefused } from '../net/guarded-connector.js'
import { readRetryAfter } from './schedule.js'

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
  send: typeof fetch,
  { url, headers, body }: Notification,
  now: () => number,
): Promise<AttemptResult> => {
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  try {
    const answer = await send(url, { method: 'POST', headers, body, redirect: 'manual' })
    const response = await excerptOf(answer)
    const isTaken = answer.status >= 200 && answer.status < 300
    return {
      status: answer.status,
      error: isTaken ? null : problemOf(answer.status),
      response,
      latencyMs: since(),
      retryAfterMs: isTaken ? undefined : readRetryAfter(answer.headers.get('retry-after'), now()),
      isGone: answer.status === 410,
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

/** The refusal may be wrapped by those who pass it on. */
const explain = (error: unknown): string => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof TargetRefused) return `blocked: ${cause.message}`
  return fetchProblem(error)
}

/** An answer that is too long, or breaks off, was an answer all the same. */
const excerptOf = async (answer: Response): Promise<string | null> => {
  const text = await answer.text().catch(() => null)
  return text === null || text === '' ? null : text.slice(0, EXCERPT).toWellFormed().replaceAll('\u0000', '')
}
