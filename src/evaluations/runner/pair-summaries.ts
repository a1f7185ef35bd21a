/** What the judge said of pairs of answers, for each assistant after the first. */
import { summarisePairs, type PairVerdict } from '../judge/pairwise.js'
import { signTest } from '../stats/sign-test.js'
import type { ResultFigures } from '../../store/evaluations/results.js'
import type { Plan } from './plan.js'
import { scoresIn } from './stored-score.js'

type Said = Pick<PairVerdict, 'winner' | 'orders' | 'consistent'>

export const makePairSummaries = ({ criteria, arms }: Plan) => {
  const names = criteria.filter(({ kind }) => kind === 'pairwise').map(({ name }) => name)
  const said = arms.map(() => new Map(names.map((name) => [name, [] as Said[]])))
  return {
    isPairwise: (name: string): boolean => names.includes(name),

    add(row: ResultFigures): void {
      if (names.length === 0 || row.arm === 0) return
      for (const { criterion, ...one } of scoresIn(row)) {
        const { winner = null, orders = [null, null], consistent = null } = one as Partial<Said>
        said[row.arm]?.get(criterion)?.push({ winner, orders, consistent })
      }
    },

    /** Wins are the assistant's, losses the baseline's. */
    summary: (arm: number): object => {
      if (names.length === 0) return {}
      const pairwise = [...(said[arm] ?? [])].map(([name, verdicts]) => {
        const { a_wins: losses, b_wins: wins, ...figures } = summarisePairs(verdicts)
        return [name, { wins, losses, ...figures, sign_p: signTest(wins, losses) }]
      })
      return { pairwise: Object.fromEntries(pairwise) as object }
    },
  }
}
