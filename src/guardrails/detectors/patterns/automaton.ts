/**
 * Runs a pattern over text one character at a time, with the choice of match that RE2 and JavaScript make: the leftmost,
 * and of those the one that the pattern's own order prefers. Threads are kept in that order, so that a thread that reaches
 * the end of the pattern makes all after it pointless, and a match is final as soon as none is left before it.
 */
import type { Range } from '../text/mapped-text.js'
import { NO_CHARACTER } from './instructions.js'
import type { Program } from './program.js'
import type { State } from './lazy-dfa.js'

export class Automaton {
  private state: State
  /** Where the match of each thread began; the state knows how many threads there are. */
  private begins: number[] = []
  private nextBegins: number[] = []
  private found: Range | undefined

  constructor(private readonly program: Program) {
    this.state = program.states.initial
  }

  /** Where the earliest match that is not decided yet would start. */
  get openSince(): number | undefined {
    const first = this.state.threads.length === 0 ? undefined : this.begins[0]
    if (this.found === undefined) return first
    return first === undefined ? this.found.start : Math.min(first, this.found.start)
  }

  /** Whether the next character can be passed over without asking. */
  ignores(point: number): boolean {
    return (
      this.state === this.program.states.initial &&
      point >= 0 &&
      point < 128 &&
      this.program.canBeginWith[point] === 0
    )
  }

  forget(): void {
    this.state = this.program.states.initial
    this.found = undefined
  }

  /**
   * Reads the character `point` at `at`, which comes after `before`; `NO_CHARACTER` at the end of the text.
   * Returns a match once nothing that follows can change it; then `forget` and go on from where it ends.
   */
  read(point: number, at: number, before: number): Range | undefined {
    const { state, begins } = this
    const { next, origins, matchedBy } = this.program.states.move(state, point, before)
    // A thread that begins here comes after all others.
    begins[state.threads.length] = at
    if (matchedBy !== -1) this.found = { start: begins[matchedBy] ?? at, end: at }
    if (origins !== undefined) {
      const { nextBegins } = this
      for (let index = 0; index < origins.length; index++)
        nextBegins[index] = begins[origins[index] ?? 0] ?? at
      this.begins = nextBegins
      this.nextBegins = begins
    }
    this.state = next
    return next.threads.length === 0 ? this.found : undefined
  }

  /** The first match in `text` that starts at `from` or after it. */
  findIn(text: string, from: number): Range | undefined {
    this.forget()
    let before = pointBefore(text, from)
    for (let at = from; ;) {
      const point = text.codePointAt(at) ?? NO_CHARACTER
      if (!this.ignores(point)) {
        const found = this.read(point, at, before)
        if (found !== undefined || point === NO_CHARACTER) return found
      }
      before = point
      at += point > 0xffff ? 2 : 1
    }
  }
}

const pointBefore = (text: string, at: number): number => {
  if (at === 0) return NO_CHARACTER
  const last = text.charCodeAt(at - 1)
  if (last >= 0xdc00 && last <= 0xdfff && at >= 2) {
    const pair = text.codePointAt(at - 2) ?? last
    if (pair > 0xffff) return pair
  }
  return last
}
