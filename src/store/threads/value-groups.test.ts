import { describe, expect, it } from 'vitest'
import { groupVersions, type SizedVersion } from './value-groups.js'

const makeVersion = (number: number, options: Partial<SizedVersion> = {}): SizedVersion => ({
  version: String(number),
  number,
  bytes: 1_000,
  isPieces: false,
  ...options,
})

const group = (versions: SizedVersion[]): string[] =>
  groupVersions(versions).map((members) => members.map(({ version }) => version).join(' '))

describe('the versions of a value that are packed together', () => {
  it('end with a row of pieces, and the versions after it are left as they are', () => {
    const versions = [1, 2, 3, 4, 5].map((number) => makeVersion(number, { isPieces: number % 2 === 0 }))
    expect(group(versions)).toEqual(['1 2', '3 4'])
  })

  it('are at most 32', () => {
    const versions = Array.from({ length: 70 }, (_, index) => makeVersion(index))
    expect(groupVersions(versions).map(({ length }) => length)).toEqual([32, 32])
  })

  it('have a limited size, and larger versions are left as they are', () => {
    const versions = [
      makeVersion(1),
      makeVersion(2, { bytes: 300_000 }),
      makeVersion(3, { bytes: 200_000 }),
      makeVersion(4, { bytes: 100_000, isPieces: true }),
    ]
    expect(group(versions)).toEqual(['1 3', '4'])
  })
})
