/** One run of one example, scored by every criterion; and what follows from that for the run as a whole. */
import type { Score } from './score.js'

export type Verdict = Pick<Score, 'score' | 'passed'>

export interface Result {
  example_id: string
  /** Whether the run itself failed. */
  failed: boolean
  /** By the name of the criterion. */
  scores: Readonly<Record<string, Verdict | undefined>>
}

export interface WeightedCriterion {
  name: string
  weight: number
}

const UNSCORED: Verdict = { score: null, passed: null }

export const getCriterionVerdict = (result: Result, name: string): Verdict =>
  (Object.hasOwn(result.scores, name) ? result.scores[name] : undefined) ?? UNSCORED

/**
 * The score is the mean of those there are, by weight. It passes when every criterion that counts passes, and fails when
 * one fails. A run that failed passes only where every criterion could be judged all the same, as that it was blocked.
 */
export const computeVerdict = (result: Result, criteria: readonly WeightedCriterion[]): Verdict => {
  let sum = 0
  let weights = 0
  let isFailed = false
  let isUndecided = false
  let counted = 0
  for (const { name, weight } of criteria) {
    if (weight === 0) continue
    counted++
    const { score, passed } = getCriterionVerdict(result, name)
    if (score !== null) {
      sum += weight * score
      weights += weight
    }
    if (passed === false) isFailed = true
    else if (passed === null) isUndecided = true
  }
  if (counted === 0) isUndecided = true
  if (result.failed && isUndecided) isFailed = true
  // The mean of what could be told of a run that failed, such as that it was fast, is no score of it.
  const hasScore = weights > 0 && !(result.failed && isUndecided)
  return { score: hasScore ? sum / weights : null, passed: isFailed ? false : isUndecided ? null : true }
}

/** Of several runs of one example: all have to pass, for what fails now and then is not what was asked for. */
export const allPassed = (runs: readonly Verdict[]): boolean | null => {
  if (runs.some(({ passed }) => passed === false)) return false
  return runs.length > 0 && runs.every(({ passed }) => passed === true) ? true : null
}

/** Of several runs of one example: the mean of those that have a score. */
export const meanScore = (runs: readonly Verdict[]): number | null => {
  let sum = 0
  let scored = 0
  for (const { score } of runs) {
    if (score === null) continue
    sum += score
    scored++
  }
  return scored === 0 ? null : sum / scored
}
