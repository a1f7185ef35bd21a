import { describe, expect, it } from 'vitest'
import { ThreadValues } from './thread-values.js'

const LONG = 'abcdefghij'.repeat(500)

describe('the values of an execution', () => {
  it('a short text is not stored as a version', () => {
    const values = new ThreadValues()
    expect(values.add('{"messages":[]}')).toBeUndefined()
    expect(values.takeRows()).toEqual([])
  })

  it('the same text is stored once', () => {
    const values = new ThreadValues()
    const version = values.add(LONG)
    expect(values.add(LONG)).toBe(version)
    expect(values.takeRows()).toEqual([{ version, value: LONG }])
    expect(values.add(LONG)).toBe(version)
    expect(values.takeRows()).toEqual([])
  })

  it('rows that were taken do not change when another value is added', () => {
    const values = new ThreadValues()
    const taken = values.takeRows()
    values.add(LONG)
    expect(taken).toEqual([])
    expect(values.takeRows()).toHaveLength(1)
  })

  it('the next execution stores the change against the newest version, under a later one', () => {
    const first = new ThreadValues()
    first.add(LONG)
    const rows = first.takeRows()
    const second = new ThreadValues(rows)
    const version = second.add(`${LONG}, and more`)
    const [added] = second.takeRows()
    expect(added?.version).toBe(version)
    expect(added?.value.length).toBeLessThan(200)
    expect([rows[0]?.version, version]).toEqual([rows[0]?.version, version].toSorted())
  })
})
