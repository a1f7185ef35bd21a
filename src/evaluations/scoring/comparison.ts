/**
 * Compares two sides (a baseline and a candidate) on the same examples. Examples are added one at a time with their runs on
 * both sides; an example that only one side has is counted and not compared. When several candidates share a baseline, the
 * p values are corrected for multiple testing.
 *
 * The same examples in the same order always give the same numbers. Another order changes the resampling noise and which
 * example ids are listed.
 */
import { holmCorrection } from '../stats/holm.js'
import { toSeed } from '../stats/seeded-random.js'
import { makeDifference, type Difference } from './difference.js'
import { computeVerdict, getCriterionVerdict, type Result, type WeightedCriterion } from './verdict.js'

export interface Comparison extends Difference {
  name: string
  baseline: string
  shared_examples: number
  /** Examples that only the baseline or only the candidate has; they are not compared. */
  only_before: number
  only_after: number
  by_criterion: Record<string, Difference>
}

export interface ComparisonOptions {
  /** Labels of the candidate and of the baseline. */
  name: string
  baseline: string
  criteria: readonly WeightedCriterion[]
  /** Seed of the resampling: the same seed gives the same intervals. */
  seed: string
}

export const makeComparison = ({ name, baseline, criteria, seed }: ComparisonOptions) => {
  const makeSeededDifference = (criterion: string) => makeDifference(toSeed(`${seed}/${name}/${criterion}`))
  const overall = makeSeededDifference('')
  const byCriterion = criteria.map((criterion) => ({
    criterion: criterion.name,
    ...makeSeededDifference(criterion.name),
  }))
  const unpaired = { before: 0, after: 0 }
  let sharedCount = 0

  return {
    /** Adds an example that both sides have, with all its runs. */
    add: (example_id: string, before: readonly Result[], after: readonly Result[]): void => {
      sharedCount++
      const toOverallVerdict = (result: Result) => computeVerdict(result, criteria)
      overall.add(example_id, before.map(toOverallVerdict), after.map(toOverallVerdict))
      for (const { criterion, add } of byCriterion) {
        const toCriterionVerdict = (result: Result) => getCriterionVerdict(result, criterion)
        add(example_id, before.map(toCriterionVerdict), after.map(toCriterionVerdict))
      }
    },

    /** Counts an example that only one side has. */
    addUnpaired: (side: 'before' | 'after'): void => {
      unpaired[side]++
    },

    /** The comparison of the examples added so far. Its p values are not corrected; see `correctPValues`. */
    comparison: (): Comparison => ({
      name,
      baseline,
      shared_examples: sharedCount,
      only_before: unpaired.before,
      only_after: unpaired.after,
      ...overall.difference(),
      by_criterion: Object.fromEntries(
        byCriterion.map(({ criterion, difference }) => [criterion, difference()]),
      ),
    }),
  }
}

/**
 * Corrects the p values of all candidates that share a baseline (Holm). The overall tests are corrected for the number of
 * candidates, the tests per criterion for the number of candidates times criteria.
 */
export const correctPValues = (comparisons: readonly Comparison[]): Comparison[] => {
  const criteria = comparisons.flatMap(({ by_criterion }, candidate) =>
    Object.entries(by_criterion).map(([name, difference]) => ({ candidate, name, ...difference })),
  )
  const corrected = correctDifferences(criteria)
  return correctDifferences(comparisons).map((comparison, index) => ({
    ...comparison,
    by_criterion: Object.fromEntries(
      corrected.flatMap(({ candidate, name, ...difference }) =>
        candidate === index ? [[name, difference]] : [],
      ),
    ),
  }))
}

const correctDifferences = <T extends Difference>(differences: readonly T[]): T[] => {
  const pass = correctTests(differences.map((difference) => difference.pass))
  const score = correctTests(differences.map((difference) => difference.score))
  return differences.map((difference, index) => ({
    ...difference,
    pass: pass[index] ?? null,
    score: score[index] ?? null,
  }))
}

/** A test that could not be made (null) does not count towards the number of tests. */
const correctTests = <T extends { p: number }>(tests: readonly (T | null)[]): (T | null)[] => {
  const corrected = holmCorrection(tests.flatMap((test) => test?.p ?? []))
  let next = 0
  return tests.map((test) => (test === null ? null : { ...test, p_corrected: corrected[next++] ?? 1 }))
}
