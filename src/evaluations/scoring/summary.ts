/**
 * Builds the summary of an evaluation from results that are added one at a time. The runs of one example must be added
 * consecutively; the order of the examples affects only the resampling noise.
 *
 * Memory does not grow with the number of results: each criterion has counts, three moments and the scores of up to 300
 * examples, which are dropped when there are more (see bootstrap.ts).
 */
import { bootstrapMean, keepForResampling } from '../stats/bootstrap.js'
import { addToMoments, EMPTY_MOMENTS, type Moments } from '../stats/moments.js'
import { toSeed } from '../stats/seeded-random.js'
import { wilsonInterval } from '../stats/wilson.js'
import {
  meanScore,
  allPassed,
  computeVerdict,
  getCriterionVerdict,
  type Result,
  type Verdict,
  type WeightedCriterion,
} from './verdict.js'

type Interval = [low: number, high: number]

export interface ScoreStatistics {
  passed: number
  failed: number
  /** Share of the examples that passed or failed; null if none did. */
  pass_rate: number | null
  pass_rate_interval: Interval | null
  /** Mean over the examples that have a score; null if none has. */
  avg_score: number | null
  avg_score_interval: Interval | null
  /** Number of examples that have a score. */
  scored: number
}

export interface CriterionStatistics extends ScoreStatistics {
  weight: number
  /** Number of runs that this criterion could not score. */
  errors: number
}

export interface Summary extends ScoreStatistics {
  total_examples: number
  /** Number of examples that neither passed nor failed. */
  unscored: number
  /** Number of runs: examples times repetitions. */
  runs: number
  /** Share of the runs that passed or failed, each counted separately. */
  run_pass_rate: number | null
  /** Number of runs that failed. */
  errors: number
  by_criterion: Record<string, CriterionStatistics>
}

interface Tally {
  passed: number
  failed: number
  moments: Moments
  /** Scores kept for resampling; null if there are too many. */
  values: number[] | null
  /** The runs of the current example, which may get more. */
  currentRuns: Verdict[]
}

const newTally = (): Tally => ({ passed: 0, failed: 0, moments: EMPTY_MOMENTS, values: [], currentRuns: [] })

/** Adds the current example, which is complete, to the counts. */
const closeExample = (tally: Tally): void => {
  if (tally.currentRuns.length === 0) return
  const passed = allPassed(tally.currentRuns)
  const score = meanScore(tally.currentRuns)
  tally.currentRuns = []
  if (passed === true) tally.passed++
  if (passed === false) tally.failed++
  if (score === null) return
  tally.moments = addToMoments(tally.moments, score)
  tally.values = keepForResampling(tally.values, score)
}

/** A copy of the tally in which the current example is closed; the original can still get runs of it. */
const toClosedCopy = (tally: Tally): Tally => {
  const copy = { ...tally, values: tally.values === null ? null : [...tally.values] }
  closeExample(copy)
  return copy
}

const computeStatistics = ({ passed, failed, moments, values }: Tally, seed: number): ScoreStatistics => {
  const decided = passed + failed
  const estimate = moments.count === 0 ? null : bootstrapMean(moments, values, { seed })
  return {
    passed,
    failed,
    pass_rate: decided === 0 ? null : passed / decided,
    pass_rate_interval: decided === 0 ? null : wilsonInterval(passed, decided),
    avg_score: estimate?.mean ?? null,
    avg_score_interval: estimate?.interval ?? null,
    scored: moments.count,
  }
}

/** @param seed seed of the resampling: the same seed gives the same intervals. */
export const makeSummary = (criteria: readonly WeightedCriterion[], seed: string) => {
  const overall = newTally()
  const byCriterion = criteria.map((criterion) => ({ ...criterion, tally: newTally(), errors: 0 }))
  const runs = { total: 0, passed: 0, failed: 0, errors: 0 }
  let exampleCount = 0
  let currentExampleId: string | undefined

  const startExample = (id: string): void => {
    currentExampleId = id
    exampleCount++
    closeExample(overall)
    for (const { tally } of byCriterion) closeExample(tally)
  }

  return {
    add: (result: Result): void => {
      if (result.example_id !== currentExampleId) startExample(result.example_id)
      const verdict = computeVerdict(result, criteria)
      overall.currentRuns.push(verdict)
      runs.total++
      if (result.failed) runs.errors++
      if (verdict.passed === true) runs.passed++
      if (verdict.passed === false) runs.failed++
      for (const criterion of byCriterion) {
        const criterionVerdict = getCriterionVerdict(result, criterion.name)
        criterion.tally.currentRuns.push(criterionVerdict)
        if (criterionVerdict.score === null) criterion.errors++
      }
    },

    /** The summary of the results added so far. */
    summary: (): Summary => {
      const statistics = computeStatistics(toClosedCopy(overall), toSeed(seed))
      const decided = runs.passed + runs.failed
      return {
        total_examples: exampleCount,
        ...statistics,
        unscored: exampleCount - statistics.passed - statistics.failed,
        runs: runs.total,
        run_pass_rate: decided === 0 ? null : runs.passed / decided,
        errors: runs.errors,
        by_criterion: Object.fromEntries(
          byCriterion.map(({ name, weight, tally, errors }) => [
            name,
            { ...computeStatistics(toClosedCopy(tally), toSeed(`${seed}/${name}`)), weight, errors },
          ]),
        ),
      }
    },
  }
}
