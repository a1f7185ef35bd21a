import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAllowance, refill } from './token-bucket.js'

const limit = { scope: 'key', perMinute: 100, burst: 200 } as const

describe('the token bucket', () => {
  it('a bucket starts full and refills over time up to its capacity', () => {
    expect(refill(undefined, limit, 0).tokens).toBe(200)
    expect(refill({ tokens: 0, updated_at: 0 }, limit, 60_000).tokens).toBeCloseTo(100)
    expect(refill({ tokens: 150, updated_at: 0 }, limit, 600_000).tokens).toBe(200)
  })

  it('a bucket does not change when the clock goes back', () => {
    expect(refill({ tokens: 5, updated_at: 1_000 }, limit, 0)).toEqual({ tokens: 5, updated_at: 1_000 })
  })

  it('the remaining requests never exceed the limit, although a full bucket holds more tokens', () => {
    expect(toAllowance(200, true, limit, 0)).toMatchObject({ limit: 100, remaining: 100 })
    expect(toAllowance(99.5, true, limit, 0)).toMatchObject({ limit: 100, remaining: 99 })
  })

  it('a token is available after retryAfter seconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(), (tokens, now) => {
        const { retryAfter } = toAllowance(tokens, false, limit, now)
        expect(
          refill({ tokens, updated_at: now }, limit, now + retryAfter * 1000).tokens,
        ).toBeGreaterThanOrEqual(1)
        expect(retryAfter).toBe(1)
      }),
    )
  })
})
