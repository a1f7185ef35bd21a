import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addVersion,
  listIndirectReferences,
  listReferences,
  restoreVersion,
  type ValueVersion,
} from './value-versions.js'

const change = fc.record({
  /** Which of the earlier versions is changed, counted from the newest; usually the newest. */
  back: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
  kind: fc.constantFrom('append', 'append', 'append', 'prepend', 'replace', 'remove', 'keepLast', 'clear'),
  at: fc.nat(1_000),
  content: fc.string({ unit: 'binary', maxLength: 2_000 }),
  /** True if the version was read from the store, false if this process has just written it. */
  isRestored: fc.boolean(),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const applyChange = (list: readonly string[], { kind, at, content }: Change): string[] => {
  const index = list.length === 0 ? 0 : at % list.length
  if (kind === 'append') return [...list, content]
  if (kind === 'prepend') return [content, ...list]
  if (kind === 'replace') return list.toSpliced(index, 1, content)
  if (kind === 'remove') return list.toSpliced(index, 1 + (at % 3))
  if (kind === 'keepLast') return [...list.slice(-5), content]
  return []
}

/** Reads exactly the rows that the store reads. */
const readRows = (rows: ReadonlyMap<string, string>, version: string): Map<string, string> => {
  const value = rows.get(version)!
  const read = new Map([[version, value]])
  for (const name of listReferences(value)) read.set(name, rows.get(name)!)
  for (const name of listIndirectReferences(value, read)) read.set(name, rows.get(name)!)
  return read
}

describe('the versions of a channel value', () => {
  it('every version of a random history with branches is restored exactly', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 150 }), (changes) => {
        const rows = new Map<string, string>()
        const versions: ValueVersion[] = []
        const lists: string[][] = []
        changes.forEach((next, index) => {
          const parent = Math.max(0, index - 1 - next.back)
          const list = applyChange(lists[parent] ?? [], next)
          const known = next.isRestored && index > 0 ? restoreVersion(String(parent), rows) : versions[parent]
          const { value, added } = addVersion(known, String(index), JSON.stringify(list))
          rows.set(String(index), value)
          versions.push(added)
          lists.push(list)
        })
        for (const [index, list] of lists.entries()) {
          const restored = restoreVersion(String(index), readRows(rows, String(index)))
          expect(restored.text).toBe(JSON.stringify(list))
          expect(restored).toEqual(versions[index])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a list of 600 messages is stored about twice, and each version is read from few rows', () => {
    const rows = new Map<string, string>()
    const list: object[] = []
    let known: ValueVersion | undefined
    for (let turn = 0; turn < 600; turn++) {
      list.push({ id: turn, content: `${String(turn)} `.repeat(130) })
      const { value, added } = addVersion(known, String(turn), JSON.stringify(list))
      rows.set(String(turn), value)
      known = added
    }
    const { length } = JSON.stringify(list)
    const stored = [...rows.values()].reduce((total, value) => total + value.length, 0)
    expect(stored / length).toBeLessThan(2.6)
    for (const version of ['0', '24', '25', '26', '300', '599'])
      expect(readRows(rows, version).size).toBeLessThan(30 + length / 8_192)
  })

  it('a value that changes completely is stored whole', () => {
    const { added } = addVersion(undefined, '1', JSON.stringify('a'.repeat(5_000)))
    const { value } = addVersion(added, '2', JSON.stringify('b'.repeat(5_000)))
    expect(value).toBe(JSON.stringify('b'.repeat(5_000)))
  })

  it('a version whose row is missing is reported', () => {
    expect(() => restoreVersion('7', new Map())).toThrow('Version 7 of a channel value is missing.')
  })
})
