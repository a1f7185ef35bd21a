/** Summarizes the pairwise verdicts of each assistant against the baseline. */
import { summarizePairs, type PairVerdict } from '../judge/pairwise.js'
import { signTest } from '../stats/sign-test.js'
import type { ResultSummary } from '../../store/evaluations/results.js'
import type { EvaluationPlan } from './plan.js'
import { parseScores } from './stored-score.js'

type StoredPairVerdict = Pick<PairVerdict, 'winner' | 'orders' | 'consistent'>

export const makePairSummaries = ({ criteria, arms }: EvaluationPlan) => {
  const names = criteria.filter(({ kind }) => kind === 'pairwise').map(({ name }) => name)
  const verdictsByArm = arms.map(() => new Map(names.map((name) => [name, [] as StoredPairVerdict[]])))
  return {
    isPairwise: (name: string): boolean => names.includes(name),

    add(row: ResultSummary): void {
      if (names.length === 0 || row.arm === 0) return
      for (const { criterion, ...stored } of parseScores(row)) {
        const {
          winner = null,
          orders = [null, null],
          consistent = null,
        } = stored as Partial<StoredPairVerdict>
        verdictsByArm[row.arm]?.get(criterion)?.push({ winner, orders, consistent })
      }
    },

    /** Wins are those of the assistant, losses those of the baseline. */
    summary: (arm: number): object => {
      if (names.length === 0) return {}
      const pairwise = [...(verdictsByArm[arm] ?? [])].map(([name, verdicts]) => {
        const { a_wins: losses, b_wins: wins, ...figures } = summarizePairs(verdicts)
        return [name, { wins, losses, ...figures, sign_p: signTest(wins, losses) }]
      })
      return { pairwise: Object.fromEntries(pairwise) as object }
    },
  }
}
