/**
 * Large texts in memory that all threads share. Posting a string to another thread copies it twice and decodes it there; posting a shared
 * text copies nothing. The main thread only passes shared texts on, so their size does not delay it.
 */
import type { LongText } from './joined-text.js'

/** UTF-8 in a SharedArrayBuffer. Other bytes are not text. */
export type SharedText = Uint8Array
export type Text = string | SharedText
export type ShareText = (text: LongText) => Text

/** Below this many characters, a string is cheaper than a buffer. */
const MIN_CHARS = 65_536

export const isShared = (text: unknown): text is SharedText =>
  text instanceof Uint8Array && text.buffer instanceof SharedArrayBuffer

/** Returns the text in shared memory if it is large. */
export const shareText: ShareText = (text) => {
  if (text.length < MIN_CHARS) return String(text)
  const chunks = typeof text === 'string' ? [text] : text.toChunks(MIN_CHARS)
  const shared = allocateShared(chunks.reduce((bytes, chunk) => bytes + Buffer.byteLength(chunk), 0))
  const buffer = toBuffer(shared)
  let position = 0
  for (const chunk of chunks) position += buffer.write(chunk, position, 'utf8')
  return shared
}

/**
 * V8 maps the memory of a growable buffer, and unmaps it when the buffer is freed. Other buffers come from malloc, which keeps the memory of a few
 * large ones in each thread. Views with a length of their own are as fast as those of other buffers.
 */
export const allocateShared = (bytes: number): SharedText =>
  new Uint8Array(new SharedArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)

export const readText = (text: Text): string => (isShared(text) ? toBuffer(text).toString('utf8') : text)

/** The same memory as a Buffer. */
export const toBuffer = (text: SharedText): Buffer =>
  Buffer.from(text.buffer, text.byteOffset, text.byteLength)

/** Returns a function that shares a text which it has seen before only once. */
export const makeTextSharer = (): ShareText => {
  const shared = new Map<LongText, Text>()
  return (text) => {
    if (text.length < MIN_CHARS) return String(text)
    const known = shared.get(text) ?? shareText(text)
    shared.set(text, known)
    return known
  }
}
