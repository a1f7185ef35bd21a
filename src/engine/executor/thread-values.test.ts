import { describe, expect, it, vi } from 'vitest'
import { JoinedText } from '../../platform/joined-text.js'
import { readText, type SharedText } from '../../platform/shared-text.js'
import { ThreadValues } from './thread-values.js'
import { makeValueCache } from './value-cache.js'

const LONG = 'abcdefghij'.repeat(500)

const isNotCalled = (): never => {
  throw new Error('must not be called')
}

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

  it('the next execution shares what the output of the last one starts with in the same memory', async () => {
    const cachedValues = makeValueCache().forTenant('a')
    const messages = Array.from({ length: 4 }, (_, index) => String(index).repeat(40_000))
    const outputs = [2, 3, 3, 4].map((count) => new JoinedText(['[', ...messages.slice(0, count), ']']))
    let version = ''
    const shared: (readonly SharedText[])[] = []
    for (const output of outputs) {
      const values = new ThreadValues('t', cachedValues)
      await values.load(version, () => Promise.resolve([]))
      version = values.add(output) ?? ''
      shared.push(values.shareLatest(isNotCalled) as readonly SharedText[])
    }
    for (const [index, text] of shared.entries()) expect(readText(text) === String(outputs[index])).toBe(true)
    expect(shared[2]).toBe(shared[1])
    expect(shared[3]?.[0]?.buffer).toBe(shared[1]?.[0]?.buffer)
  })

  it('an output without parts and a short one are shared like other texts', () => {
    const values = new ThreadValues('t')
    expect(values.shareLatest(isNotCalled)).toBeUndefined()
    values.add(LONG)
    expect(values.shareLatest(String)).toBe(LONG)
  })

  it('an output that is too large for the cache is shared like other texts', () => {
    const text = new JoinedText(['[', 'x'.repeat(5_000_000), ']'])
    const values = new ThreadValues('t', makeValueCache().forTenant('a'))
    values.add(text)
    const share = vi.fn(() => 'shared')
    expect(values.shareLatest(share)).toBe('shared')
    expect(share).toHaveBeenCalledExactlyOnceWith(text)
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
