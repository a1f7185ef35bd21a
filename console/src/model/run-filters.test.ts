import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasFilters,
  parseDuration,
  splitList,
  toBulkFilter,
  toCountQuery,
  toggleInList,
  toRunQuery,
} from './run-filters.ts'

const now = Date.parse('2026-11-17T10:30:42.123Z')

test('the URL means a query of the API', () => {
  const search = {
    status: 'failed,cancelled',
    assistant: '!eval-judge',
    since: '24h',
    'meta.env': 'prod',
    'meta.tries': '3',
    q: 'order',
    slow: '1.5s',
    attempts: '2',
    order: 'asc',
    unknown: 'ignored',
  }
  expect(toRunQuery(search, now)).toEqual({
    status: 'failed,cancelled',
    assistant_id: '!eval-judge',
    created_after: '2026-11-16T10:30:00.000Z',
    metadata: '{"env":"prod","tries":3}',
    q: 'order',
    min_duration_ms: 1_500,
    attempt_gte: 2,
    order: 'asc',
  })
  expect(toCountQuery(search, now)).not.toHaveProperty('order')
  expect(toBulkFilter(search, now)).toMatchObject({ metadata: { env: 'prod', tries: 3 }, attempt_gte: 2 })
})

test('a relative range does not change within a minute', () => {
  expect(toRunQuery({ since: '1h' }, now)).toEqual(toRunQuery({ since: '1h' }, now + 10_000))
})

test('an exact range is passed on', () => {
  expect(toRunQuery({ from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }, now)).toEqual({
    created_after: '2026-11-01T00:00:00Z',
    created_before: '2026-11-02T00:00:00Z',
  })
  expect(toRunQuery({ ended_from: '2026-11-01T00:00:00Z', ended_to: '2026-11-02T00:00:00Z' }, now)).toEqual({
    ended_after: '2026-11-01T00:00:00Z',
    ended_before: '2026-11-02T00:00:00Z',
  })
})

test('only what restricts the list is a filter', () => {
  expect(hasFilters({})).toBe(false)
  expect(hasFilters({ order: 'asc', view: 'x' })).toBe(false)
  expect(hasFilters({ since: 'forever', slow: 'quick' })).toBe(false)
  expect(hasFilters({ q: 'order' })).toBe(true)
})

test('durations have a unit', () => {
  expect(parseDuration('500ms')).toBe(500)
  expect(parseDuration('2 m')).toBe(120_000)
  expect(parseDuration('2')).toBeUndefined()
  expect(parseDuration('')).toBeUndefined()
})

test('an item that is toggled twice leaves the list as it was', () => {
  const items = fc.uniqueArray(fc.stringMatching(/^[a-z!-]{1,8}$/))
  fc.assert(
    fc.property(items, fc.stringMatching(/^[a-z]{9}$/), (list, item) => {
      const text = list.join(',')
      expect(splitList(toggleInList(text, item))).toContain(item)
      expect(toggleInList(toggleInList(text, item), item)).toBe(text)
    }),
  )
})
