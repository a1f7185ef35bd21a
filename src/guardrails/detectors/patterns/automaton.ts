/**
 * Runs a pattern over text one character at a time, with the choice of match that RE2 and JavaScript make: the leftmost,
 * and of those the one that the pattern's own order prefers. Threads are kept in that order, so that a thread that reaches
 * the end of the pattern makes all after it pointless, and a match is final as soon as none is left before it.
 */
import type { Range } from '../text/mapped-text.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'
import type { DfaState } from './lazy-dfa.js'

export class Automaton {
  private state: DfaState
  /** Where the match of each thread began; the state knows how many threads there are. */
  private matchStarts: number[] = []
  private nextMatchStarts: number[] = []
  private match: Range | undefined

  constructor(private readonly program: Program) {
    this.state = program.dfa.initial
  }

  /** Where the earliest match that is not decided yet would start. */
  get earliestOpenMatch(): number | undefined {
    const first = this.state.threads.length === 0 ? undefined : this.matchStarts[0]
    if (this.match === undefined) return first
    return first === undefined ? this.match.start : Math.min(first, this.match.start)
  }

  /** Whether the next character can be passed over without asking. */
  canSkip(codePoint: number): boolean {
    return (
      this.state === this.program.dfa.initial &&
      codePoint >= 0 &&
      codePoint < 128 &&
      this.program.canStartWith[codePoint] === 0
    )
  }

  reset(): void {
    this.state = this.program.dfa.initial
    this.match = undefined
  }

  /**
   * Reads the character `point` at `at`, which comes after `before`; `NO_CHARACTER` at the end of the text.
   * Returns a match once nothing that follows can change it; then `forget` and go on from where it ends.
   */
  read(codePoint: number, at: number, before: number): Range | undefined {
    const { state, matchStarts } = this
    const { next, origins, matchedBy } = this.program.dfa.getTransition(state, codePoint, before)
    // A thread that begins here comes after all others.
    matchStarts[state.threads.length] = at
    if (matchedBy !== -1) this.match = { start: matchStarts[matchedBy] ?? at, end: at }
    if (origins !== undefined) {
      const { nextMatchStarts } = this
      for (let index = 0; index < origins.length; index++)
        nextMatchStarts[index] = matchStarts[origins[index] ?? 0] ?? at
      this.matchStarts = nextMatchStarts
      this.nextMatchStarts = matchStarts
    }
    this.state = next
    return next.threads.length === 0 ? this.match : undefined
  }

  /** The first match in `text` that starts at `from` or after it. */
  findIn(text: string, from: number): Range | undefined {
    this.reset()
    let before = codePointBefore(text, from)
    for (let at = from; ;) {
      const codePoint = text.codePointAt(at) ?? NO_CHARACTER
      if (!this.canSkip(codePoint)) {
        const match = this.read(codePoint, at, before)
        if (match !== undefined || codePoint === NO_CHARACTER) return match
      }
      before = codePoint
      at += codePoint > 0xffff ? 2 : 1
    }
  }
}

const codePointBefore = (text: string, at: number): number => {
  if (at === 0) return NO_CHARACTER
  const last = text.charCodeAt(at - 1)
  if (last >= 0xdc00 && last <= 0xdfff && at >= 2) {
    const pair = text.codePointAt(at - 2) ?? last
    if (pair > 0xffff) return pair
  }
  return last
}
