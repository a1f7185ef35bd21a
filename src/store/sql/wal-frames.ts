/**
 * Reads the write-ahead log that a stopped process left behind, before SQLite replays it. SQLite replays the frames up to
 * the last valid end of a transaction and ignores the rest without a message; this tells how many frames that were.
 * The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export interface WalFrames {
  /** Frames of the current generation. Frames of earlier generations stay in the file until they are overwritten. */
  frames: number
  /** Frames that SQLite replays: up to the last end of a transaction before the first invalid frame. */
  replayed: number
  /** Ends of transactions that come after the first invalid frame. */
  lostTransactions: number
}

const EMPTY: WalFrames = { frames: 0, replayed: 0, lostTransactions: 0 }

type Checksum = [number, number]

/** Reads 32-bit words in the byte order that the header of the log declares. */
const addChecksum = ([s0, s1]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 0; offset + 8 <= bytes.length; offset += 8) {
    s0 = (s0 + view.getUint32(offset, !isBigEndian) + s1) >>> 0
    s1 = (s1 + view.getUint32(offset + 4, !isBigEndian) + s0) >>> 0
  }
  return [s0, s1]
}

const hasChecksum = (bytes: Buffer, offset: number, [s0, s1]: Checksum): boolean =>
  bytes.readUInt32BE(offset) === s0 && bytes.readUInt32BE(offset + 4) === s1

/** Returns undefined if there is no log, or none with frames. */
export const readWalFrames = (path: string): WalFrames | undefined => {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return fstatSync(file).size <= HEADER_BYTES ? undefined : countFrames(file)
  } finally {
    closeSync(file)
  }
}

const countFrames = (file: number): WalFrames => {
  const header = Buffer.alloc(HEADER_BYTES)
  readSync(file, header, 0, HEADER_BYTES, 0)
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1
  let checksum = addChecksum([0, 0], header.subarray(0, 24), isBigEndian)
  // SQLite ignores a log whose header is invalid; how many frames it had is unknown.
  if ((header.readUInt32BE(0) & ~1) !== MAGIC || !hasChecksum(header, 24, checksum))
    return { ...EMPTY, lostTransactions: 1 }
  const pageSize = header.readUInt32BE(8)
  const salts = header.subarray(16, 24)
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageSize)
  const result = { ...EMPTY }
  let isValid = true
  for (let offset = HEADER_BYTES; readSync(file, frame, 0, frame.length, offset) === frame.length;) {
    offset += frame.length
    const isCurrent = frame.subarray(8, 16).equals(salts)
    // A frame of an earlier generation is the ordinary end of the log.
    if (isValid && !isCurrent) return result
    if (!isCurrent) continue
    result.frames++
    const endsTransaction = frame.readUInt32BE(4) !== 0
    if (isValid) {
      checksum = addChecksum(checksum, frame.subarray(0, 8), isBigEndian)
      checksum = addChecksum(checksum, frame.subarray(FRAME_HEADER_BYTES), isBigEndian)
      isValid = hasChecksum(frame, 16, checksum)
    }
    if (endsTransaction && isValid) result.replayed = result.frames
    else if (endsTransaction) result.lostTransactions++
  }
  return result
}
