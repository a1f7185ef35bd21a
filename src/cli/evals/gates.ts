/** Decides the requested gates from the summary, the progress and the comparison of an evaluation. */
import type { Evaluation } from '../../schema/evaluation.js'
import type { CriterionLimit } from './flags.js'
import type { Progress } from './follow-evaluation.js'
import type { Gate } from './gate.js'
import { formatNumber } from '../output/format.js'
import { decideRegression, type ComparisonReport } from './regression-gate.js'

export type Summary = NonNullable<Evaluation['summary']>

export interface Limits {
  failUnder?: number | undefined
  /** True if `failUnder` applies to the lower bound of the interval instead of the rate. */
  failUnderLowerBound?: boolean | undefined
  minScore?: number | undefined
  criteria: readonly CriterionLimit[]
  maxErrors: number
  alpha: number
}

/** Tolerance for floating-point errors in sums of scores. */
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
  ...limits.criteria.map(({ criterion, minimum }) => {
    const { [criterion]: statistics } = summary.by_criterion
    return atLeast(`pass rate of ${criterion}`, statistics?.pass_rate ?? null, minimum)
  }),
  ...(comparison === null ? [] : [decideRegression(comparison, limits.alpha)]),
  errorsGate(progress, limits.maxErrors),
]

const passRateGate = (
  { pass_rate, pass_rate_interval }: Summary,
  minimum: number,
  byLowerBound = false,
): Gate =>
  byLowerBound
    ? atLeast('lower bound of the pass rate', pass_rate_interval?.[0] ?? null, minimum)
    : atLeast('pass rate', pass_rate, minimum)

const atLeast = (metric: string, value: number | null, minimum: number): Gate => {
  const name = `${metric} at least ${String(minimum)}`
  if (value === null) return { name, passed: false, why: 'nothing was scored' }
  return { name, passed: value >= minimum - EPSILON, why: `it is ${formatNumber(value)}` }
}

/** Number of results without a complete score: the run failed, or the judge gave no readable reply. */
export const countUnscored = ({ total, done, errors }: Progress): number => total - done + errors

const errorsGate = (progress: Progress, maximum: number): Gate => {
  const { total } = progress
  const name = `at most ${String(maximum)} without a score`
  if (total === 0) return { name, passed: false, why: 'there were no examples' }
  const unscored = countUnscored(progress)
  const why = `${String(unscored)} of ${String(total)} results`
  return { name, passed: unscored / total <= maximum + EPSILON, why }
}
