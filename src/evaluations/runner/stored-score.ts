/** One score as it is kept and shown: what a criterion says of a run. */
import { verdictOf, type Result, type Verdict } from '../scoring/verdict.js'
import type { ReadyCriterion } from '../scoring/criterion.js'
import type { Score } from '../scoring/score.js'
import type { JsonObject } from '../../schema/common.js'
import type { ResultRow, Scored } from '../../store/evaluations/results.js'

export interface KeptScore extends JsonObject {
  criterion: string
  scorer: string
  score: number | null
  passed: boolean | null
  explanation: string
  /** Who it still waits for. */
  awaiting?: 'people' | 'pair'
}

export const keptScore = (criterion: ReadyCriterion, { raw, ...found }: Score): KeptScore => ({
  criterion: criterion.name,
  scorer: criterion.kind === 'rule' ? criterion.scorer : criterion.kind,
  ...found,
  ...(raw !== undefined && { raw_score: raw }),
})

export const scoresIn = (row: Pick<ResultRow, 'scores'>): KeptScore[] => JSON.parse(row.scores) as KeptScore[]

/** As the statistics read it. */
export const toResult = (
  row: Pick<ResultRow, 'example_id' | 'error' | 'scores'>,
): Result & { scores: Record<string, Verdict | undefined> } => ({
  example_id: row.example_id,
  failed: row.error !== null,
  scores: Object.fromEntries(scoresIn(row).map((one) => [one.criterion, one])),
})

/** What follows from the scores for the row: whether it has all of them, and what they come to. */
export const settled = (
  row: Pick<ResultRow, 'example_id' | 'error'>,
  scores: readonly KeptScore[],
  criteria: readonly ReadyCriterion[],
): Pick<Scored, 'status' | 'passed' | 'score' | 'scores'> => {
  const text = JSON.stringify(scores)
  const awaiting = scores.flatMap((one) => one.awaiting ?? [])
  const verdict = verdictOf(toResult({ ...row, scores: text }), criteria)
  // What counts for nothing may be missing, but not what pairs are compared by: it is all there is of it.
  const mayLack = (criterion: string): boolean =>
    criteria.some(({ name, weight, kind }) => name === criterion && weight === 0 && kind !== 'pairwise')
  // Of a baseline that only pairs are compared with there are no scores, and yet its run may have failed.
  const isMissing = scores.length === 0 && row.error !== null
  const isWhole = !isMissing && scores.every(({ criterion, score }) => score !== null || mayLack(criterion))
  return {
    status: awaiting.includes('pair')
      ? 'awaiting_pair'
      : awaiting.includes('people')
        ? 'awaiting_feedback'
        : isWhole
          ? 'scored'
          : 'error',
    passed: verdict.passed === null ? null : verdict.passed ? 1 : 0,
    score: verdict.score,
    scores: text,
  }
}
