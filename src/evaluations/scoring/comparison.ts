/**
 * An evaluation held against another on the same examples, which come one at a time with their runs on both sides. Only
 * examples that both have are compared. Where several are held against the same one, the p values are corrected for their
 * number.
 *
 * The same examples in the same order always give the same figures; another order changes the noise of resampling and which
 * ids are listed.
 */
import { holmCorrection } from '../stats/holm.js'
import { toSeed } from '../stats/seeded-random.js'
import { makeDifference, type Difference } from './difference.js'
import { computeVerdict, getCriterionVerdict, type Result, type WeightedCriterion } from './verdict.js'

export interface Comparison extends Difference {
  name: string
  baseline: string
  shared_examples: number
  /** Examples that only one side has; they are not compared. */
  only_before: number
  only_after: number
  by_criterion: Record<string, Difference>
}

export interface ComparisonOptions {
  /** What is compared, and what it is held against. */
  name: string
  baseline: string
  criteria: readonly WeightedCriterion[]
  /** A text that belongs to the comparison; its intervals are then always the same. */
  seed: string
}

export const makeComparison = ({ name, baseline, criteria, seed }: ComparisonOptions) => {
  const makeSeededDifference = (of: string) => makeDifference(toSeed(`${seed}/${name}/${of}`))
  const overall = makeSeededDifference('')
  const byCriterion = criteria.map((criterion) => ({
    of: criterion.name,
    ...makeSeededDifference(criterion.name),
  }))
  const unpaired = { before: 0, after: 0 }
  let sharedCount = 0

  return {
    /** An example that both sides have, with all its runs on each. */
    add: (example_id: string, before: readonly Result[], after: readonly Result[]): void => {
      sharedCount++
      const toOverallVerdict = (result: Result) => computeVerdict(result, criteria)
      overall.add(example_id, before.map(toOverallVerdict), after.map(toOverallVerdict))
      for (const { of, add } of byCriterion) {
        const toCriterionVerdict = (result: Result) => getCriterionVerdict(result, of)
        add(example_id, before.map(toCriterionVerdict), after.map(toCriterionVerdict))
      }
    },

    /** An example that only this side has. */
    addUnpaired: (side: 'before' | 'after'): void => {
      unpaired[side]++
    },

    /** Of what was added so far; more may be added after. Its p values are corrected by `correct`. */
    comparison: (): Comparison => ({
      name,
      baseline,
      shared_examples: sharedCount,
      only_before: unpaired.before,
      only_after: unpaired.after,
      ...overall.difference(),
      by_criterion: Object.fromEntries(byCriterion.map(({ of, difference }) => [of, difference()])),
    }),
  }
}

/**
 * All that is held against the same baseline, with p values that are corrected for their number (Holm): over all sides for
 * the whole, over all sides and criteria for the criteria.
 */
export const correctPValues = (comparisons: readonly Comparison[]): Comparison[] => {
  const criteria = comparisons.flatMap(({ by_criterion }, side) =>
    Object.entries(by_criterion).map(([name, difference]) => ({ side, name, ...difference })),
  )
  const corrected = correctDifferences(criteria)
  return correctDifferences(comparisons).map((comparison, index) => ({
    ...comparison,
    by_criterion: Object.fromEntries(
      corrected.flatMap(({ side, name, ...difference }) => (side === index ? [[name, difference]] : [])),
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

/** What was not tested is not counted. */
const correctTests = <T extends { p: number }>(tests: readonly (T | null)[]): (T | null)[] => {
  const corrected = holmCorrection(tests.flatMap((test) => test?.p ?? []))
  let next = 0
  return tests.map((test) => (test === null ? null : { ...test, p_corrected: corrected[next++] ?? 1 }))
}
