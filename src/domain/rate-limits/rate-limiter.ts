/**
 * Rate limiting with one token bucket per key, and optionally one for all keys of a tenant. A single node keeps the buckets in memory; nodes that share a database keep them
 * there, which costs one write per allowed request. A rejected request costs no write: an empty bucket is cached until its next
 * token is due.
 */
import type { Clock } from '../../platform/clock.js'
import type { RateBucketStore } from '../../store/access/rate-buckets.js'
import {
  toAllowance,
  tokensPerMs,
  refill,
  type Allowance,
  type Bucket,
  type RateLimit,
} from './token-bucket.js'

/** Above this number, the least recently used bucket is dropped. A dropped bucket counts as full. */
const MAX_BUCKETS = 100_000

export type RateLimiter = (tenant: string, bucket: string) => Promise<Allowance> | Allowance

export const makeLocalLimiter = (limit: RateLimit, clock: Clock): ((bucket: string) => Allowance) => {
  const buckets = new Map<string, Bucket>()
  return (name) => {
    const now = clock.now()
    const bucket = refill(buckets.get(name), limit, now)
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > MAX_BUCKETS) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return toAllowance(bucket.tokens, allowed, limit, now)
  }
}

/**
 * Applies a limit to all keys of a tenant, after the limit of the key. Reports the bucket that is closer to its end.
 */
export const limitTenants =
  (keyLimiter: RateLimiter, tenantLimiter: RateLimiter): RateLimiter =>
  async (tenant, bucket) => {
    const ofKey = await keyLimiter(tenant, bucket)
    if (!ofKey.allowed) return ofKey
    const ofTenant = await tenantLimiter(tenant, 'tenant')
    return !ofTenant.allowed || ofTenant.remaining < ofKey.remaining ? ofTenant : ofKey
  }

export const makeSharedLimiter = (limit: RateLimit, clock: Clock, store: RateBucketStore): RateLimiter => {
  const emptyBuckets = new Map<string, Bucket>()
  return async (tenant_id, bucket) => {
    const now = clock.now()
    const name = `${tenant_id}\n${bucket}`
    const cached = emptyBuckets.get(name)
    if (cached !== undefined) {
      const { tokens } = refill(cached, limit, now)
      if (tokens < 1) return toAllowance(tokens, false, limit, now)
      emptyBuckets.delete(name)
    }
    const remainingTokens = await store.take({
      tenant_id,
      bucket,
      capacity: limit.burst,
      per_ms: tokensPerMs(limit),
      now,
    })
    if (remainingTokens !== undefined) return toAllowance(remainingTokens, true, limit, now)
    const refilled = refill(await store.get({ tenant_id, bucket }), limit, now)
    if (emptyBuckets.size > MAX_BUCKETS) emptyBuckets.clear()
    emptyBuckets.set(name, refilled)
    return toAllowance(Math.min(refilled.tokens, 0.999), false, limit, now)
  }
}
