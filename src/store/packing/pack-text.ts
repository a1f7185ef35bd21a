/**
 * Compresses the texts of rows that are rarely read. The first byte is the version of the format, which names the dictionary; the rest is
 * raw deflate.
 */
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { DICTIONARY } from './dictionary.js'

const VERSION = 1

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Compresses in a thread of libuv. The bytes have a buffer of their own, because posting a view to another thread copies its whole buffer. */
export const packText = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const compressed = await deflate(text, { dictionary: DICTIONARY, level: constants.Z_BEST_COMPRESSION })
  const packed = new Uint8Array(1 + compressed.length)
  packed[0] = VERSION
  packed.set(compressed, 1)
  return packed
}

/** Decompresses in the calling thread. Rows that are read in this way are small, so it takes less than a millisecond. */
export const unpackText = (packed: Uint8Array): string => {
  const compressed = getCompressed(packed)
  try {
    return inflateRawSync(compressed, { dictionary: DICTIONARY }).toString('utf8')
  } catch (error) {
    throw describeDamage(error)
  }
}

/** Decompresses in a thread of libuv: a large value has hundreds of rows. */
export const unpackTextAsync = async (packed: Uint8Array): Promise<string> => {
  const compressed = getCompressed(packed)
  try {
    return (await inflate(compressed, { dictionary: DICTIONARY })).toString('utf8')
  } catch (error) {
    throw describeDamage(error)
  }
}

const getCompressed = (packed: Uint8Array): Uint8Array => {
  const [version] = packed
  if (version !== VERSION)
    throw new Error(
      `A packed row has the format ${String(version)}, which this version of Heddle cannot read; start the version that wrote it`,
    )
  return packed.subarray(1)
}

const describeDamage = (cause: unknown): Error =>
  new Error(`A packed row is damaged (${(cause as Error).message}); restore it from a backup`, { cause })
