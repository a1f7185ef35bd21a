/**
 * Lists the words that a match of a pattern can start with, so that a pattern needs to be tried only at these words. The patterns
 * are those of the phrase lists: letters, groups, alternatives, optional parts and lookaheads.
 */

/** The starts of a match; those that end with `END` are complete words. */
type Starts = ReadonlySet<string>

/** Marks a start whose word has ended: a space or the end of the pattern follows. */
const END = ' '
const MAX_STARTS = 2_000

class UnknownStart extends Error {}

class PatternReader {
  #at = 0

  constructor(private readonly source: string) {}

  get #next(): string {
    return this.source.charAt(this.#at)
  }

  readAlternatives(): Starts {
    const starts = new Set<string>()
    do {
      for (const start of this.#readSequence()) starts.add(start)
    } while (this.#skip('|'))
    if (starts.size > MAX_STARTS) throw new UnknownStart()
    return starts
  }

  #skip(text: string): boolean {
    const isNext = this.source.startsWith(text, this.#at)
    if (isNext) this.#at += text.length
    return isNext
  }

  #readSequence(): Starts {
    let starts: Starts = new Set([''])
    while (this.#next !== '' && this.#next !== '|' && this.#next !== ')') {
      const part = this.#readPart()
      // What follows a complete word does not matter, even if it cannot be listed.
      if ([...starts].every((start) => start.endsWith(END))) continue
      if (part === undefined) throw new UnknownStart()
      starts = append(starts, part)
    }
    return starts
  }

  /** Undefined if the words of the part cannot be listed. */
  #readPart(): Starts | undefined {
    const atom = this.#readAtom()
    if (this.#skip('?')) return atom && new Set([...atom, ''])
    const repeat = /^(?:[*+]|\{\d+(?:,\d*)?\})\??/.exec(this.source.slice(this.#at))
    if (!repeat) return atom
    this.#at += repeat[0].length
    return undefined
  }

  #readAtom(): Starts | undefined {
    if (this.#skip('(?!') || this.#skip('(?=')) {
      this.#readGroup()
      return new Set([''])
    }
    if (this.#skip('(?:') || this.#skip('(')) return this.#readGroup()
    if (this.#skip('\\b')) return new Set([''])
    if (this.#next === '[') return this.#readClass()
    if (/[a-z0-9 ]/.test(this.#next)) return new Set([this.source.charAt(this.#at++)])
    throw new UnknownStart()
  }

  #readGroup(): Starts | undefined {
    try {
      const starts = this.readAlternatives()
      this.#at++
      return starts
    } catch (error) {
      if (!(error instanceof UnknownStart)) throw error
      this.#skipGroup()
      return undefined
    }
  }

  /** Continues after the end of the group that could not be listed. */
  #skipGroup(): void {
    for (let depth = 1; depth > 0; this.#at++) {
      if (this.#next === '') throw new UnknownStart()
      if (this.#next === '(') depth++
      if (this.#next === ')') depth--
    }
  }

  #readClass(): Starts | undefined {
    const end = this.source.indexOf(']', this.#at)
    const content = this.source.slice(this.#at + 1, end)
    this.#at = end + 1
    return /^[a-z0-9]+$/.test(content) ? new Set(content) : undefined
  }
}

const append = (starts: Starts, part: Starts): Starts => {
  const result = new Set<string>()
  for (const start of starts) {
    if (start.endsWith(END)) result.add(start)
    else for (const text of part) result.add(cutAtEnd(start + text))
  }
  return result
}

const cutAtEnd = (text: string): string => {
  const end = text.indexOf(END)
  return end === -1 ? text : text.slice(0, end + 1)
}

/**
 * The first words of a pattern that starts and ends at a boundary of a word; undefined if they cannot be listed, or if a match
 * can start with a space.
 */
export const listFirstWords = (source: string): string[] | undefined => {
  try {
    const words = Array.from(new PatternReader(source).readAlternatives(), (start) => start.trimEnd())
    return words.includes('') ? undefined : words
  } catch (error) {
    if (error instanceof UnknownStart) return undefined
    throw error
  }
}
