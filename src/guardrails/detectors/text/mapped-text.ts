/** Text made from another text, which still knows where each of its parts came from. */

export interface Range {
  start: number
  end: number
}

export interface MappedText {
  readonly text: string
  /** Where `text[start..end)` came from, in UTF-16 code units of the first text. The whole maps to the whole. */
  readonly toSourceRange: (start: number, end: number) => Range
}

export const toIdentityMapping = (text: string): MappedText => ({
  text,
  toSourceRange: (start, end) => ({ start, end }),
})

/** `outer` was made from the text of `inner`; its offsets are to lead to what `inner` came from. */
export const composeMappings = (inner: MappedText, outer: MappedText): MappedText => ({
  text: outer.text,
  toSourceRange: (start, end) => {
    const middle = outer.toSourceRange(start, end)
    return inner.toSourceRange(middle.start, middle.end)
  },
})

/** Every unit of the text has the bounds of the part of the source that it stands for. */
export class MappedTextBuilder {
  text = ''
  readonly starts: number[] = []
  readonly ends: number[] = []

  /** `output` stands, as a whole, for the source's `[start, end)`. */
  add(output: string, start: number, end: number): void {
    this.text += output
    for (let unit = 0; unit < output.length; unit++) {
      this.starts.push(start)
      this.ends.push(end)
    }
  }

  /** `output` is the source's own text from `start`, unit by unit. */
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
