import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, toPage } from './cursor.js'

describe('cursors', () => {
  it('a cursor decodes to the position that it was encoded from', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.uuid(), (list, at, id) => {
        expect(decodeCursor(list, encodeCursor(list, { at, id }))).toEqual({ at, id })
      }),
    )
  })

  it('a cursor with a changed character, or of another list, is rejected', () => {
    const cursor = encodeCursor('threads', { at: 1, id: 'x' })
    for (let index = 0; index < cursor.length; index++) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1)
      expect(() => decodeCursor('threads', changed)).toThrow('is not a cursor of this list')
    }
    expect(() => decodeCursor('runs', cursor)).toThrow('is not a cursor of this list')
  })

  it('any string that is not a cursor is rejected', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor('threads', text)).toThrow('is not a cursor of this list')
      }),
    )
  })
})

describe('pages', () => {
  const page = (rows: number[], limit: number) =>
    toPage('n', { limit }, rows, (at) => ({ at, id: '' }), String)

  it('a page has at most `limit` rows and says whether there is a next page', () => {
    expect(page([3, 2, 1], 2)).toEqual({
      data: ['3', '2'],
      has_more: true,
      next_cursor: encodeCursor('n', { at: 2, id: '' }),
    })
    expect(page([2, 1], 2)).toEqual({ data: ['2', '1'], has_more: false, next_cursor: null })
    expect(page([], 2)).toEqual({ data: [], has_more: false, next_cursor: null })
  })
})
