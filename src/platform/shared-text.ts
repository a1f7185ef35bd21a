/**
 * Large texts in memory that all threads share. Posting a string to another thread copies it twice and decodes it there; posting a shared
 * text copies nothing. The main thread only passes shared texts on, so their size does not delay it.
 */
import { countCommonStart, type JoinedText, type LongText } from './joined-text.js'

/** UTF-8 in a SharedArrayBuffer. Other bytes are not text. */
export type SharedText = Uint8Array
export type Text = string | SharedText
export type ShareText = (text: LongText) => Text

/** Below this many characters, a string is cheaper than a buffer. */
export const MIN_SHARED_CHARS = 65_536

export const isShared = (text: unknown): text is SharedText =>
  text instanceof Uint8Array && text.buffer instanceof SharedArrayBuffer

/** A large text can be in several pieces. */
export type OutputText = Text | readonly SharedText[]

/** Returns the text in shared memory if it is large. */
export const shareText: ShareText = (text) => {
  if (text.length < MIN_SHARED_CHARS) return String(text)
  return shareParts(typeof text === 'string' ? [text] : text.parts)
}

/** No part may end between the halves of a surrogate pair. */
const shareParts = (parts: readonly string[]): SharedText => {
  const shared = allocateShared(countBytes(parts))
  writeParts(parts, toBuffer(shared))
  return shared
}

const countBytes = (parts: readonly string[]): number =>
  parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0)

const writeParts = (parts: readonly string[], buffer: Buffer): void => {
  let position = 0
  for (const part of parts) position += buffer.write(part, position, 'utf8')
}

/**
 * V8 maps the memory of a growable buffer, and unmaps it when the buffer is freed. Other buffers come from malloc, which keeps the memory of a few
 * large ones in each thread. Views with a length of their own are as fast as those of other buffers.
 */
export const allocateShared = (bytes: number): SharedText =>
  new Uint8Array(new SharedArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)

/**
 * Shares one version after another of a text that mostly grows, such as the output of a conversation. What two versions in a row start with is
 * encoded once, into a buffer that only grows, because other threads may still read earlier versions. The rest has a buffer of its own.
 */
export class SharedVersions {
  /** The parts and the pieces of the latest version. */
  #parts: readonly string[] = []
  #pieces: readonly SharedText[] = []
  #buffer: SharedArrayBuffer | undefined
  /** The parts and the bytes in the buffer. */
  #keptParts = 0
  #keptBytes = 0

  share({ parts }: JoinedText): readonly SharedText[] {
    const common = countCommonStart(parts, this.#parts)
    if (common === parts.length && common === this.#parts.length && common > 0) return this.#pieces
    if (common < this.#keptParts) {
      this.#buffer = undefined
      this.#keptParts = this.#keptBytes = 0
    }
    this.#keep(parts.slice(this.#keptParts, common))
    this.#parts = parts
    const rest = shareParts(parts.slice(common))
    this.#pieces =
      this.#buffer === undefined ? [rest] : [new Uint8Array(this.#buffer, 0, this.#keptBytes), rest]
    return this.#pieces
  }

  get byteLength(): number {
    return this.#keptBytes
  }

  #keep(added: readonly string[]): void {
    if (added.length === 0) return
    const start = this.#keptBytes
    this.#keptParts += added.length
    this.#keptBytes += countBytes(added)
    if (this.#buffer !== undefined && this.#keptBytes <= this.#buffer.maxByteLength)
      this.#buffer.grow(this.#keptBytes)
    else {
      // Memory that a buffer may grow to is only reserved.
      const larger = new SharedArrayBuffer(this.#keptBytes, { maxByteLength: 2 * this.#keptBytes })
      if (this.#buffer !== undefined) new Uint8Array(larger).set(new Uint8Array(this.#buffer))
      this.#buffer = larger
    }
    writeParts(added, Buffer.from(this.#buffer, start, this.#keptBytes - start))
  }
}

export const readText = (text: OutputText): string =>
  typeof text === 'string'
    ? text
    : toBuffers(text)
        .map((buffer) => buffer.toString('utf8'))
        .join('')

/** The memory of a large text. */
export const toBuffers = (text: SharedText | readonly SharedText[]): Buffer[] =>
  text instanceof Uint8Array ? [toBuffer(text)] : text.map(toBuffer)

export const countTextBytes = (text: OutputText): number =>
  typeof text === 'string'
    ? text.length
    : toBuffers(text).reduce((bytes, { byteLength }) => bytes + byteLength, 0)

/** Returns a text in one piece. */
export const joinPieces = (text: OutputText): Text => {
  if (typeof text === 'string' || text instanceof Uint8Array) return text
  const shared = allocateShared(countTextBytes(text))
  let position = 0
  for (const piece of text) {
    shared.set(piece, position)
    position += piece.byteLength
  }
  return shared
}

/** The same memory as a Buffer. */
export const toBuffer = (text: SharedText): Buffer =>
  Buffer.from(text.buffer, text.byteOffset, text.byteLength)

/** Returns a function that shares a text which it has seen before only once. */
export const makeTextSharer = (): ShareText => {
  const shared = new Map<LongText, Text>()
  return (text) => {
    if (text.length < MIN_SHARED_CHARS) return String(text)
    const known = shared.get(text) ?? shareText(text)
    shared.set(text, known)
    return known
  }
}
