/**
 * Runs a pattern over text one character at a time and finds the same matches as RE2 and JavaScript: the leftmost match,
 * and among those the one that the pattern prefers (first alternative, greedy or lazy). Threads are ordered by preference:
 * when a thread matches, all threads after it are dropped, and the match is final when no thread before it is left.
 */
import type { Range } from '../text/mapped-text.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'
import type { DfaState } from './lazy-dfa.js'

export class Automaton {
  private state: DfaState
  /** The start of the match of each thread. The number of threads is in the state. */
  private matchStarts: number[] = []
  private nextMatchStarts: number[] = []
  private match: Range | undefined

  constructor(private readonly program: Program) {
    this.state = program.dfa.initial
  }

  /** The start of the earliest match that is not decided yet. */
  get earliestOpenMatch(): number | undefined {
    const first = this.state.threads.length === 0 ? undefined : this.matchStarts[0]
    if (this.match === undefined) return first
    return first === undefined ? this.match.start : Math.min(first, this.match.start)
  }

  /** True if the next character cannot start a match and no match is open. */
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
   * Reads `codePoint` at `at`, which follows the code point `before`; `NO_CHARACTER` stands for the end of the text.
   * Returns a match when later text cannot change it. The caller then calls `reset` and continues at its end.
   */
  read(codePoint: number, at: number, before: number): Range | undefined {
    const { state, matchStarts } = this
    const { next, origins, matchedBy } = this.program.dfa.getTransition(state, codePoint, before)
    // A thread that starts here has the lowest preference.
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

  /** Finds the first match that starts at or after `from`. */
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
