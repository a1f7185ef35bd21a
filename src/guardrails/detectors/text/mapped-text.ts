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

export const toIdentityMapping = (text: string): MappedText => ({
  text,
  toSourceRange: (start, end) => ({ start, end }),
})

/** `outer` is derived from the text of `inner`; the result maps offsets of `outer` to the source of `inner`. */
export const composeMappings = (inner: MappedText, outer: MappedText): MappedText => ({
  text: outer.text,
  toSourceRange: (start, end) => {
    const middle = outer.toSourceRange(start, end)
    return inner.toSourceRange(middle.start, middle.end)
  },
})

/** Stores for every unit of the text the range of the source that it represents. */
export class MappedTextBuilder {
  text = ''
  readonly starts: number[] = []
  readonly ends: number[] = []

  /** `output` as a whole represents `[start, end)` of the source. */
  add(output: string, start: number, end: number): void {
    this.text += output
    for (let unit = 0; unit < output.length; unit++) {
      this.starts.push(start)
      this.ends.push(end)
    }
  }

  /** `output` equals the source from `start` on, unit by unit. */
  addVerbatim(output: string, start: number): void {
    this.text += output
    for (let at = start; at < start + output.length; at++) {
      this.starts.push(at)
      this.ends.push(at + 1)
    }
  }

  build(sourceLength: number): MappedText {
    const { text, starts, ends } = this
    return {
      text,
      toSourceRange(start, end) {
        if (start <= 0 && end >= text.length) return { start: 0, end: sourceLength }
        const from = start <= 0 ? 0 : (starts[start] ?? sourceLength)
        if (end <= start) return { start: from, end: from }
        return { start: from, end: ends[Math.min(end, text.length) - 1] ?? from }
      },
    }
  }
}
