import { expect, test } from 'vitest'
import { makeTimeMap } from './time-map.js'

test('without pauses all times move by the same distance', () => {
  const map = makeTimeMap([], 1_000, 400)
  expect([900, 1_000].map(map)).toEqual([300, 400])
})

test('a pause moves the times before it further into the past', () => {
  const map = makeTimeMap([{ after: 500, ms: 60 }], 1_000, 1_000)
  expect([400, 500, 501, 1_000].map(map)).toEqual([340, 440, 501, 1_000])
})

test('several pauses keep the order of times', () => {
  const pauses = [
    { after: 20, ms: 5 },
    { after: 10, ms: 7 },
  ]
  expect([5, 10, 15, 20, 25].map(makeTimeMap(pauses, 25, 25))).toEqual([-7, -2, 10, 15, 25])
})
