/**
 * Bounds the work of user patterns on one text. RE2 finds one match in linear time, but all matches of `a(.*b)?` in a text
 * without a `b` take quadratic time, because each search reads to the end of the text. Such a pattern took 17 s for 20,000
 * characters (November 2026). When the budget is spent, the rest of the text counts as a match: what was not searched is
 * redacted or blocked and never released.
 */

const BASE_STEPS = 5_000_000
const STEPS_PER_CHARACTER = 50
/** A test whether a pattern occurs at all reads this many characters in the time of a step of the automaton. */
const TESTED_CHARACTERS_PER_STEP = 16

export class SearchBudget {
  static #current: SearchBudget | undefined
  #stepsLeft: number

  constructor(textLength: number) {
    this.#stepsLeft = computeMaxSteps(textLength)
  }

  /** The budget of the check that runs now. Checks are synchronous. */
  static get current(): SearchBudget | undefined {
    return SearchBudget.#current
  }

  get isSpent(): boolean {
    return this.#stepsLeft <= 0
  }

  /** Every search that `check` starts uses this budget. */
  run<T>(check: () => T): T {
    const outer = SearchBudget.#current
    SearchBudget.#current = this
    try {
      return check()
    } finally {
      SearchBudget.#current = outer
    }
  }

  spend(steps: number): void {
    this.#stepsLeft -= steps
  }

  spendOnTest(textLength: number): void {
    this.spend(textLength / TESTED_CHARACTERS_PER_STEP)
  }
}

/** The steps that one text of this length may take. */
export const computeMaxSteps = (textLength: number): number => BASE_STEPS + STEPS_PER_CHARACTER * textLength
