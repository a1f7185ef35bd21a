/** Whether one evaluation is worse than another by more than chance explains. */
import type { Comparison } from '../../evaluations/scoring/comparison.js'
import type { Difference } from '../../evaluations/scoring/difference.js'
import type { Gate } from './gate.js'
import { figure, probability } from './format.js'

/** What is read of a comparison. */
export interface Compared extends Pick<
  Comparison,
  'shared_examples' | 'regressed' | 'regressed_count' | 'pass' | 'score'
> {
  by_criterion: Record<string, Pick<Difference, 'pass' | 'score'>>
}

type Test = NonNullable<Difference['pass'] | Difference['score']>

interface Tested {
  what: string
  test: Test
}

export const decideRegression = (compared: Compared, alpha: number): Gate => {
  const name = 'no significant regression'
  const shared = `${String(compared.shared_examples)} shared examples`
  if (compared.shared_examples === 0)
    return { name, passed: false, why: 'the two have no example in common, so nothing could be compared' }
  const tests = testsOf(compared)
  if (tests.length === 0) return { name, passed: false, why: `of ${shared} none was scored in both` }
  const worse = tests.filter(({ test }) => test.difference < 0 && test.p_corrected < alpha)
  if (worse.length > 0) return { name, passed: false, why: worse.map(describe).join('; ') }
  const [whole] = tests
  return {
    name,
    passed: true,
    why: [...(whole ? [describe(whole)] : []), `${shared}${couldShow(compared)}`].join('; '),
  }
}

const testsOf = ({ pass, score, by_criterion }: Compared): Tested[] => [
  ...tested('pass rate', pass),
  ...tested('score', score),
  ...Object.entries(by_criterion).flatMap(([name, of]) => [
    ...tested(`pass rate of ${name}`, of.pass),
    ...tested(`score of ${name}`, of.score),
  ]),
]

const tested = (what: string, test: Test | null): Tested[] => (test === null ? [] : [{ what, test }])

const describe = ({ what, test: { before, after, p_corrected } }: Tested): string =>
  `${what} ${figure(before)} → ${figure(after)}, ${probability(p_corrected)}`

/** That nothing was seen means little where little could have been. */
const couldShow = ({ pass }: Compared): string =>
  pass?.detectable == null ? '' : `, which could show a difference of ${figure(pass.detectable)}`
