import { describe, expect, it } from 'vitest'
import { ThreadValues } from './thread-values.js'
import { makeValueCache } from './value-cache.js'

const LONG = 'abcdefghij'.repeat(500)

describe('the values of an execution', () => {
  it('a short text is not stored as a version', () => {
    const values = new ThreadValues('t')
    expect(values.add('{"messages":[]}')).toBeUndefined()
    expect(values.takeRows()).toEqual([])
  })

  it('the same text is stored once', () => {
    const values = new ThreadValues('t')
    const version = values.add(LONG)
    expect(values.add(LONG)).toBe(version)
    expect(values.takeRows()).toEqual([{ version, value: LONG }])
    expect(values.add(LONG)).toBe(version)
    expect(values.takeRows()).toEqual([])
  })

  it('rows that were taken do not change when another value is added', () => {
    const values = new ThreadValues('t')
    const taken = values.takeRows()
    values.add(LONG)
    expect(taken).toEqual([])
    expect(values.takeRows()).toHaveLength(1)
  })

  it('the next execution stores the change against the newest version, under a later one', async () => {
    const first = new ThreadValues('t')
    const firstVersion = first.add(LONG) ?? ''
    const rows = first.takeRows()
    const second = new ThreadValues('t')
    await second.load(firstVersion, () => Promise.resolve(rows))
    const version = second.add(`${LONG}, and more`)
    const [added] = second.takeRows()
    expect(added?.version).toBe(version)
    expect(added?.value.length).toBeLessThan(200)
    expect([firstVersion, version]).toEqual([firstVersion, version].toSorted())
  })

  it('an execution takes the newest version from the cache, unless the database has another one', async () => {
    const cache = makeValueCache()
    const first = new ThreadValues('t', cache.forTenant('a'))
    const version = first.add(LONG) ?? ''
    const rows = first.takeRows()
    let reads = 0
    const readRows = (): Promise<typeof rows> => {
      reads++
      return Promise.resolve(rows)
    }
    const second = new ThreadValues('t', cache.forTenant('a'))
    await second.load(version, readRows)
    expect([second.add(LONG), reads]).toEqual([version, 0])
    await new ThreadValues('t', cache.forTenant('b')).load(version, readRows)
    expect(reads).toBe(1)
    second.add(`${LONG}, and a version that is never stored`)
    const third = new ThreadValues('t', cache.forTenant('a'))
    await third.load(version, readRows)
    expect([third.add(LONG), reads]).toEqual([version, 2])
  })
})
