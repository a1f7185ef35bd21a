import { expect, test } from 'vitest'
import type { Figures, RunSummary, Statistics } from '../api/types.ts'
import { groupFailures } from './failures.ts'
import { countCreated, toHomeFigures } from './home-figures.ts'
import {
  describeOutcomes,
  niceMaximum,
  toBarRange,
  toOutcomeBars,
  toStackedColumns,
  toTicks,
  toTimeTicks,
} from './outcome-chart.ts'

const start = Date.parse('2026-11-17T09:00:00Z')
const hour = 3_600_000

const figures = (runs: Partial<Figures['runs']> = {}, others: Partial<Figures> = {}): Figures => ({
  runs: { created: 0, completed: 0, failed: 0, cancelled: 0, ...runs },
  duration_ms: { p50: null, p95: null },
  queue_ms: { p50: null, p95: null },
  tokens: { input: 0, cached_input: 0, output: 0 },
  cost: { usd: null, unpriced_runs: 0, unpriced_models: [] },
  guardrails: { passed: 0, flagged: 0, blocked: 0 },
  webhooks: null,
  ...others,
})

const statistics = (totals: Figures, series: Figures[] = []): Statistics => ({
  from: new Date(start).toISOString(),
  to: new Date(start + hour).toISOString(),
  step: 1_800,
  totals,
  queue: { depth: 7, oldest_ms: 2_400 },
  series: series.map((point, index) => ({ ...point, at: new Date(start + index * 1_800_000).toISOString() })),
})

const find = (data: Statistics, id: string, before?: number) => {
  const figure = toHomeFigures(data, hour, before).find((candidate) => candidate.id === id)
  return figure === undefined
    ? ''
    : [figure.value, figure.detail, figure.note].filter((text) => text !== '').join(' | ')
}

test('the rate is compared by a number if the range before has too few runs for a percentage', () => {
  const data = statistics(figures({ created: 1_283 }))
  expect(find(data, 'rate', 12)).toContain('1,283 in 1 h, 12 before')
  expect(find(data, 'rate', 100)).toContain(', 100 before')
  expect(find(data, 'rate', 0)).toContain(', none before')
  expect(find(data, 'rate', 641.5)).toContain(', up 100 %')
})

test('a rate that is not zero is not shown as zero', () => {
  expect(
    find({ ...statistics(figures({ created: 4 })), to: new Date(start + 24 * hour).toISOString() }, 'rate'),
  ).toMatch(/^< 0\.01/)
  expect(find(statistics(figures()), 'rate')).toMatch(/^0 /)
})

test('the rate is compared with the range before', () => {
  const data = statistics(figures({ created: 120 }))
  expect(find(data, 'rate')).toBe('2.00 | 120 in 1 h')
  expect(find(data, 'rate', 100)).toBe('2.00 | 120 in 1 h, up 20 %')
  expect(find(data, 'rate', 240)).toBe('2.00 | 120 in 1 h, down 50 %')
  expect(find(data, 'rate', 120.1)).toBe('2.00 | 120 in 1 h, as before')
})

test('without runs, no figure pretends to be a measurement', () => {
  const data = statistics(figures())
  expect(find(data, 'failed')).toBe('– | no run has ended')
  expect(find(data, 'duration')).toBe('– | no run has ended')
  expect(find(data, 'guardrails')).toBe('– | no run was checked')
})

test('shares count only the runs that have ended or were checked', () => {
  const data = statistics(
    figures(
      { created: 500, completed: 90, failed: 8, cancelled: 2 },
      { guardrails: { passed: 190, flagged: 8, blocked: 2 } },
    ),
  )
  expect(find(data, 'failed')).toBe('8.0 % | 8 runs in 1 h')
  expect(find(data, 'guardrails')).toBe('5.0 % | 10 runs | 8 flagged, 2 blocked')
})

test('a model without a price is named instead of a wrong cost for each run', () => {
  const priced = figures({ completed: 10 }, { cost: { usd: '0.05', unpriced_runs: 0, unpriced_models: [] } })
  expect(find(statistics(priced), 'tokens')).toBe('0 | $0.0500 | $0.0050 for each run')
  const unpriced = figures(
    { completed: 10 },
    { cost: { usd: null, unpriced_runs: 10, unpriced_models: ['x', 'y'] } },
  )
  expect(find(statistics(unpriced), 'tokens')).toBe('0 | no price for x and 1 more')
})

test('steps that a range cuts count in part', () => {
  const data = statistics(figures(), [figures({ created: 10 }), figures({ created: 30 })])
  expect(countCreated(data, start, start + hour)).toBe(40)
  expect(countCreated(data, start + 900_000, start + hour)).toBe(35)
})

const failure = (code: string, message: string, at: number, id: string): RunSummary =>
  ({
    run_id: id,
    assistant_id: 'a',
    assistant_version: 1,
    error: { code, message },
    completed_at: new Date(at).toISOString(),
    updated_at: new Date(at).toISOString(),
  }) as unknown as RunSummary

test('failures that differ only in numbers and IDs are one group, with the latest message', () => {
  const range = { from: start, to: start + hour }
  const groups = groupFailures(
    [
      failure('graph_error', 'order 12 failed after 3.5 s', start + 10, '1'),
      failure('graph_error', 'order 4711 failed after 4 s', start + hour - 1, '2'),
      failure('timeout', 'too long', start + 20, '3'),
      failure('timeout', 'too long', start - 20, 'before the range'),
    ],
    range,
  )
  expect(groups.map(({ code, count, latestRunId }) => [code, count, latestRunId])).toEqual([
    ['graph_error', 2, '2'],
    ['timeout', 1, '3'],
  ])
  expect(groups[0]?.message).toBe('order 4711 failed after 4 s')
  expect(groups[0]?.since).toBe(start + 10)
  expect(groups[0]?.bars).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test('the parts of a bar are stacked, and failures are on top', () => {
  const bars = toOutcomeBars(statistics(figures(), [figures({ completed: 5, cancelled: 1, failed: 2 })]))
  expect(toStackedColumns(bars)).toEqual([
    { outcome: 'failed', tops: [8] },
    { outcome: 'cancelled', tops: [6] },
    { outcome: 'completed', tops: [5] },
  ])
  expect(describeOutcomes(bars)).toBe(
    '5 completed, 2 failed, 1 cancelled. Most failures at 2026-11-17 09:00 UTC.',
  )
})

test('a selection covers whole bars in either direction', () => {
  const bars = toOutcomeBars(statistics(figures(), [figures(), figures(), figures()]))
  expect(toBarRange(bars, 2, 1)).toEqual({ from: start + 1_800_000, to: start + 5_400_000 })
  expect(toBarRange([], 0, 0)).toBeUndefined()
})

test.each([
  [0, 1],
  [3, 4],
  [38, 40],
  [781, 800],
  [1_001, 2_000],
])('the scale for %d ends at %d', (value, maximum) => {
  expect(niceMaximum(value)).toBe(maximum)
  for (const tick of toTicks(maximum)) expect(Number.isInteger(tick)).toBe(true)
})

test('marks of times are full hours, and the start of a day has its date', () => {
  const ticks = toTimeTicks(Date.parse('2026-11-15T14:30:00Z'), Date.parse('2026-11-16T14:30:00Z'))
  expect(ticks.map(({ label }) => label)).toEqual([
    '15:00',
    '18:00',
    '21:00',
    'Mon 16 Nov',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ])
  expect(ticks.filter(({ isDay }) => isDay)).toHaveLength(1)
  expect(toTimeTicks(start, start + 5 * 60_000).map(({ label }) => label)).toEqual(['09:00'])
})
