/** When a failed attempt is made again, and after how long. Pure. */

/** A provider that asks for more patience than this is not waited for: the call fails with its answer. */
const LONGEST_WAIT_MS = 60_000
/** A timer of Node that is set for longer goes off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const FIRST_WAIT_MS = 500
const LONGEST_BACKOFF_MS = 8_000

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
export const isWorthRetrying = (status: number, body: string): boolean =>
  status >= 500 || (status === 429 && !body.includes('insufficient_quota'))

/** Doubles with each attempt; `random` (0..1) takes off up to a quarter, so that callers do not return in step. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS) * (1 - random / 4)

/** What the provider asks for: milliseconds; `undefined` when it says nothing, `null` when it asks for too much. */
export const askedWaitMs = (headers: Headers, now: number): number | undefined | null => {
  const ms = headers.get('retry-after-ms')
  const after = headers.get('retry-after')
  if (ms === null && after === null) return undefined
  const wait =
    ms !== null
      ? Number(ms)
      : Number.isNaN(Number(after))
        ? Date.parse(after ?? '') - now
        : Number(after) * 1000
  if (Number.isNaN(wait)) return undefined
  return wait > LONGEST_WAIT_MS ? null : Math.max(0, wait)
}

/** The longest that a call can take until its answer begins. */
export const longestCallMs = (timeoutSeconds: number, maxRetries: number): number =>
  Math.min(Math.ceil((maxRetries + 1) * (timeoutSeconds * 1000 + LONGEST_WAIT_MS)), LONGEST_TIMER_MS)
