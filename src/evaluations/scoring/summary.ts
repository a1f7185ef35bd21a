/**
 * The summary of an evaluation, from results that come one at a time. The runs of one example have to come one after
 * another; the order of the examples makes no difference but to the noise of resampling.
 *
 * Memory does not grow with the number of results: of each criterion there are counts, three moments, and the scores of the
 * first 300 examples, which are dropped when there are more (see bootstrap.ts).
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
  /** Of the examples that passed or failed; null: none did. */
  pass_rate: number | null
  pass_rate_interval: Interval | null
  /** Of the examples that have a score; null: none has. */
  avg_score: number | null
  avg_score_interval: Interval | null
  /** Examples that have a score. */
  scored: number
}

export interface CriterionStatistics extends ScoreStatistics {
  weight: number
  /** Runs that it could not score. */
  errors: number
}

export interface Summary extends ScoreStatistics {
  total_examples: number
  /** Examples of which it is open whether they pass. */
  unscored: number
  /** All runs, which are more than the examples where these are repeated. */
  runs: number
  /** Of the runs that passed or failed, each by itself. */
  run_pass_rate: number | null
  /** Runs that failed. */
  errors: number
  by_criterion: Record<string, CriterionStatistics>
}

interface Tally {
  passed: number
  failed: number
  moments: Moments
  /** Null: too many to keep. */
  values: number[] | null
  /** The runs of the example that is not complete yet. */
  currentRuns: Verdict[]
}

const newTally = (): Tally => ({ passed: 0, failed: 0, moments: EMPTY_MOMENTS, values: [], currentRuns: [] })

/** Counts the open example, which is complete. */
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

/** The tally as if the open example were complete; more runs of it may come. */
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

/** @param seed a text that belongs to the evaluation, such as its id: its intervals are then always the same. */
export const makeSummary = (criteria: readonly WeightedCriterion[], seed: string) => {
  const overall = newTally()
  const byCriterion = criteria.map((criterion) => ({ ...criterion, tally: newTally(), errors: 0 }))
  const runs = { all: 0, passed: 0, failed: 0, errors: 0 }
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
      runs.all++
      if (result.failed) runs.errors++
      if (verdict.passed === true) runs.passed++
      if (verdict.passed === false) runs.failed++
      for (const criterion of byCriterion) {
        const criterionVerdict = getCriterionVerdict(result, criterion.name)
        criterion.tally.currentRuns.push(criterionVerdict)
        if (criterionVerdict.score === null) criterion.errors++
      }
    },

    /** Of what was added so far; more may be added after. */
    summary: (): Summary => {
      const statistics = computeStatistics(toClosedCopy(overall), toSeed(seed))
      const decided = runs.passed + runs.failed
      return {
        total_examples: exampleCount,
        ...statistics,
        unscored: exampleCount - statistics.passed - statistics.failed,
        runs: runs.all,
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
