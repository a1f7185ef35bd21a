/** Compares two outputs without a model: the one that the heuristic rates higher wins, regardless of their order. */
import { judgeByHeuristic } from './heuristic-judge.js'
import type { PairVerdict } from './pairwise.js'
import type { JudgePairInput } from './prompt.js'
import type { JudgedCriterion } from './rubrics.js'

/** A smaller difference is a tie. */
const TIE_MARGIN = 0.05

interface HeuristicPairOptions extends JudgePairInput {
  criterion: JudgedCriterion
  now: () => number
}

export const judgePairByHeuristic = ({
  criterion,
  input,
  outputs,
  expected,
  now,
}: HeuristicPairOptions): PairVerdict => {
  const started = now()
  const rate = (output: string) => judgeByHeuristic({ criterion, input, output, expected, now })
  const [a, b] = [rate(outputs[0]), rate(outputs[1])]
  const reason = a.reason ?? b.reason
  const common = {
    model: null,
    usage: null,
    repaired: 0,
    retries: 0,
    prompt_version: a.prompt_version,
    latency_ms: now() - started,
    explanation: `First: ${a.explanation}\nSecond: ${b.explanation}`,
  }
  if (a.score === null || b.score === null)
    return { ...common, winner: null, orders: [null, null], consistent: null, status: 'error', reason }
  const margin = a.score - b.score
  const winner = Math.abs(margin) < TIE_MARGIN ? 'tie' : margin > 0 ? 'a' : 'b'
  const orders: PairVerdict['orders'] =
    winner === 'tie' ? ['tie', 'tie'] : winner === 'a' ? ['first', 'second'] : ['second', 'first']
  return { ...common, winner, orders, consistent: true, status: 'scored', reason: null }
}
