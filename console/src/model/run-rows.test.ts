import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Page, RunSummary } from '../api/types.ts'
import {
  allows,
  applyChanges,
  chooseBarScale,
  durationOf,
  layOutBar,
  measureRun,
  mergeFirstPage,
  sumOfStatuses,
} from './run-rows.ts'

const makePage = (ids: string[], hasMore = true): Page<RunSummary> => ({
  data: ids.map((run_id) => ({ run_id, status: 'queued' }) as RunSummary),
  has_more: hasMore,
  next_cursor: hasMore ? 'next' : null,
})
const listIds = (pages: Page<RunSummary>[]): string[] =>
  pages.flatMap(({ data }) => data.map(({ run_id }) => run_id))

test('new runs appear at the top, and no row is lost', () => {
  const shown = [makePage(['5', '4', '3']), makePage(['2', '1'], false)]
  expect(listIds(mergeFirstPage(shown, makePage(['7', '6', '5']), 'desc'))).toEqual([
    '7',
    '6',
    '5',
    '4',
    '3',
    '2',
    '1',
  ])
})

test('runs that no longer match disappear', () => {
  const shown = [makePage(['5', '4', '3']), makePage(['2', '1'], false)]
  expect(listIds(mergeFirstPage(shown, makePage(['5', '3', '2']), 'desc'))).toEqual(['5', '3', '2', '1'])
  expect(listIds(mergeFirstPage(shown, makePage([], false), 'desc'))).toEqual([])
})

test('the merged list is sorted and has no run twice', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { minLength: 3, maxLength: 40 })
  fc.assert(
    fc.property(ids, fc.nat(10), fc.boolean(), (list, added, ascending) => {
      const sorted = list.toSorted((a, b) => (ascending ? a.localeCompare(b) : b.localeCompare(a)))
      const shown = [makePage(sorted.slice(added, added + 5)), makePage(sorted.slice(added + 5), false)]
      const fresh = makePage(sorted.slice(0, 5), sorted.length > 5)
      const merged = listIds(mergeFirstPage(shown, fresh, ascending ? 'asc' : 'desc'))
      expect(merged).toEqual(merged.toSorted((a, b) => (ascending ? a.localeCompare(b) : b.localeCompare(a))))
      expect(new Set(merged).size).toBe(merged.length)
      expect(merged.slice(0, fresh.data.length)).toEqual(listIds([fresh]))
    }),
  )
})

test('a change shows the new status of its run only', () => {
  const pages = [makePage(['2', '1'])]
  const changed = applyChanges(pages, [
    { topic: 'runs', id: '1', status: 'failed', updated_at: '' },
    { topic: 'threads', id: '2', status: 'failed', updated_at: '' },
    { topic: 'runs', id: '2', status: 'unknown', updated_at: '' },
  ])
  expect(changed[0]?.data.map(({ status }) => status)).toEqual(['queued', 'failed'])
  expect(applyChanges(pages, [])).toBe(pages)
})

test('a deleted run disappears from its page', () => {
  const pages = [makePage(['4', '3']), makePage(['2', '1'], false)]
  const changed = applyChanges(pages, [
    { topic: 'runs', id: '2', status: 'deleted', updated_at: '' },
    { topic: 'threads', id: '4', status: 'deleted', updated_at: '' },
  ])
  expect(changed.map((page) => listIds([page]))).toEqual([['4', '3'], ['1']])
})

test('the queue and the execution of a run grow while they last', () => {
  const now = Date.parse('2026-11-17T10:00:10.000Z')
  const created = { created_at: '2026-11-17T10:00:00.000Z', available_at: null, started_at: null }
  const queued = { ...created, status: 'queued' } as RunSummary
  expect(measureRun(queued, now)).toEqual({ queue: 10_000, run: 0 })
  expect(durationOf(queued, now)).toBeUndefined()
  const started = { started_at: '2026-11-17T10:00:02.000Z', queue_ms: 2_000 }
  const running = { ...created, ...started, status: 'in_progress', duration_ms: null } as RunSummary
  expect(measureRun(running, now)).toEqual({ queue: 2_000, run: 8_000 })
  const completed = { ...running, status: 'completed', duration_ms: 500 } as RunSummary
  expect(durationOf(completed, now)).toBe(2_500)
  expect(measureRun({ ...queued, status: 'cancelled' }, now)).toEqual({ queue: 0, run: 0 })
})

test('open runs can be cancelled, ended ones repeated and deleted', () => {
  expect(allows('cancel', { status: 'requires_action' })).toBe(true)
  expect(allows('cancel', { status: 'failed' })).toBe(false)
  expect(allows('rerun', { status: 'cancelled' })).toBe(true)
  expect(allows('delete', { status: 'queued' })).toBe(false)
})

test('the scale of the bars fits nine of ten runs', () => {
  expect(chooseBarScale([])).toBe(16_000)
  expect(chooseBarScale([100, 200, 900, 1_000, 90_000])).toBe(1_000)
  expect(chooseBarScale(Array.from({ length: 10 }, () => 12_000))).toBe(16_000)
})

test('a bar never exceeds its width', () => {
  const ms = fc.double({ min: 0, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(ms, ms, fc.double({ min: 1, max: 1e7, noNaN: true }), (queueMs, runMs, scale) => {
      const { queue, run, isCut } = layOutBar(queueMs, runMs, scale)
      expect(queue + run).toBeLessThanOrEqual(1 + 1e-9)
      expect(isCut).toBe(queueMs + runMs > scale)
    }),
  )
})

test('the number of runs with some statuses is the sum of their counts', () => {
  const counts = {
    total: 10_014,
    capped: true,
    by: 'status' as const,
    counts: [
      { value: 'completed', count: 10_000, capped: true },
      { value: 'failed', count: 14, capped: false },
    ],
  }
  expect(sumOfStatuses(counts, [])).toEqual({ total: 10_014, capped: true })
  expect(sumOfStatuses(counts, ['failed', 'queued'])).toEqual({ total: 14, capped: false })
  expect(sumOfStatuses(counts, ['completed'])).toEqual({ total: 10_000, capped: true })
})
