import { expect, test } from 'vitest'
import { afterRefresh, delayOf, type Pace } from './refresh-pace.ts'

/** The times of the refreshes, in seconds, if changes arrive four times a second until `end`. */
const play = (pace: Pace, end: number, from = 1): number[] => {
  const times: number[] = []
  let state = 0
  let due: number | undefined
  for (let now = from * 1_000; now <= end * 1_000; now += 250) {
    due ??= now + delayOf(pace, state, now)
    if (due > now) continue
    times.push(now / 1_000)
    state = afterRefresh(pace, state, now)
    due = undefined
  }
  return times
}

test('the first change is shown at once', () => {
  expect(delayOf({ everyMs: 60_000, burst: 1 }, 0, 5_000)).toBe(0)
})

test('under constant load there is one refresh per interval after the burst', () => {
  const times = play({ everyMs: 10_000, burst: 3 }, 121)
  expect(times.slice(0, 3).every((time) => time < 3)).toBe(true)
  expect(times.filter((time) => time > 61).length).toBe(6)
  expect(times.length).toBe(3 + 12)
})

test('a burst is available again after a quiet time', () => {
  const pace = { everyMs: 10_000, burst: 2 }
  const state = afterRefresh(pace, afterRefresh(pace, 0, 1_000), 1_500)
  expect(delayOf(pace, state, 2_000)).toBe(9_000)
  expect(delayOf(pace, state, 40_000)).toBe(300)
})
