/**
 * A token bucket for each key. In memory where this process is alone on its database; in the database where
 * nodes share it. That costs a write a request, but only as many as the limit allows: what is refused is then
 * refused from memory until a token is due.
 */
import type { Clock } from '../../platform/clock.js'
import type { RateBucketStore } from '../../store/access/rate-buckets.js'
import { allowance, perMs, refill, type Allowance, type Bucket, type Limit } from './token-bucket.js'

/** Buckets beyond this are forgotten, the oldest first: a full bucket and a forgotten one are the same. */
const REMEMBERED = 100_000

export type RateLimiter = (tenant: string, bucket: string) => Promise<Allowance> | Allowance

export const makeLocalLimiter = (limit: Limit, clock: Clock): ((bucket: string) => Allowance) => {
  const buckets = new Map<string, Bucket>()
  return (name) => {
    const now = clock.now()
    const bucket = refill(buckets.get(name), limit, now)
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > REMEMBERED) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return allowance(bucket.tokens, allowed, limit, now)
  }
}

export const makeSharedLimiter = (limit: Limit, clock: Clock, store: RateBucketStore): RateLimiter => {
  /** Buckets known to be empty, and when their next token is due. */
  const empty = new Map<string, Bucket>()
  return async (tenant_id, bucket) => {
    const now = clock.now()
    const name = `${tenant_id}\n${bucket}`
    const known = empty.get(name)
    if (known !== undefined) {
      const { tokens } = refill(known, limit, now)
      if (tokens < 1) return allowance(tokens, false, limit, now)
      empty.delete(name)
    }
    const left = await store.take({ tenant_id, bucket, capacity: limit.burst, per_ms: perMs(limit), now })
    if (left !== undefined) return allowance(left, true, limit, now)
    const found = refill(await store.get({ tenant_id, bucket }), limit, now)
    if (empty.size > REMEMBERED) empty.clear()
    empty.set(name, found)
    return allowance(Math.min(found.tokens, 0.999), false, limit, now)
  }
}
