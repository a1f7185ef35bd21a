import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPauseMs, parseRetryAfter, getRetryDelayMs } from './retry-schedule.js'

const SECONDS = [5, 300, 1_800]
const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 0, 31, 9, 30)

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('retry delays', () => {
  it('the delay is the one of its step, and there is none after the last step', () => {
    expect([0, 1, 2, 3].map((step) => getRetryDelayMs(step, SECONDS, undefined, 0.5))).toEqual([
      5_000,
      300_000,
      1_800_000,
      undefined,
    ])
    expect(getRetryDelayMs(0, [], undefined, 0.5)).toBeUndefined()
  })

  it('the delay varies by at most 20 % and is a whole number of milliseconds', () => {
    expect(getRetryDelayMs(0, SECONDS, undefined, 0)).toBe(4_000)
    expect(getRetryDelayMs(0, SECONDS, undefined, 1)).toBe(6_000)
    const seconds = fc.double({ min: 0, max: 2_592_000, noNaN: true })
    fc.assert(
      fc.property(seconds, random, (planned, chance) => {
        const delay = getRetryDelayMs(0, [planned], undefined, chance) ?? NaN
        expect(Number.isInteger(delay)).toBe(true)
        expect(delay).toBeGreaterThanOrEqual(Math.floor(planned * 800))
        expect(delay).toBeLessThanOrEqual(Math.ceil(planned * 1_200))
      }),
    )
  })

  it('the delay is never shorter than Retry-After', () => {
    expect(getRetryDelayMs(0, SECONDS, 60_000, 0.5)).toBe(60_000)
    expect(getRetryDelayMs(1, SECONDS, 60_000, 0.5)).toBe(300_000)
    fc.assert(
      fc.property(fc.nat({ max: DAY_MS }), random, (retryAfterMs, chance) => {
        const delay = getRetryDelayMs(0, SECONDS, retryAfterMs, chance)
        expect(delay).toBeGreaterThanOrEqual(retryAfterMs)
        expect(delay).toBeLessThanOrEqual(Math.max(retryAfterMs, 6_000))
      }),
    )
  })

  it('Retry-After does not add attempts after the end of the schedule', () => {
    expect(getRetryDelayMs(3, SECONDS, 60_000, 0.5)).toBeUndefined()
  })
})

describe('pauses', () => {
  it('a pause starts with the third consecutive failure and doubles up to five minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 11, 12].map(getPauseMs)).toEqual([
      0, 0, 0, 1_000, 2_000, 4_000, 256_000, 300_000,
    ])
  })

  it('another failure never shortens the pause, and the pause never exceeds five minutes', () => {
    fc.assert(
      fc.property(fc.nat(), (failures) => {
        expect(getPauseMs(failures + 1)).toBeGreaterThanOrEqual(getPauseMs(failures))
        expect(getPauseMs(failures)).toBeLessThanOrEqual(300_000)
      }),
    )
  })
})

describe('the Retry-After header', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['-5', 0],
    ['1.5', 1_500],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW - 90_000).toUTCString(), 0],
    [new Date(NOW + 90_000).toISOString(), 90_000],
  ])('"%s" is parsed as %i ms', (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected)
  })

  it.each([undefined, '', 'soon', 'Infinity', 'NaN', '12 parsecs'])('"%s" is ignored', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined()
  })

  it('the parsed value is always a whole number of milliseconds up to one day', () => {
    const headers = fc.oneof(
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.string(),
      fc.constantFrom('1e300', '0.0005', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'),
    )
    fc.assert(
      fc.property(headers, (header) => {
        const retryAfterMs = parseRetryAfter(header, NOW)
        if (retryAfterMs === undefined) return
        expect(Number.isInteger(retryAfterMs)).toBe(true)
        expect(retryAfterMs).toBeGreaterThanOrEqual(0)
        expect(retryAfterMs).toBeLessThanOrEqual(DAY_MS)
      }),
    )
  })
})
