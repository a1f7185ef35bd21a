import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, toPage } from './cursor.js'

describe('a cursor', () => {
  it('comes back as the position it was made from', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.uuid(), (list, at, id) => {
        expect(decodeCursor(list, encodeCursor(list, { at, id }))).toEqual({ at, id })
      }),
    )
  })

  it('is refused when any character of it changes, and by any other list', () => {
    const cursor = encodeCursor('threads', { at: 1, id: 'x' })
    for (let index = 0; index < cursor.length; index++) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1)
      expect(() => decodeCursor('threads', changed)).toThrow('not one that this list gave out')
    }
    expect(() => decodeCursor('runs', cursor)).toThrow('not one that this list gave out')
  })

  it('is refused, not crashed on, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor('threads', text)).toThrow('not one that this list gave out')
      }),
    )
  })
})

describe('a page', () => {
  const page = (rows: number[], limit: number) =>
    toPage('n', { limit }, rows, (at) => ({ at, id: '' }), String)

  it('shows up to the limit and says whether more follows', () => {
    expect(page([3, 2, 1], 2)).toEqual({
      data: ['3', '2'],
      has_more: true,
      next_cursor: encodeCursor('n', { at: 2, id: '' }),
    })
    expect(page([2, 1], 2)).toEqual({ data: ['2', '1'], has_more: false, next_cursor: null })
    expect(page([], 2)).toEqual({ data: [], has_more: false, next_cursor: null })
  })
})
