import { v7 } from 'uuid'

// Random bytes for 256 ids at a time: asking for those of each id took a tenth of the main thread under creates.
const random = new Uint8Array(256 * 16)
let usedBytes = random.length
let msecs = 0
let seq = 0

/** UUIDv7: sorts by creation, so new rows land at the right-hand edge of every index. */
export const newId = (): string => {
  if (usedBytes === random.length) {
    crypto.getRandomValues(random)
    usedBytes = 0
  }
  const bytes = random.subarray(usedBytes, (usedBytes += 16))
  const now = Date.now()
  // Within a millisecond, and while a clock that went back catches up, the sequence keeps the order. It starts
  // below 2^24 of its 2^32, so it does not run over.
  if (now > msecs) {
    msecs = now
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) >>> 8
  } else {
    seq++
  }
  return v7({ random: bytes, msecs, seq })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)
