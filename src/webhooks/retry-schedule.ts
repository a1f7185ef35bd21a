/** Retry delays and pauses of webhooks. Pure functions. */

/** Delays vary randomly by 20 %, so that a receiver that recovers does not get all retries at once. */
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

/** The delay after `step + 1` failed attempts. Undefined: there are no more attempts. */
export const getRetryDelayMs = (
  step: number,
  seconds: readonly number[],
  retryAfterMs: number | undefined,
  random: number,
): number | undefined => {
  const planned = seconds[step]
  if (planned === undefined) return undefined
  const jittered = planned * 1000 * (1 + JITTER * (2 * random - 1))
  return Math.round(Math.max(jittered, retryAfterMs ?? 0))
}

const FAILURES_BEFORE_PAUSE = 3
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000

/** How long a webhook is paused after this many consecutive failures. */
export const getPauseMs = (failures: number): number =>
  failures < FAILURES_BEFORE_PAUSE
    ? 0
    : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failures - FAILURES_BEFORE_PAUSE))

/** Parses seconds or a date, limited to one day because Retry-After pauses the whole webhook. */
export const parseRetryAfter = (header: string | string[] | undefined, now: number): number | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.round(Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS))
}
