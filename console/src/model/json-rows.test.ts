import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber } from './exact-json.ts'
import { CHILDREN_SHOWN, isMoreRow, previewJson, toJsonRows, type OpenRows } from './json-rows.ts'

const all: OpenRows = { rows: new Map(), shown: new Map(), defaultDepth: Infinity }

test('rows below the default depth are closed until they are opened', () => {
  const value = { order: { id: 5120, items: [1, 2] } }
  const closed = toJsonRows(value, { ...all, defaultDepth: 1 })
  expect(closed.map(({ path }) => path)).toEqual(['', '/order'])
  const opened = toJsonRows(value, { ...all, defaultDepth: 1, rows: new Map([['/order', true]]) })
  expect(opened.map(({ path }) => path)).toEqual(['', '/order', '/order/id', '/order/items'])
})

test('a long list shows its first children and the number of the others', () => {
  const value = Array.from({ length: 1_000 }, (_, index) => index)
  const rows = toJsonRows(value, all)
  expect(rows).toHaveLength(CHILDREN_SHOWN + 2)
  expect(rows.at(-1)).toEqual({ path: '', depth: 1, more: 900 })
  expect(toJsonRows(value, { ...all, shown: new Map([['', 1_000]]) })).toHaveLength(1_001)
})

test('every value of a document has its own path', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const rows = toJsonRows(value, { ...all, shown: new Map() }).filter((row) => !isMoreRow(row))
      expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
    }),
  )
})

test('a preview fits into one line and shows exact numbers', () => {
  expect(previewJson({ amount: new ExactNumber('84.90'), order: 4711, items: [1, 2], to: {} })).toBe(
    '{ "amount": 84.90, "order": 4711, "items": [ 2 ], "to": {} }',
  )
  expect(previewJson([])).toBe('[]')
  expect(previewJson('line\nbreak')).toBe(String.raw`"line\nbreak"`)
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 10, max: 100 }), (value, maxLength) => {
      const text = previewJson(value, maxLength)
      expect(text).not.toContain('\n')
      expect(text.length).toBeLessThan(maxLength + 60)
    }),
  )
})
