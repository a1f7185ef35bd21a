/** Asks the judge which of two answers to the same example is better: each assistant's against that of the baseline. */
import type { PairwiseCriterion } from '../scoring/criterion.js'
import { answerOf } from '../scoring/score.js'
import type { PairVerdict } from '../judge/pairwise.js'
import type { JsonObject } from '../../schema/common.js'
import type { Place, ResultRow, Scored } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import { questionOf, referenceOf } from './score-run.js'
import { scoresIn, settled, type KeptScore } from './stored-score.js'
import type { Work } from './evaluation-lease.js'

const WORTH = { a: 0, tie: 0.5, b: 1 }

export const comparePairs = async (work: Work): Promise<void> => {
  const { parts, plan, of } = work
  const criteria = plan.criteria.filter((one) => one.kind === 'pairwise')
  if (criteria.length === 0) return
  while (work.goesOn) {
    // Those that are done are no longer among them.
    const rows = await parts.results.inStatus(of, ['awaiting_pair'], plan.concurrency)
    if (rows.length === 0) return
    const examples = await work.examplesOf(rows)
    const compared = await Promise.all(
      rows.map(async (row) => {
        const baseline = await parts.results.at({ ...of, ...row, arm: 0 })
        return compareOne(work, criteria, row, baseline, examples.get(row.example_id))
      }),
    )
    await work.advance(compared)
  }
}

const compareOne = async (
  work: Work,
  criteria: readonly PairwiseCriterion[],
  row: ResultRow,
  baseline: ResultRow | undefined,
  example: ExampleRow | undefined,
): Promise<Place & Scored> => {
  const byName = new Map(criteria.map((criterion) => [criterion.name, criterion]))
  const scores = await Promise.all(
    scoresIn(row).map(async ({ awaiting, ...kept }): Promise<KeptScore> => {
      const criterion = byName.get(kept.criterion)
      if (criterion === undefined) return awaiting === undefined ? kept : { ...kept, awaiting }
      if (row.output === null || baseline?.output == null || example === undefined)
        return { ...kept, explanation: 'One of the two has no output that could be compared.' }
      const pair = { ...questionIn(example), outputs: [textOf(baseline.output), textOf(row.output)] as const }
      return scored(kept, await work.parts.judging.judgePair(criterion, pair, work.signal))
    }),
  )
  return { ...row, ...settled(row, scores, work.plan.criteria) }
}

const textOf = (output: string): string => answerOf(JSON.parse(output) as JsonObject)

const questionIn = ({ input, expected_output }: ExampleRow) => ({
  input: questionOf(JSON.parse(input) as JsonObject),
  expected: referenceOf(expected_output === null ? null : (JSON.parse(expected_output) as JsonObject)),
})

/** 1: better than the baseline; 0: worse. Only what both orders say counts. */
const scored = (kept: KeptScore, verdict: PairVerdict): KeptScore => {
  const { winner, orders, consistent, explanation, model, prompt_version, usage, reason } = verdict
  return {
    ...kept,
    score: winner === null ? null : WORTH[winner],
    passed: winner === null ? null : winner !== 'a',
    explanation,
    ...{ winner, orders, consistent, model, prompt_version, usage },
    ...(reason !== null && { reason }),
  }
}
