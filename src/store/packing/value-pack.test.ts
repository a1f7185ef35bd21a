import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addVersion, type ValueVersion } from '../threads/value-versions.js'
import { packText } from './pack-text.js'
import { packValues, unpackValues, type PackedVersion } from './value-pack.js'

const pack = (versions: readonly PackedVersion[]) => packValues(versions.at(-1)!, versions.slice(0, -1))

/** The rows of a conversation in which each message is as long as the others and repeats no part of them. */
const makeConversation = (count: number): PackedVersion[] => {
  const messages: string[] = ['start'.repeat(500)]
  let latest: ValueVersion | undefined
  return Array.from({ length: count }, (_, index) => {
    messages.push(
      Array.from({ length: 40 }, (__, word) => `${String(index)}:${String(word * word)} 😀`).join(' '),
    )
    const version = `${String(index + 1)}.5`
    const { value, added } = addVersion(latest, version, JSON.stringify(messages))
    latest = added
    return { version, value }
  })
}

describe('packed values', () => {
  it('are unpacked to the same rows', async () => {
    const version = fc.record({
      version: fc.string(),
      value: fc.string({ unit: 'grapheme', maxLength: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(version, { minLength: 1, maxLength: 5 }),
        fc.string(),
        async (rows, suffix) => {
          // The first part of each row is also in the last one.
          const last = { version: 'last', value: rows.map(({ value }) => value).join('') + suffix }
          const versions = [...rows, last]
          expect(await unpackValues(await pack(versions))).toEqual(versions)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keep characters whole whose first half is the same', async () => {
    const start = 'x'.repeat(100)
    const versions = [
      { version: '1', value: `${start}😀 and more` },
      { version: '2', value: `${start}😁 and more` },
    ]
    expect(await unpackValues(await pack(versions))).toEqual(versions)
  })

  it('of a conversation take little more than the last row', async () => {
    const versions = makeConversation(26)
    expect(versions.map(({ value }) => value.split(':')[0])).toContain('pieces')
    const last = versions.findIndex(({ value }) => value.startsWith('pieces:'))
    const group = versions.slice(0, last + 1)
    const packed = await pack(group)
    expect(await unpackValues(packed)).toEqual(group)
    expect(packed.length).toBeLessThan(1.3 * (await packText(group.at(-1)!.value)).length)
  })
})
