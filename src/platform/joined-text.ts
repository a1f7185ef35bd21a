/**
 * A long text as the list of its parts, for example the messages of a conversation. Versions of such a text share most of their parts, so
 * comparing two of them takes one step for each part, and the text itself is only assembled where it is stored or sent as a whole.
 */
export class JoinedText {
  readonly length: number
  readonly #ends: readonly number[]

  constructor(readonly parts: readonly string[]) {
    let length = 0
    this.#ends = parts.map((part) => (length += part.length))
    this.length = length
  }

  slice(from: number, to: number): string {
    const slices: string[] = []
    const first = this.#findPart(from)
    let start = this.getStart(first)
    for (const part of this.parts.slice(first, this.#findPart(to) + 1)) {
      slices.push(part.slice(Math.max(0, from - start), Math.max(0, to - start)))
      start += part.length
    }
    return slices.join('')
  }

  /** The position of a part in the text. */
  getStart(index: number): number {
    return this.#ends[index - 1] ?? 0
  }

  /** Returns the text in strings of about this length, which are cheaper to make than one long string. */
  toChunks(length: number): string[] {
    const chunks: string[] = []
    let first = 0
    for (let index = 1; index <= this.parts.length; index++) {
      if (index < this.parts.length && this.getStart(index) - this.getStart(first) < length) continue
      chunks.push(this.parts.slice(first, index).join(''))
      first = index
    }
    return chunks
  }

  toString(): string {
    return this.parts.join('')
  }

  /** The first part that ends after a position. */
  #findPart(position: number): number {
    let low = 0
    let high = this.parts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.getStart(middle + 1) > position) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Both have a length and slices. */
export type LongText = string | JoinedText

/** Returns the number of parts that two texts start with. Parts that are the same string are equal without being read. */
export const countCommonParts = (a: JoinedText, b: JoinedText): number => {
  const limit = Math.min(a.parts.length, b.parts.length)
  let count = 0
  while (count < limit && a.parts[count] === b.parts[count]) count++
  return count
}

/** The same for the end of the texts, of parts that are not among the first `before` ones. */
export const countCommonEndParts = (a: JoinedText, b: JoinedText, before: number): number => {
  const limit = Math.min(a.parts.length, b.parts.length) - before
  let count = 0
  while (count < limit && a.parts.at(-1 - count) === b.parts.at(-1 - count)) count++
  return count
}

export const areEqualTexts = (a: LongText, b: LongText): boolean => {
  if (a.length !== b.length) return false
  if (typeof a === 'string' || typeof b === 'string') return String(a) === String(b)
  return countCommonParts(a, b) === a.parts.length || String(a) === String(b)
}
