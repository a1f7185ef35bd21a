import { describe, expect, it } from 'vitest'
import { BoundedLabel } from './bounded-label.js'

describe('a bounded label', () => {
  const makeLabel = (max: number) => {
    const state = { now: 0, evicted: [] as string[] }
    const label = new BoundedLabel(
      max,
      (value) => state.evicted.push(value),
      () => state.now,
    )
    return { label, state }
  }

  it('gives the first values a series of their own and counts the others together', () => {
    const { label, state } = makeLabel(2)
    expect(['a', 'b', 'c', 'a', 'd'].map((value) => label.resolve(value))).toEqual([
      'a',
      'b',
      'other',
      'a',
      'other',
    ])
    expect(state.evicted).toEqual([])
  })

  it('gives the place of a value that was not used for an hour to a new one', () => {
    const { label, state } = makeLabel(2)
    label.resolve('a')
    label.resolve('b')
    state.now = 3_000_000
    label.resolve('a')
    state.now = 3_600_000
    expect(label.resolve('c')).toBe('c')
    expect(state.evicted).toEqual(['b'])
    expect(label.resolve('b')).toBe('other')
    expect(label.resolve('a')).toBe('a')
  })

  it('shortens long values', () => {
    expect(makeLabel(1).label.resolve('x'.repeat(500))).toHaveLength(100)
  })
})
