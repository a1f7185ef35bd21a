import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTicks, makeTimeScale, mergeIntervals, subtractIntervals } from './time-scale.ts'

const interval = fc
  .tuple(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1e5 }))
  .map(([from, length]): [number, number] => [from, from + length])
const busyTimes = fc.array(interval, { maxLength: 20 })

test('idle time is folded, work is not', () => {
  const scale = makeTimeScale(
    [
      [0, 5_600],
      [14_900, 18_900],
      [143_500, 147_000],
    ],
    0,
    147_000,
    true,
  )
  expect(scale.segments.map(({ from, to, folded }) => [from, to, folded])).toEqual([
    [0, 5_600, false],
    [5_600, 14_900, true],
    [14_900, 18_900, false],
    [18_900, 143_500, true],
    [143_500, 147_000, false],
  ])
  const unfolded = makeTimeScale([[0, 5_600]], 0, 147_000, false)
  expect(unfolded.segments).toHaveLength(1)
})

test('short pauses are not folded', () => {
  expect(
    makeTimeScale(
      [
        [0, 400],
        [900, 1_500],
      ],
      0,
      1_500,
      true,
    ).segments,
  ).toHaveLength(1)
})

test('the segments cover the whole time and the whole width', () => {
  fc.assert(
    fc.property(busyTimes, fc.integer({ min: 1, max: 1_100_000 }), (busy, end) => {
      const { segments } = makeTimeScale(busy, 0, end, true)
      expect(segments[0]).toMatchObject({ from: 0, x0: 0 })
      expect(segments.at(-1)).toMatchObject({ to: end, x1: 1 })
      for (const [index, segment] of segments.entries()) {
        expect(segment.x1).toBeGreaterThanOrEqual(segment.x0)
        if (index > 0) expect(segment.from).toBe(segments[index - 1]!.to)
      }
    }),
  )
})

test('work is never inside of a folded stretch', () => {
  fc.assert(
    fc.property(busyTimes, (busy) => {
      const { segments } = makeTimeScale(busy, 0, 1_200_000, true)
      for (const { from, to } of segments.filter(({ folded }) => folded))
        for (const [start, end] of busy) expect(end <= from || start >= to).toBe(true)
    }),
  )
})

test('later is never further left, and a position leads back to its time', () => {
  fc.assert(
    fc.property(busyTimes, fc.nat(1_200_000), fc.nat(1_200_000), fc.boolean(), (busy, one, other, fold) => {
      const scale = makeTimeScale(busy, 0, 1_200_000, fold)
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      expect(scale.toX(early)).toBeLessThanOrEqual(scale.toX(late))
      expect(scale.toX(early)).toBeGreaterThanOrEqual(0)
      expect(scale.toX(late)).toBeLessThanOrEqual(1)
      expect(Math.abs(scale.toTime(scale.toX(one)) - one)).toBeLessThan(1)
    }),
  )
})

test('labels do not touch each other', () => {
  fc.assert(
    fc.property(
      busyTimes,
      fc.integer({ min: 10, max: 5_000_000 }),
      fc.integer({ min: 200, max: 1_600 }),
      (busy, end, width) => {
        const ticks = makeTicks(makeTimeScale(busy, 0, end, true), width)
        for (const [index, tick] of ticks.entries())
          if (index > 0) expect((tick.x - ticks[index - 1]!.x) * width).toBeGreaterThan(40)
      },
    ),
  )
})

test('labels differ, also if they are less than a second apart after a long wait', () => {
  const busy: [number, number][] = [
    [0, 100],
    [1_200_000, 1_201_000],
  ]
  const labels = makeTicks(makeTimeScale(busy, 0, 1_201_000, true), 1_000).map(({ label }) => label)
  expect(labels.length).toBeGreaterThan(4)
  expect(new Set(labels).size).toBe(labels.length)
})

test('intervals are merged and subtracted', () => {
  expect(
    mergeIntervals([
      [5, 7],
      [0, 2],
      [2, 3],
    ]),
  ).toEqual([
    [0, 3],
    [5, 7],
  ])
  expect(
    subtractIntervals(
      [[0, 10]],
      [
        [2, 3],
        [9, 12],
      ],
    ),
  ).toEqual([
    [0, 2],
    [3, 9],
  ])
})
