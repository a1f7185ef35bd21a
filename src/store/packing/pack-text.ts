/**
 * Compresses the texts of rows that are rarely read. The first byte is the number of the format. The rest is raw deflate of the text
 * (format 1), or what was taken out of the text and raw deflate of the shortened text (format 2).
 */
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { DICTIONARY_1 } from './dictionary-1.js'
import { DICTIONARY_2 } from './dictionary-2.js'
import { decodeParts, encodeParts } from './shortened-parts.js'
import { restoreText, shortenText } from './shorten-text.js'

interface Format {
  number: number
  dictionary: Buffer
  open(packed: Uint8Array): OpenedRow
}

interface OpenedRow {
  compressed: Uint8Array
  /** Returns the text that was packed. */
  restore(inflated: string): string
}

const PLAIN: Format = {
  number: 1,
  dictionary: DICTIONARY_1,
  open: (packed) => ({ compressed: packed.subarray(1), restore: (inflated) => inflated }),
}

const SHORTENED: Format = {
  number: 2,
  dictionary: DICTIONARY_2,
  open: (packed) => {
    const { end, ...parts } = decodeParts(packed, 1)
    return { compressed: packed.subarray(end), restore: (text) => restoreText({ text, ...parts }) }
  },
}

/** Longer texts are not shortened, because that takes time in the calling thread. */
const MAX_SHORTENED_CHARS = 65_536

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Compresses in a thread of libuv. */
export const packText = (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const shortened = text.length <= MAX_SHORTENED_CHARS ? shortenText(text) : undefined
  return shortened === undefined
    ? compress(PLAIN, Buffer.alloc(0), text)
    : compress(SHORTENED, encodeParts(shortened), shortened.text)
}

/** The bytes have a buffer of their own, because posting a view to another thread copies its whole buffer. */
const compress = async (
  { number, dictionary }: Format,
  parts: Buffer,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const compressed = await deflate(text, { dictionary, level: constants.Z_BEST_COMPRESSION })
  const packed = new Uint8Array(1 + parts.length + compressed.length)
  packed[0] = number
  packed.set(parts, 1)
  packed.set(compressed, 1 + parts.length)
  return packed
}

/** Decompresses in the calling thread. Rows that are read in this way are small, so it takes less than a millisecond. */
export const unpackText = (packed: Uint8Array): string => {
  const { dictionary, open } = getFormat(packed)
  try {
    const { compressed, restore } = open(packed)
    return restore(inflateRawSync(compressed, { dictionary }).toString('utf8'))
  } catch (error) {
    throw describeDamage(error)
  }
}

/** Decompresses in a thread of libuv: a large value has hundreds of rows. */
export const unpackTextAsync = async (packed: Uint8Array): Promise<string> => {
  const { dictionary, open } = getFormat(packed)
  try {
    const { compressed, restore } = open(packed)
    return restore((await inflate(compressed, { dictionary })).toString('utf8'))
  } catch (error) {
    throw describeDamage(error)
  }
}

const getFormat = ([number]: Uint8Array): Format => {
  const format = [PLAIN, SHORTENED].find((known) => known.number === number)
  if (format === undefined)
    throw new Error(
      `A packed row has the format ${String(number)}, which this version of Heddle cannot read; start the version that wrote it`,
    )
  return format
}

const describeDamage = (cause: unknown): Error =>
  new Error(`A packed row is damaged (${(cause as Error).message}); restore it from a backup`, { cause })
