/** Lets the judge compare the output of each assistant with the output of the baseline on the same example. */
import type { PairwiseCriterion } from '../scoring/criterion.js'
import { toOutputText } from '../scoring/score.js'
import type { PairVerdict } from '../judge/pairwise.js'
import type { JsonObject } from '../../schema/common.js'
import type { ResultPosition, ResultRow, ResultScore } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import { toQuestionText, toReferenceText } from './score-run.js'
import { parseScores, settleResult, type StoredScore } from './stored-score.js'
import type { EvaluationLease } from './evaluation-lease.js'

const WINNER_SCORES = { a: 0, tie: 0.5, b: 1 }

export const comparePairs = async (lease: EvaluationLease): Promise<void> => {
  const { deps, plan, key } = lease
  const criteria = plan.criteria.filter((criterion) => criterion.kind === 'pairwise')
  if (criteria.length === 0) return
  while (lease.isActive) {
    // Rows that are done have another status, so each query returns the next ones.
    const rows = await deps.results.listInStatus(key, ['awaiting_pair'], plan.concurrency)
    if (rows.length === 0) return
    const examples = await lease.getExamples(rows)
    const comparedRows = await Promise.all(
      rows.map(async (row) => {
        const baseline = await deps.results.getByPosition({ ...key, ...row, arm: 0 })
        return compareRow(lease, criteria, row, baseline, examples.get(row.example_id))
      }),
    )
    await lease.recordResults(comparedRows)
  }
}

const compareRow = async (
  lease: EvaluationLease,
  criteria: readonly PairwiseCriterion[],
  row: ResultRow,
  baseline: ResultRow | undefined,
  example: ExampleRow | undefined,
): Promise<ResultPosition & ResultScore> => {
  const byName = new Map(criteria.map((criterion) => [criterion.name, criterion]))
  const scores = await Promise.all(
    parseScores(row).map(async ({ awaiting, ...storedScore }): Promise<StoredScore> => {
      const criterion = byName.get(storedScore.criterion)
      if (criterion === undefined) return awaiting === undefined ? storedScore : { ...storedScore, awaiting }
      if (row.output === null || baseline?.output == null || example === undefined)
        return { ...storedScore, explanation: 'One of the two runs has no output to compare.' }
      const pair = {
        ...toQuestion(example),
        outputs: [parseOutputText(baseline.output), parseOutputText(row.output)] as const,
      }
      return applyVerdict(storedScore, await lease.deps.judgeClient.judgePair(criterion, pair, lease.signal))
    }),
  )
  return { ...row, ...settleResult(row, scores, lease.plan.criteria) }
}

const parseOutputText = (output: string): string => toOutputText(JSON.parse(output) as JsonObject)

const toQuestion = ({ input, expected_output }: ExampleRow) => ({
  input: toQuestionText(JSON.parse(input) as JsonObject),
  expected: toReferenceText(expected_output === null ? null : (JSON.parse(expected_output) as JsonObject)),
})

/** A score of 1 is better than the baseline, 0 is worse. Only a verdict that both orders agree on counts. */
const applyVerdict = (storedScore: StoredScore, verdict: PairVerdict): StoredScore => {
  const { winner, orders, consistent, explanation, model, prompt_version, usage, reason } = verdict
  return {
    ...storedScore,
    score: winner === null ? null : WINNER_SCORES[winner],
    passed: winner === null ? null : winner !== 'a',
    explanation,
    ...{ winner, orders, consistent, model, prompt_version, usage },
    ...(reason !== null && { reason }),
  }
}
