/**
 * Versions of a value (store/threads/value-versions.ts) in the row of the last of them. That one is stored first, and is usually a row of
 * pieces, which contains the texts of the changes before it. So of those, only the headers and what the last version does not contain are
 * stored. The versions are unpacked to exactly the rows that were packed.
 *
 * The text before compression is a line of JSON, the last version, and then what is stored of the others.
 */
import { packText, unpackTextAsync } from './pack-text.js'

export interface PackedVersion {
  version: string
  value: string
}

type Header = [
  version: string,
  /** The length of the part before the shared one. */
  headLength: number,
  /** Where the shared part starts in the last version, and its length. */
  sharedFrom: number,
  sharedLength: number,
  tailLength: number,
]

interface Split {
  head: string
  sharedFrom: number
  sharedLength: number
  tail: string
}

/** A shorter match is not worth a reference. */
const MIN_SHARED = 64

/** `others` are the versions before the last one, in their order. */
export const packValues = (
  last: PackedVersion,
  others: readonly PackedVersion[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const headers: Header[] = []
  const texts: string[] = []
  let searchFrom = 0
  for (const { version, value } of others) {
    const { head, sharedFrom, sharedLength, tail } = splitValue(value, last.value, searchFrom)
    searchFrom = sharedFrom + sharedLength
    headers.push([version, head.length, sharedFrom, sharedLength, tail.length])
    texts.push(head, tail)
  }
  const header = JSON.stringify([last.version, last.value.length, headers])
  return packText([header, '\n', last.value, ...texts].join(''))
}

/** Returns the versions in their order. */
export const unpackValues = async (packed: Uint8Array): Promise<PackedVersion[]> => {
  const text = await unpackTextAsync(packed)
  let position = text.indexOf('\n')
  const [version, length, headers] = JSON.parse(text.slice(0, position++)) as [string, number, Header[]]
  const take = (count: number): string => text.slice(position, (position += count))
  const value = take(length)
  const others = headers.map(([name, headLength, sharedFrom, sharedLength, tailLength]) => ({
    version: name,
    value: take(headLength) + value.slice(sharedFrom, sharedFrom + sharedLength) + take(tailLength),
  }))
  return [...others, { version, value }]
}

/** Finds the text of a change in the last version. The changes are usually in the same order there. */
const splitValue = (value: string, last: string, searchFrom: number): Split => {
  const literalStart = value.startsWith('delta:') ? value.indexOf('\n') + 1 : 0
  const probe = value.slice(literalStart, literalStart + MIN_SHARED)
  const sharedFrom = probe.length < MIN_SHARED ? -1 : findFrom(last, probe, searchFrom)
  if (sharedFrom === -1) return { head: value, sharedFrom: 0, sharedLength: 0, tail: '' }
  let end = literalStart + MIN_SHARED
  while (end < value.length && value[end] === last[sharedFrom + end - literalStart]) end++
  if (isLowSurrogate(value.charCodeAt(end))) end--
  return {
    head: value.slice(0, literalStart),
    sharedFrom,
    sharedLength: end - literalStart,
    tail: value.slice(end),
  }
}

const findFrom = (text: string, searched: string, from: number): number => {
  const position = text.indexOf(searched, from)
  return position === -1 && from > 0 ? text.indexOf(searched) : position
}

/** Half of a character cannot be encoded, so a character is not split. */
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
