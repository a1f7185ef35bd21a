/**
 * The bytes of what shorten-text.ts takes out of a text: the number of UUIDs, the UUIDs, the number of steps, the steps. A number has seven bits
 * in each byte, the lowest first. Most of these bytes are as good as random, so they are not compressed.
 */
import type { ShortenedText } from './shorten-text.js'

type Parts = Omit<ShortenedText, 'text'>

const UUID_BYTES = 16

export const encodeParts = ({ uuids, steps }: Parts): Buffer =>
  Buffer.concat([
    encodeNumbers([uuids.length]),
    Buffer.from(uuids.join('').replaceAll('-', ''), 'hex'),
    encodeNumbers([steps.length, ...steps.map(toUnsigned)]),
  ])

const encodeNumbers = (numbers: readonly number[]): Buffer => {
  const bytes: number[] = []
  for (let rest of numbers) {
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Returns the position after the parts too. */
export const decodeParts = (packed: Uint8Array, start: number): Parts & { end: number } => {
  let end = start
  const takeNumber = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = packed[end++]
      if (byte === undefined) throw new Error('it is too short')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  const takeUuids = (count: number): string[] => {
    const bytes = packed.subarray(end, (end += count * UUID_BYTES))
    return Buffer.from(bytes).toString('hex').match(/.{32}/g)?.map(formatUuid) ?? []
  }
  const uuids = takeUuids(takeNumber())
  const steps: number[] = []
  for (let count = takeNumber(); count > 0; count--) steps.push(toSigned(takeNumber()))
  return { uuids, steps, end }
}

/** Keeps numbers near zero small: 0, -1, 1, -2 become 0, 1, 2, 3. */
const toUnsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

const formatUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
