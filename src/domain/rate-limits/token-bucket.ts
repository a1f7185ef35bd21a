/** The rules of the rate limit, as values in and values out. */

export interface RateLimit {
  /** Tokens a minute. */
  perMinute: number
  /** How many tokens the bucket holds. */
  burst: number
}

export interface Bucket {
  tokens: number
  updated_at: number
}

/** What a caller is told: the headers, and whether and how long to wait. */
export interface Allowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Unix seconds at which the bucket is full again. */
  reset: number
  /** Whole seconds until a token is there; 0 when one is. */
  retryAfter: number
}

export const tokensPerMs = ({ perMinute }: RateLimit): number => perMinute / 60_000

export const refill = (bucket: Bucket | undefined, limit: RateLimit, now: number): Bucket => {
  if (bucket === undefined) return { tokens: limit.burst, updated_at: now }
  // A clock that went back gives nothing and takes nothing.
  const elapsed = Math.max(0, now - bucket.updated_at)
  const tokens = Math.min(limit.burst, bucket.tokens + elapsed * tokensPerMs(limit))
  return { tokens, updated_at: Math.max(now, bucket.updated_at) }
}

export const toAllowance = (tokens: number, allowed: boolean, limit: RateLimit, now: number): Allowance => ({
  allowed,
  limit: limit.perMinute,
  remaining: Math.floor(tokens),
  reset: Math.ceil((now + (limit.burst - tokens) / tokensPerMs(limit)) / 1000),
  retryAfter: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / tokensPerMs(limit) / 1000)),
})
