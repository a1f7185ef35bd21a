/**
 * A long text as the list of its parts, for example the messages of a conversation. Versions of such a text share most of their parts, so
 * comparing two of them takes one step for each part, and the text itself is only assembled where it is stored or sent as a whole.
 */
export class JoinedText {
  readonly length: number

  /** `ends` are the positions at which the parts end, if they are known: reading the length of a part waits for memory. */
  constructor(
    readonly parts: readonly string[],
    readonly ends: readonly number[] = listEnds(parts),
  ) {
    this.length = ends.at(-1) ?? 0
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
    return this.ends[index - 1] ?? 0
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

const listEnds = (parts: readonly string[]): number[] => {
  let length = 0
  return parts.map((part) => (length += part.length))
}

/** Both have a length and slices. */
export type LongText = string | JoinedText

/** The parts of a text that is being made. */
export class TextParts {
  parts: string[]
  ends: number[]
  #length: number

  /** Starts with a number of parts of another text, which are not read. */
  constructor(start?: JoinedText, count = start?.parts.length ?? 0) {
    this.parts = start?.parts.slice(0, count) ?? []
    this.ends = start?.ends.slice(0, count) ?? []
    this.#length = start?.getStart(count) ?? 0
  }

  add(part: string): void {
    this.parts.push(part)
    this.ends.push((this.#length += part.length))
  }

  addText(text: LongText): void {
    if (typeof text === 'string') {
      this.add(text)
      return
    }
    const start = this.#length
    // Adding thousands of parts one by one would copy the list several times.
    this.parts = this.parts.concat(text.parts)
    this.ends = this.ends.concat(text.ends.map((end) => start + end))
    this.#length += text.length
  }

  toText(): JoinedText {
    return new JoinedText(this.parts, this.ends)
  }
}

/** Returns the number of elements that two lists start with. Strings that are the same object are equal without being read. */
export const countCommonStart = (a: readonly unknown[], b: readonly unknown[]): number => {
  const limit = Math.min(a.length, b.length)
  let count = 0
  while (count < limit && a[count] === b[count]) count++
  return count
}

/** The same for the end of the lists, of elements that are not among the first `before` ones. */
export const countCommonEnd = (a: readonly unknown[], b: readonly unknown[], before: number): number => {
  const limit = Math.min(a.length, b.length) - before
  let count = 0
  while (count < limit && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}

export const areEqualTexts = (a: LongText, b: LongText): boolean => {
  if (a.length !== b.length) return false
  if (typeof a === 'string' || typeof b === 'string') return String(a) === String(b)
  return countCommonStart(a.parts, b.parts) === a.parts.length || String(a) === String(b)
}
