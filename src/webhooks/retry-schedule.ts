/** When to try again, and when to leave a receiver alone. Pure. */

/** At most a fifth earlier or later, so that receivers that come back are not overrun. */
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

/** Milliseconds until the next attempt after `step` of them failed; undefined: that was the last. */
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

/** How long nothing at all is sent to a receiver that failed so often in a row. */
export const getPauseMs = (failures: number): number =>
  failures < FAILURES_BEFORE_PAUSE
    ? 0
    : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failures - FAILURES_BEFORE_PAUSE))

/** Of the header Retry-After: seconds or a date. Whole milliseconds, a day at most: it also pauses the whole webhook. */
export const parseRetryAfter = (header: string | string[] | undefined, now: number): number | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.round(Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS))
}
