/** When a failed attempt is made again, and after how long. Pure. */

/** A provider that asks for more patience than this is not waited for: the call fails with its answer. */
const MAX_RETRY_AFTER_MS = 60_000
/** A timer of Node that is set for longer goes off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1
const INITIAL_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 8_000

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** fetch throws a TypeError and puts what happened into its cause. A refusal of the target guard has none of these codes. */
export const isNetworkError = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && NETWORK_CODES.has(String(cause.code))
}

/** A quota that is used up is told as 429 too; no patience brings it back. */
export const isRetryable = (status: number, body: string): boolean =>
  status >= 500 || (status === 429 && !body.includes('insufficient_quota'))

/** Doubles with each attempt; `random` (0..1) takes off up to a quarter, so that callers do not return in step. */
export const getBackoffMs = (attempt: number, random: number): number =>
  Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS) * (1 - random / 4)

/** What the provider asks for: milliseconds; `undefined` when it says nothing, `null` when it asks for too much. */
export const getRetryAfterMs = (headers: Headers, now: number): number | undefined | null => {
  const milliseconds = headers.get('retry-after-ms')
  const secondsOrDate = headers.get('retry-after')
  if (milliseconds === null && secondsOrDate === null) return undefined
  const waitMs =
    milliseconds !== null
      ? Number(milliseconds)
      : Number.isNaN(Number(secondsOrDate))
        ? Date.parse(secondsOrDate ?? '') - now
        : Number(secondsOrDate) * 1000
  if (Number.isNaN(waitMs)) return undefined
  return waitMs > MAX_RETRY_AFTER_MS ? null : Math.max(0, waitMs)
}

/** The longest that a call can take until its answer begins. */
export const getMaxCallMs = (timeoutSeconds: number, maxRetries: number): number =>
  Math.min(Math.ceil((maxRetries + 1) * (timeoutSeconds * 1000 + MAX_RETRY_AFTER_MS)), MAX_TIMER_MS)
