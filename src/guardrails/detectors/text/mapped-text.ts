/** A text derived from a source text, with a mapping of its offsets back to the source. */

export interface Range {
  start: number
  end: number
}

export interface MappedText {
  readonly text: string
  /** Maps `text[start..end)` to the range of the source, in UTF-16 code units. The complete text maps to the complete source. */
  readonly toSourceRange: (start: number, end: number) => Range
}

const toSameRange = (start: number, end: number): Range => ({ start, end })

export const toIdentityMapping = (text: string): MappedText => ({ text, toSourceRange: toSameRange })

/** `outer` is derived from the text of `inner`; the result maps offsets of `outer` to the source of `inner`. */
export const composeMappings = (inner: MappedText, outer: MappedText): MappedText => {
  if (inner.toSourceRange === toSameRange) return outer
  if (outer.toSourceRange === toSameRange) return { text: outer.text, toSourceRange: inner.toSourceRange }
  return {
    text: outer.text,
    toSourceRange: (start, end) => {
      const middle = outer.toSourceRange(start, end)
      return inner.toSourceRange(middle.start, middle.end)
    },
  }
}

/** In place of the end of a run whose units each represent one unit of the source. */
const UNIT_BY_UNIT = -1

/**
 * Stores which range of the source each run of the text represents. Most of a text is unchanged and forms few runs; an offset
 * for each of its units would take sixteen times the memory of the text.
 */
export class MappedTextBuilder {
  readonly #parts: string[] = []
  #length = 0
  /** Where each run starts in the text, and the range of the source that it represents. */
  readonly #runs: number[] = []
  readonly #sourceStarts: number[] = []
  readonly #sourceEnds: number[] = []

  /** `output` as a whole represents `[start, end)` of the source. */
  add(output: string, start: number, end: number): void {
    if (output.length === 1 && end === start + 1) this.addVerbatim(output, start)
    else if (output !== '') this.#addRun(output, start, end)
  }

  /** `output` represents the source from `start` on, unit by unit. */
  addVerbatim(output: string, start: number): void {
    if (output === '') return
    const last = this.#runs.length - 1
    const isContinued =
      this.#sourceEnds[last] === UNIT_BY_UNIT &&
      (this.#sourceStarts[last] ?? 0) + this.#length - (this.#runs[last] ?? 0) === start
    if (!isContinued) this.#addRun(output, start, UNIT_BY_UNIT)
    else {
      this.#parts.push(output)
      this.#length += output.length
    }
  }

  #addRun(output: string, start: number, end: number): void {
    this.#runs.push(this.#length)
    this.#sourceStarts.push(start)
    this.#sourceEnds.push(end)
    this.#parts.push(output)
    this.#length += output.length
  }

  build(sourceLength: number): MappedText {
    const text = this.#parts.join('')
    return {
      text,
      toSourceRange: (start, end) => {
        if (start <= 0 && end >= text.length) return { start: 0, end: sourceLength }
        const from = start <= 0 ? 0 : start >= text.length ? sourceLength : this.#toSourceStart(start)
        if (end <= start || text === '') return { start: from, end: from }
        return { start: from, end: this.#toSourceEnd(Math.min(end, text.length) - 1) }
      },
    }
  }

  #toSourceStart(offset: number): number {
    const run = this.#findRun(offset)
    const start = this.#sourceStarts[run] ?? 0
    return this.#sourceEnds[run] === UNIT_BY_UNIT ? start + offset - (this.#runs[run] ?? 0) : start
  }

  /** The end of what the unit at `offset` represents. */
  #toSourceEnd(offset: number): number {
    const run = this.#findRun(offset)
    const end = this.#sourceEnds[run] ?? 0
    return end === UNIT_BY_UNIT ? this.#toSourceStart(offset) + 1 : end
  }

  #findRun(offset: number): number {
    let low = 0
    let high = this.#runs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#runs[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
