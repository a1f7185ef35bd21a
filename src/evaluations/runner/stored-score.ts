/** Scores as they are stored with a result and shown by the API. */
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
  /** What the score is waiting for: reviews, or the comparison with the baseline. */
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

/** Converts a row to the input of the statistics. */
export const toResult = (
  row: Pick<ResultRow, 'example_id' | 'error' | 'scores'>,
): Result & { scores: Record<string, Verdict | undefined> } => ({
  example_id: row.example_id,
  failed: row.error !== null,
  scores: Object.fromEntries(parseScores(row).map((score) => [score.criterion, score])),
})

/** Derives the status, the score and the verdict of a result from its scores. */
export const settleResult = (
  row: Pick<ResultRow, 'example_id' | 'error'>,
  scores: readonly StoredScore[],
  criteria: readonly ScoringCriterion[],
): Pick<ResultScore, 'status' | 'passed' | 'score' | 'scores'> => {
  const scoresJson = JSON.stringify(scores)
  const awaiting = scores.flatMap((score) => score.awaiting ?? [])
  const verdict = computeVerdict(toResult({ ...row, scores: scoresJson }), criteria)
  // A criterion without weight may lack a score. Pairwise criteria have weight 0 too, but their score is required.
  const isOptional = (criterion: string): boolean =>
    criteria.some(({ name, weight, kind }) => name === criterion && weight === 0 && kind !== 'pairwise')
  // If all criteria are pairwise, the baseline has no scores, but its run may have failed.
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
