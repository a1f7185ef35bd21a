/** The scores of one run by criterion, and the verdict on the run as a whole. */
import type { Score } from './score.js'

export type Verdict = Pick<Score, 'score' | 'passed'>

export interface Result {
  example_id: string
  /** True if the run itself failed. */
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
 * The score is the weighted mean of the available scores. The run passes if every criterion with a weight passes, and fails
 * if one of them fails. A run that failed can pass only if every criterion could score it, such as a check that it is blocked.
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
  // A failed run with missing scores has no score: the remaining ones, such as its latency, would be misleading.
  const hasScore = weights > 0 && !(result.failed && isUndecided)
  return { score: hasScore ? sum / weights : null, passed: isFailed ? false : isUndecided ? null : true }
}

/** An example passes only if all its runs pass: an assistant that fails sometimes is not reliable. */
export const allPassed = (runs: readonly Verdict[]): boolean | null => {
  if (runs.some(({ passed }) => passed === false)) return false
  return runs.length > 0 && runs.every(({ passed }) => passed === true) ? true : null
}

/** Mean score of the runs of one example that have a score. */
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
