/** Decides whether a failed model request is retried, and after how long. Pure functions. */

/** If a provider requests a longer wait, the call fails with the provider's response instead of waiting. */
const MAX_RETRY_AFTER_MS = 60_000
/** Node fires timers with a longer delay immediately. */
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

/** fetch throws a TypeError whose cause has the network error code. Errors of the target guard have none of these codes. */
export const isNetworkError = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && NETWORK_CODES.has(String(cause.code))
}

/** An exhausted quota is a 429 too, but waiting does not help. */
export const isRetryable = (status: number, body: string): boolean =>
  status >= 500 || (status === 429 && !body.includes('insufficient_quota'))

/** Doubles with each attempt. `random` (0 to 1) subtracts up to a quarter, so that callers do not retry in lockstep. */
export const getBackoffMs = (attempt: number, random: number): number =>
  Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS) * (1 - random / 4)

/** The wait that the provider requests, in ms. Undefined without a request, null if it exceeds MAX_RETRY_AFTER_MS. */
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

/** The maximum time from the start of a call to the start of its response, with all retries. */
export const getMaxCallMs = (timeoutSeconds: number, maxRetries: number): number =>
  Math.min(Math.ceil((maxRetries + 1) * (timeoutSeconds * 1000 + MAX_RETRY_AFTER_MS)), MAX_TIMER_MS)
