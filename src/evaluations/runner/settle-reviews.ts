/** Scores the results that have enough reviews with the mean of their ratings. */
import { adjustScore, type HumanCriterion } from '../scoring/criterion.js'
import { computeMean } from '../stats/moments.js'
import type { FeedbackRow } from '../../store/evaluations/feedback.js'
import { parseScores, settleResult, type StoredScore } from './stored-score.js'
import type { EvaluationLease } from './evaluation-lease.js'

const PAGE_SIZE = 200
/** The middle of the scale; used if the criterion has no threshold. */
const DEFAULT_THRESHOLD = 0.5

export const settleReviews = async (lease: EvaluationLease): Promise<void> => {
  const { deps, plan, key } = lease
  const criteria = new Map(
    plan.criteria.flatMap((criterion) => (criterion.kind === 'human' ? [[criterion.name, criterion]] : [])),
  )
  if (criteria.size === 0) return
  while (lease.isActive) {
    const rows = await deps.results.listFullyReviewed(key, plan.reviewers, PAGE_SIZE)
    if (rows.length === 0) return
    const settledRows = await Promise.all(
      rows.map(async (row) => {
        const reviews = await deps.feedback.listReviews({ ...key, run_id: row.run_id ?? '' })
        const scores = parseScores(row).map(({ awaiting, ...storedScore }): StoredScore => {
          const criterion = awaiting === 'people' ? criteria.get(storedScore.criterion) : undefined
          return criterion === undefined ? storedScore : applyReviews(storedScore, criterion, reviews)
        })
        return { ...row, ...settleResult(row, scores, plan.criteria) }
      }),
    )
    await lease.recordResults(settledRows)
  }
}

const applyReviews = (
  storedScore: StoredScore,
  criterion: HumanCriterion,
  reviews: readonly FeedbackRow[],
): StoredScore => {
  const { threshold = DEFAULT_THRESHOLD, scale, negate } = criterion
  const ratings = reviews.flatMap(({ reviewer, dimensions, comment }) => {
    const value = (JSON.parse(dimensions) as Record<string, number>)[criterion.name]
    return value === undefined ? [] : [{ reviewer, value, comment }]
  })
  if (ratings.length === 0)
    return { ...storedScore, explanation: 'The reviewers gave no score for this criterion.' }
  const raw = computeMean(ratings.map(({ value }) => value))
  const score = (raw - scale.min) / (scale.max - scale.min)
  const explanation = ratings
    .map(
      ({ reviewer, value, comment }) =>
        `${reviewer}: ${String(value)}${comment === null ? '' : ` (${comment})`}`,
    )
    .join('; ')
  const adjusted = adjustScore({ score, passed: score >= threshold, explanation }, undefined, negate)
  return { ...storedScore, ...adjusted, raw_score: raw, scale, reviewers: ratings.length }
}
