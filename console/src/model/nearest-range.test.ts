import { expect, test } from 'vitest'
import { nearestRange } from './nearest-range.ts'

test('a short list is shown as a whole', () => {
  expect(nearestRange(5, 3, 10)).toEqual([0, 5])
  expect(nearestRange(0, -1, 10)).toEqual([0, 0])
})

test('of a long list, the positions around the chosen one are shown, and always the same number', () => {
  expect(nearestRange(1_000, 500, 10)).toEqual([495, 505])
  expect(nearestRange(1_000, 2, 10)).toEqual([0, 10])
  expect(nearestRange(1_000, 999, 10)).toEqual([990, 1_000])
})
