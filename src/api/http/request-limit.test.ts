import { describe, expect, it } from 'vitest'
import { RequestLimit } from './request-limit.js'

let now = 0

const adapt = (
  limit: RequestLimit,
  times: number,
  { pending, ms }: { pending: number; ms?: number },
): void => {
  for (let n = 0; n < times; n++) {
    if (ms !== undefined) limit.recordRequest(ms)
    limit.adapt(pending, (now += 100))
  }
}

describe('the number of pending requests', () => {
  it('many fast requests are not limited', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 100, { pending: 900, ms: 20 })
    expect(limit.limit).toBe(1_000)
  })

  it('the limit is reduced while even the fastest request waits, and raised afterwards', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 30, { pending: 1_000, ms: 600 })
    expect(limit.limit).toBe(128)
    adapt(limit, 40, { pending: 30, ms: 20 })
    expect(limit.limit).toBe(1_000)
  })

  it('64 clients that send one slow request after another are not limited', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 50, { pending: 64, ms: 2_000 })
    expect(limit.limit).toBe(1_000)
  })

  it('a burst that is over within a second is accepted', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 9, { pending: 900, ms: 800 })
    adapt(limit, 1, { pending: 20, ms: 50 })
    adapt(limit, 9, { pending: 900, ms: 800 })
    expect(limit.limit).toBe(1_000)
  })

  it('requests to a slow database are not limited if they are no slower than without load', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 50, { pending: 10, ms: 400 })
    adapt(limit, 30, { pending: 900, ms: 450 })
    expect(limit.limit).toBe(1_000)
  })

  it('a few slow requests, or no response at all, do not reduce the limit', () => {
    const limit = new RequestLimit(1_000)
    adapt(limit, 30, { pending: 20, ms: 5_000 })
    adapt(limit, 30, { pending: 900 })
    expect(limit.limit).toBe(1_000)
  })

  it('the limit never exceeds the setting', () => {
    const limit = new RequestLimit(10)
    adapt(limit, 30, { pending: 10, ms: 500 })
    expect(limit.limit).toBe(10)
  })
})
