import { describe, expect, it } from 'vitest'
import { KnownValues } from './known-values.js'
import { makeValueCache } from './value-cache.js'

const toSet = (index: number) => ({ thread_id: 't', checkpoint_ns: `call:${String(index)}` })
const text = (length: number): string => JSON.stringify('weft '.repeat(length / 5))

describe('the known values of an execution', () => {
  it('store a new version as a change, for each graph of its own', () => {
    const values = new KnownValues()
    expect(values.add(toSet(1), 'messages', 1.5, text(5_000))).toBe(text(5_000))
    expect(values.add(toSet(2), 'messages', 1.7, text(5_000))).toBe(text(5_000))
    expect(values.add(toSet(1), 'messages', 2.5, text(5_100))).toMatch(/^delta:\{"chain":\["1.5"\]/)
    expect(values.getText(toSet(1), 'messages', 2.5)).toBeDefined()
    expect(values.getText(toSet(1), 'messages', 1.5)).toBeUndefined()
    expect(values.getText(toSet(3), 'messages', 2.5)).toBeUndefined()
  })

  it('forget the oldest values of an execution that calls many nested graphs', () => {
    const values = new KnownValues()
    for (let call = 0; call < 30; call++) values.add(toSet(call), 'messages', 1, text(1_000_000))
    expect(values.getText(toSet(29), 'messages', 1)).toBeDefined()
    expect(values.getText(toSet(15), 'messages', 1)).toBeDefined()
    expect(values.getText(toSet(0), 'messages', 1)).toBeUndefined()
    expect(values.add(toSet(0), 'messages', 2, text(1_000_100))).toBe(text(1_000_100))
    expect(values.add(toSet(29), 'messages', 2, text(1_000_100))).toMatch(/^delta:/)
  })

  it('forget large values of channels that a checkpoint does not contain, of the same graph only', () => {
    const values = new KnownValues()
    for (const channel of ['__start__', 'documents'])
      for (const set of [toSet(1), toSet(11)]) values.add(set, channel, 1, text(2_000_000))
    values.add(toSet(1), 'notes', 1, text(5_000))
    values.forgetLarge(toSet(1), { documents: [] })
    expect(values.getText(toSet(1), '__start__', 1)).toBeUndefined()
    expect(values.getText(toSet(1), 'documents', 1)).toBeDefined()
    expect(values.getText(toSet(1), 'notes', 1)).toBeDefined()
    expect(values.getText(toSet(11), '__start__', 1)).toBeDefined()
  })

  it('take the versions of a loaded checkpoint from the cache of earlier executions, and only those', () => {
    const cache = makeValueCache()
    const first = new KnownValues(cache.forTenant('a'))
    first.add(toSet(1), 'messages', 1.5, text(5_000))
    const second = new KnownValues(cache.forTenant('a'))
    expect(second.listMissing(toSet(1), { messages: 1.5, notes: 2.5 })).toEqual({ notes: 2.5 })
    const rows = [{ channel: 'notes', version: '2.5', value: '"note"' }]
    const restored = second.restore(toSet(1), { messages: 1.5, notes: 2.5 }, rows)
    expect(restored.map(([channel, version]) => [channel, version.text])).toEqual([
      ['notes', '"note"'],
      ['messages', text(5_000)],
    ])
    expect(second.add(toSet(1), 'messages', 2.5, text(5_100))).toMatch(/^delta:\{"chain":\["1.5"\]/)
    // The checkpoint that the next execution loads does not refer to version 2.5: it was never stored.
    const third = new KnownValues(cache.forTenant('a'))
    expect(third.listMissing(toSet(1), { messages: 1.5 })).toEqual({ messages: 1.5 })
    expect(new KnownValues(cache.forTenant('b')).listMissing(toSet(1), { notes: 2.5 })).toEqual({
      notes: 2.5,
    })
  })

  it('do not keep a value for later executions that would take the place of many others', () => {
    const cache = makeValueCache(40_000)
    new KnownValues(cache.forTenant('a')).add(toSet(1), 'messages', 1, text(4_000))
    new KnownValues(cache.forTenant('a')).add(toSet(1), 'documents', 1, text(6_000))
    const versions = { messages: 1, documents: 1 }
    expect(new KnownValues(cache.forTenant('a')).listMissing(toSet(1), versions)).toEqual({ documents: 1 })
  })
})
