/** One score as it is kept and shown: what a criterion says of a run. */
import { computeVerdict, type Result, type Verdict } from '../scoring/verdict.js'
import type { ScoringCriterion } from '../scoring/criterion.js'
import type { Score } from '../scoring/score.js'
import type { JsonObject } from '../../schema/common.js'
import type { ResultRow, ResultScore } from '../../store/evaluations/results.js'

export interface StoredScore extends JsonObject {
  criterion: string
  scorer: string
  score: number | null
  passed: boolean | null
  explanation: string
  /** Who it still waits for. */
  awaiting?: 'people' | 'pair'
}

export const toStoredScore = (criterion: ScoringCriterion, { raw, ...score }: Score): StoredScore => ({
  criterion: criterion.name,
  scorer: criterion.kind === 'rule' ? criterion.scorer : criterion.kind,
  ...score,
  ...(raw !== undefined && { raw_score: raw }),
})

export const parseScores = (row: Pick<ResultRow, 'scores'>): StoredScore[] =>
  JSON.parse(row.scores) as StoredScore[]

/** As the statistics read it. */
export const toResult = (
  row: Pick<ResultRow, 'example_id' | 'error' | 'scores'>,
): Result & { scores: Record<string, Verdict | undefined> } => ({
  example_id: row.example_id,
  failed: row.error !== null,
  scores: Object.fromEntries(parseScores(row).map((score) => [score.criterion, score])),
})

/** What follows from the scores for the row: whether it has all of them, and what they come to. */
export const settleResult = (
  row: Pick<ResultRow, 'example_id' | 'error'>,
  scores: readonly StoredScore[],
  criteria: readonly ScoringCriterion[],
): Pick<ResultScore, 'status' | 'passed' | 'score' | 'scores'> => {
  const scoresJson = JSON.stringify(scores)
  const awaiting = scores.flatMap((score) => score.awaiting ?? [])
  const verdict = computeVerdict(toResult({ ...row, scores: scoresJson }), criteria)
  // What counts for nothing may be missing, but not what pairs are compared by: it is all there is of it.
  const isOptional = (criterion: string): boolean =>
    criteria.some(({ name, weight, kind }) => name === criterion && weight === 0 && kind !== 'pairwise')
  // Of a baseline that only pairs are compared with there are no scores, and yet its run may have failed.
  const isUnscoredFailure = scores.length === 0 && row.error !== null
  const isComplete =
    !isUnscoredFailure && scores.every(({ criterion, score }) => score !== null || isOptional(criterion))
  return {
    status: awaiting.includes('pair')
      ? 'awaiting_pair'
      : awaiting.includes('people')
        ? 'awaiting_feedback'
        : isComplete
          ? 'scored'
          : 'error',
    passed: verdict.passed === null ? null : verdict.passed ? 1 : 0,
    score: verdict.score,
    scores: scoresJson,
  }
}
