/**
 * The summary of an evaluation, from results that come one at a time. The runs of one example have to come one after
 * another; the order of the examples makes no difference but to the noise of resampling.
 *
 * Memory does not grow with the number of results: of each criterion there are counts, three moments, and the scores of the
 * first 300 examples, which are dropped when there are more (see bootstrap.ts).
 */
import { bootstrapOf, keep } from '../stats/bootstrap.js'
import { addMoment, NO_MOMENTS, type Moments } from '../stats/moments.js'
import { seedOf } from '../stats/seeded-random.js'
import { wilsonInterval } from '../stats/wilson.js'
import {
  meanScore,
  passedAll,
  verdictOf,
  verdictOn,
  type Result,
  type Verdict,
  type Weighted,
} from './verdict.js'

type Interval = [low: number, high: number]

export interface Figures {
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

export interface CriterionFigures extends Figures {
  weight: number
  /** Runs that it could not score. */
  errors: number
}

export interface Summary extends Figures {
  total_examples: number
  /** Examples of which it is open whether they pass. */
  unscored: number
  /** All runs, which are more than the examples where these are repeated. */
  runs: number
  /** Of the runs that passed or failed, each by itself. */
  run_pass_rate: number | null
  /** Runs that failed. */
  errors: number
  by_criterion: Record<string, CriterionFigures>
}

interface Tally {
  passed: number
  failed: number
  moments: Moments
  /** Null: too many to keep. */
  values: number[] | null
  /** The runs of the example that is not complete yet. */
  open: Verdict[]
}

const newTally = (): Tally => ({ passed: 0, failed: 0, moments: NO_MOMENTS, values: [], open: [] })

/** Counts the open example, which is complete. */
const close = (tally: Tally): void => {
  if (tally.open.length === 0) return
  const passed = passedAll(tally.open)
  const score = meanScore(tally.open)
  tally.open = []
  if (passed === true) tally.passed++
  if (passed === false) tally.failed++
  if (score === null) return
  tally.moments = addMoment(tally.moments, score)
  tally.values = keep(tally.values, score)
}

/** The tally as if the open example were complete; more runs of it may come. */
const closed = (tally: Tally): Tally => {
  const copy = { ...tally, values: tally.values === null ? null : [...tally.values] }
  close(copy)
  return copy
}

const figuresOf = ({ passed, failed, moments, values }: Tally, seed: number): Figures => {
  const decided = passed + failed
  const estimate = moments.count === 0 ? null : bootstrapOf(moments, values, { seed })
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
export const makeSummary = (criteria: readonly Weighted[], seed: string) => {
  const whole = newTally()
  const byCriterion = criteria.map((criterion) => ({ ...criterion, tally: newTally(), errors: 0 }))
  const runs = { all: 0, passed: 0, failed: 0, errors: 0 }
  let examples = 0
  let current: string | undefined

  const nextExample = (id: string): void => {
    current = id
    examples++
    close(whole)
    for (const { tally } of byCriterion) close(tally)
  }

  return {
    add: (result: Result): void => {
      if (result.example_id !== current) nextExample(result.example_id)
      const verdict = verdictOf(result, criteria)
      whole.open.push(verdict)
      runs.all++
      if (result.failed) runs.errors++
      if (verdict.passed === true) runs.passed++
      if (verdict.passed === false) runs.failed++
      for (const one of byCriterion) {
        const own = verdictOn(result, one.name)
        one.tally.open.push(own)
        if (own.score === null) one.errors++
      }
    },

    /** Of what was added so far; more may be added after. */
    summary: (): Summary => {
      const figures = figuresOf(closed(whole), seedOf(seed))
      const decided = runs.passed + runs.failed
      return {
        total_examples: examples,
        ...figures,
        unscored: examples - figures.passed - figures.failed,
        runs: runs.all,
        run_pass_rate: decided === 0 ? null : runs.passed / decided,
        errors: runs.errors,
        by_criterion: Object.fromEntries(
          byCriterion.map(({ name, weight, tally, errors }) => [
            name,
            { ...figuresOf(closed(tally), seedOf(`${seed}/${name}`)), weight, errors },
          ]),
        ),
      }
    },
  }
}
