import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseAfter, readRetryAfter, retryDelay } from './retry-schedule.js'

const SECONDS = [5, 300, 1_800]
const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 0, 31, 9, 30)

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the wait before the next attempt', () => {
  it('is the one of its step, and there is none after the last', () => {
    expect([0, 1, 2, 3].map((step) => retryDelay(step, SECONDS, undefined, 0.5))).toEqual([
      5_000,
      300_000,
      1_800_000,
      undefined,
    ])
    expect(retryDelay(0, [], undefined, 0.5)).toBeUndefined()
  })

  it('varies by a fifth and no more, and is a whole number of milliseconds', () => {
    expect(retryDelay(0, SECONDS, undefined, 0)).toBe(4_000)
    expect(retryDelay(0, SECONDS, undefined, 1)).toBe(6_000)
    const seconds = fc.double({ min: 0, max: 2_592_000, noNaN: true })
    fc.assert(
      fc.property(seconds, random, (planned, chance) => {
        const delay = retryDelay(0, [planned], undefined, chance) ?? NaN
        expect(Number.isInteger(delay)).toBe(true)
        expect(delay).toBeGreaterThanOrEqual(Math.floor(planned * 800))
        expect(delay).toBeLessThanOrEqual(Math.ceil(planned * 1_200))
      }),
    )
  })

  it('is never shorter than what the receiver asked for', () => {
    expect(retryDelay(0, SECONDS, 60_000, 0.5)).toBe(60_000)
    expect(retryDelay(1, SECONDS, 60_000, 0.5)).toBe(300_000)
    fc.assert(
      fc.property(fc.nat({ max: DAY_MS }), random, (asked, chance) => {
        const delay = retryDelay(0, SECONDS, asked, chance)
        expect(delay).toBeGreaterThanOrEqual(asked)
        expect(delay).toBeLessThanOrEqual(Math.max(asked, 6_000))
      }),
    )
  })

  it('ends the attempts where the schedule ends, whatever the receiver asked for', () => {
    expect(retryDelay(3, SECONDS, 60_000, 0.5)).toBeUndefined()
  })
})

describe('the pause of a receiver', () => {
  it('begins with the third failure in a row and doubles from there, up to five minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 11, 12].map(pauseAfter)).toEqual([
      0, 0, 0, 1_000, 2_000, 4_000, 256_000, 300_000,
    ])
  })

  it('never gets shorter with another failure, nor longer than five minutes', () => {
    fc.assert(
      fc.property(fc.nat(), (failures) => {
        expect(pauseAfter(failures + 1)).toBeGreaterThanOrEqual(pauseAfter(failures))
        expect(pauseAfter(failures)).toBeLessThanOrEqual(300_000)
      }),
    )
  })
})

describe('the header Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['-5', 0],
    ['1.5', 1_500],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW - 90_000).toUTCString(), 0],
    [new Date(NOW + 90_000).toISOString(), 90_000],
  ])('"%s" is %i ms', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected)
  })

  it.each([undefined, '', 'soon', 'Infinity', 'NaN', '12 parsecs'])('"%s" says nothing', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined()
  })

  it('gives a time that can be stored, whatever it holds', () => {
    const headers = fc.oneof(
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.string(),
      fc.constantFrom('1e300', '0.0005', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'),
    )
    fc.assert(
      fc.property(headers, (header) => {
        const asked = readRetryAfter(header, NOW)
        if (asked === undefined) return
        expect(Number.isInteger(asked)).toBe(true)
        expect(asked).toBeGreaterThanOrEqual(0)
        expect(asked).toBeLessThanOrEqual(DAY_MS)
      }),
    )
  })
})
