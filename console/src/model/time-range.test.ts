import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chooseStep,
  describeRange,
  describeStep,
  describeDates,
  describeTimes,
  readRange,
  replaceRange,
  resolveRange,
} from './time-range.ts'

const now = Date.parse('2026-11-17T10:00:00Z')
const hour = 3_600_000

test('a mistyped range is the default range', () => {
  expect(readRange({ since: '25h' })).toEqual({ kind: 'since', since: '24h' })
  expect(readRange({ from: 'yesterday', to: '2026-11-17' })).toEqual({ kind: 'since', since: '24h' })
  expect(readRange({ from: '2026-11-17T10:00:00Z', to: '2026-11-16T10:00:00Z' })).toEqual({
    kind: 'since',
    since: '24h',
  })
})

test('every fixed range survives the way through the URL, and other parameters stay', () => {
  const times = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000)
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 1e9 }), (from, length) => {
      const range = { kind: 'fixed', from, to: from + length * 1_000 } as const
      const search = replaceRange({ view: 'list', since: '7d' }, range)
      expect(search['view']).toBe('list')
      expect(search['since']).toBeUndefined()
      expect(readRange(search)).toEqual(range)
    }),
  )
})

test('the default range leaves the URL clean', () => {
  expect(replaceRange({ since: '7d' }, { kind: 'since', since: '24h' })).toEqual({})
})

test('a relative range ends now', () => {
  expect(resolveRange({ kind: 'since', since: '6h' }, now)).toEqual({ from: now - 6 * hour, to: now })
})

test('the step keeps the number of bars readable and accepts what the service keeps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 89 * 86_400 }), (seconds) => {
      const from = now - seconds * 1_000
      const step = chooseStep(from, now, now)
      expect(seconds / step).toBeLessThanOrEqual(50)
      expect(step % (seconds > 48 * 3_600 ? 3_600 : 60)).toBe(0)
    }),
  )
  expect(chooseStep(now - 24 * hour, now, now)).toBe(1_800)
})

test('ranges are written in words', () => {
  expect(describeRange({ kind: 'since', since: '24h' })).toBe('Last 24 h')
  expect(describeTimes(now - 7 * hour, now - 6.5 * hour)).toBe('03:00 to 03:30')
  expect(describeTimes(now - 12 * hour, now)).toBe('16 Nov 22:00 to 17 Nov 10:00')
  expect(describeTimes(now - 34 * hour, now - 10 * hour)).toBe('16 Nov')
  expect(describeDates(now - 7 * hour, now - 6.5 * hour)).toBe('17 Nov 03:00 to 03:30')
  expect(describeDates(now - 12 * hour, now)).toBe('16 Nov 22:00 to 17 Nov 10:00')
  expect(describeDates(now - 34 * hour, now - 10 * hour)).toBe('16 Nov')
  expect(describeStep(1_800)).toBe('30 minutes')
  expect(describeStep(3_600)).toBe('1 hour')
})
