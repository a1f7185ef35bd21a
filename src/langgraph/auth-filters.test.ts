import { expect, it } from 'vitest'
import { matchesAuthFilter, parseAuthFilters } from './auth-filters.js'

const metadata = JSON.stringify({ owner: 'ada', tags: ['a', 'b'], level: 0, org: { id: 1, name: 'x' } })

it.each([
  [null, true],
  [{}, true],
  [{ owner: 'ada' }, true],
  [{ owner: 'grace' }, false],
  [{ owner: { $eq: 'ada' }, level: 0 }, true],
  [{ level: { $eq: 1 } }, false],
  [{ tags: { $contains: 'a' } }, true],
  [{ tags: { $contains: ['a', 'b'] } }, true],
  [{ tags: { $contains: ['a', 'c'] } }, false],
  [{ owner: { $contains: 'ada' } }, false],
  [{ tags: 'a' }, false],
  [{ nothing: null }, false],
  [{ owner: { $eq: 'ada', $contains: 'x' } }, true],
  [{ org: { id: 1 } }, true],
  [{ org: { id: 2 } }, false],
  [{ tags: ['b'] }, true],
  [{ tags: ['c'] }, false],
  [{ owner: {} }, false],
  [{ owner: ['ada'] }, false],
])('metadata matches the filter %j: %s', (filters, expected) => {
  const authFilter = parseAuthFilters(filters)
  expect(authFilter !== undefined && matchesAuthFilter(metadata, authFilter)).toBe(expected)
})

it.each([['owner'], [['owner']], [{ owner: { $ne: 'ada' } }], [{ owner: { $eq: ['ada'] } }]])(
  '%j is not a valid filter',
  (filters) => {
    expect(parseAuthFilters(filters)).toBeUndefined()
  },
)
