import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSearch, parseSearch, stringifySearch } from './search.ts'

test('a search reads like the filter that it describes', () => {
  expect(stringifySearch({ assistant: '!eval-judge', since: '24h', 'meta.env': 'prod', q: 'my order' })).toBe(
    '?assistant=!eval-judge&since=24h&meta.env=prod&q=my+order',
  )
})

test('values that are not set are left out', () => {
  expect(stringifySearch({ q: '', status: undefined })).toBe('')
})

test('a name that occurs twice is a list', () => {
  expect(parseSearch('?status=failed&status=queued')).toEqual({ status: 'failed,queued' })
})

test('every search survives the way through the URL', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name !== '__proto__')
  const values = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(fc.dictionary(names, values, { noNullPrototype: true }), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search)
    }),
  )
})

test('a change replaces values and removes empty ones', () => {
  expect(mergeSearch({ a: '1', b: '2', c: '3' }, { b: '', c: undefined, d: '4' })).toEqual({ a: '1', d: '4' })
})
