/** Results that enough people have looked at get their scores: the mean of what they said. */
import { turned, type HumanCriterion } from '../scoring/criterion.js'
import { meanOf } from '../stats/moments.js'
import type { FeedbackRow } from '../../store/evaluations/feedback.js'
import { scoresIn, settled, type KeptScore } from './stored-score.js'
import type { Work } from './evaluation-lease.js'

const PAGE = 200
/** The middle of the scale, unless the criterion has a threshold of its own. */
const THRESHOLD = 0.5

export const settleReviews = async (work: Work): Promise<void> => {
  const { parts, plan, of } = work
  const criteria = new Map(plan.criteria.flatMap((one) => (one.kind === 'human' ? [[one.name, one]] : [])))
  if (criteria.size === 0) return
  while (work.goesOn) {
    const rows = await parts.results.reviewed(of, plan.reviewers, PAGE)
    if (rows.length === 0) return
    const settledRows = await Promise.all(
      rows.map(async (row) => {
        const reviews = await parts.feedback.reviews({ ...of, run_id: row.run_id ?? '' })
        const scores = scoresIn(row).map(({ awaiting, ...kept }): KeptScore => {
          const criterion = awaiting === 'people' ? criteria.get(kept.criterion) : undefined
          return criterion === undefined ? kept : byPeople(kept, criterion, reviews)
        })
        return { ...row, ...settled(row, scores, plan.criteria) }
      }),
    )
    await work.advance(settledRows)
  }
}

const byPeople = (kept: KeptScore, criterion: HumanCriterion, reviews: readonly FeedbackRow[]): KeptScore => {
  const { threshold = THRESHOLD, scale, negate } = criterion
  const said = reviews.flatMap(({ reviewer, dimensions, comment }) => {
    const value = (JSON.parse(dimensions) as Record<string, number>)[criterion.name]
    return value === undefined ? [] : [{ reviewer, value, comment }]
  })
  if (said.length === 0) return { ...kept, explanation: 'Its reviewers gave no score for it.' }
  const raw = meanOf(said.map(({ value }) => value))
  const score = (raw - scale.min) / (scale.max - scale.min)
  const explanation = said
    .map(
      ({ reviewer, value, comment }) =>
        `${reviewer}: ${String(value)}${comment === null ? '' : ` (${comment})`}`,
    )
    .join('; ')
  const found = turned({ score, passed: score >= threshold, explanation }, undefined, negate)
  return { ...kept, ...found, raw_score: raw, scale, reviewers: said.length }
}
