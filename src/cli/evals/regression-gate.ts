/** The gate that fails if an evaluation is significantly worse than its baseline. */
import type { Comparison } from '../../evaluations/scoring/comparison.js'
import type { Difference } from '../../evaluations/scoring/difference.js'
import type { Gate } from './gate.js'
import { formatNumber, formatPValue } from '../output/format.js'

/** The fields of a comparison that the command uses. */
export interface ComparisonReport extends Pick<
  Comparison,
  'shared_examples' | 'regressed' | 'regressed_count' | 'pass' | 'score'
> {
  by_criterion: Record<string, Pick<Difference, 'pass' | 'score'>>
}

type Test = NonNullable<Difference['pass'] | Difference['score']>

export interface NamedTest {
  metric: string
  test: Test
}

export const decideRegression = (comparison: ComparisonReport, alpha: number): Gate => {
  const name = 'no significant regression'
  const shared = `${String(comparison.shared_examples)} shared examples`
  if (comparison.shared_examples === 0)
    return { name, passed: false, why: 'the evaluations have no example in common' }
  const tests = listTests(comparison)
  if (tests.length === 0) return { name, passed: false, why: `none of ${shared} was scored in both` }
  const regressions = tests.filter(({ test }) => test.difference < 0 && test.p_corrected < alpha)
  if (regressions.length > 0) return { name, passed: false, why: regressions.map(describeTest).join('; ') }
  const [overall] = tests
  return {
    name,
    passed: true,
    why: [...(overall ? [describeTest(overall)] : []), `${shared}${describeDetectable(comparison)}`].join(
      '; ',
    ),
  }
}

export const listTests = ({ pass, score, by_criterion }: ComparisonReport): NamedTest[] => [
  ...toNamedTests('pass rate', pass),
  ...toNamedTests('score', score),
  ...Object.entries(by_criterion).flatMap(([name, difference]) => [
    ...toNamedTests(`pass rate of ${name}`, difference.pass),
    ...toNamedTests(`score of ${name}`, difference.score),
  ]),
]

const toNamedTests = (metric: string, test: Test | null): NamedTest[] =>
  test === null ? [] : [{ metric, test }]

const describeTest = ({ metric, test: { before, after, p_corrected } }: NamedTest): string =>
  `${metric} ${formatNumber(before)} → ${formatNumber(after)}, ${formatPValue(p_corrected)}`

/** Without the detectable difference, "no significant regression" would mean little. */
const describeDetectable = ({ pass }: ComparisonReport): string =>
  pass?.detectable == null ? '' : `, enough to detect a difference of ${formatNumber(pass.detectable)}`
