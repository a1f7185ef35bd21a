/** Pure functions of the token bucket algorithm. */

export interface RateLimit {
  scope: RateLimitScope
  /** Tokens per minute. */
  perMinute: number
  /** Capacity of the bucket. */
  burst: number
}

export interface Bucket {
  tokens: number
  updated_at: number
}

/** What a bucket counts: the requests of one key, or of all keys of a tenant. */
export type RateLimitScope = 'key' | 'tenant'

/** The values of the rate limit headers. */
export interface Allowance {
  allowed: boolean
  scope: RateLimitScope
  limit: number
  /** Never more than `limit`, although the bucket holds more tokens while its burst is unused. */
  remaining: number
  /** Unix seconds at which the bucket is full again. */
  reset: number
  /** Whole seconds until the next token; 0 if a token is available. */
  retryAfter: number
}

export const tokensPerMs = ({ perMinute }: RateLimit): number => perMinute / 60_000

export const refill = (bucket: Bucket | undefined, limit: RateLimit, now: number): Bucket => {
  if (bucket === undefined) return { tokens: limit.burst, updated_at: now }
  // If the clock goes back, the bucket neither gains nor loses tokens.
  const elapsed = Math.max(0, now - bucket.updated_at)
  const tokens = Math.min(limit.burst, bucket.tokens + elapsed * tokensPerMs(limit))
  return { tokens, updated_at: Math.max(now, bucket.updated_at) }
}

export const toAllowance = (tokens: number, allowed: boolean, limit: RateLimit, now: number): Allowance => ({
  allowed,
  scope: limit.scope,
  limit: limit.perMinute,
  remaining: Math.min(limit.perMinute, Math.floor(tokens)),
  reset: Math.ceil((now + (limit.burst - tokens) / tokensPerMs(limit)) / 1000),
  retryAfter: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / tokensPerMs(limit) / 1000)),
})
