/** Whether an evaluation is good enough: each gate that was asked for, decided from its figures alone. */
import type { Evaluation } from '../../schema/evaluation.js'
import type { CriterionLimit } from './flags.js'
import type { Progress } from './follow-evaluation.js'
import type { Gate } from './gate.js'
import { formatNumber } from './format.js'
import { decideRegression, type ComparisonReport } from './regression-gate.js'

export type Summary = NonNullable<Evaluation['summary']>

export interface Limits {
  failUnder?: number | undefined
  /** Whether `failUnder` is held against the lower end of the interval, not the rate itself. */
  failUnderLowerBound?: boolean | undefined
  minScore?: number | undefined
  criteria: readonly CriterionLimit[]
  maxErrors: number
  alpha: number
}

/** Sums of scores may miss the limit that they mean by this much. */
const EPSILON = 1e-9

export const decideGates = (
  { summary, progress }: { summary: Summary; progress: Progress },
  limits: Limits,
  comparison: ComparisonReport | null,
): Gate[] => [
  ...(limits.failUnder === undefined
    ? []
    : [passRateGate(summary, limits.failUnder, limits.failUnderLowerBound)]),
  ...(limits.minScore === undefined ? [] : [atLeast('score', summary.avg_score, limits.minScore)]),
  ...limits.criteria.map(({ criterion, least }) => {
    const { [criterion]: statistics } = summary.by_criterion
    return atLeast(`pass rate of ${criterion}`, statistics?.pass_rate ?? null, least)
  }),
  ...(comparison === null ? [] : [decideRegression(comparison, limits.alpha)]),
  errorsGate(progress, limits.maxErrors),
]

const passRateGate = (
  { pass_rate, pass_rate_interval }: Summary,
  least: number,
  byLowerBound = false,
): Gate =>
  byLowerBound
    ? atLeast('lower bound of the pass rate', pass_rate_interval?.[0] ?? null, least)
    : atLeast('pass rate', pass_rate, least)

const atLeast = (metric: string, value: number | null, least: number): Gate => {
  const name = `${metric} at least ${String(least)}`
  if (value === null) return { name, passed: false, why: 'nothing was scored' }
  return { name, passed: value >= least - EPSILON, why: `it is ${formatNumber(value)}` }
}

/** Results that lack a score of any criterion that counts: a run failed, or a judge gave no answer that could be read. */
export const countUnscored = ({ total, done, errors }: Progress): number => total - done + errors

const errorsGate = (progress: Progress, maximum: number): Gate => {
  const { total } = progress
  const name = `at most ${String(maximum)} without a score`
  if (total === 0) return { name, passed: false, why: 'there were no examples' }
  const unscored = countUnscored(progress)
  const why = `${String(unscored)} of ${String(total)} results`
  return { name, passed: unscored / total <= maximum + EPSILON, why }
}
