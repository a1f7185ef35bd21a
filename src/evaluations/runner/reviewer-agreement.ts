/** Computes the agreement of the reviewers of an evaluation for each criterion. */
import { krippendorffAlpha } from '../stats/agreement.js'
import type { FeedbackRow } from '../../store/evaluations/feedback.js'
import type { EvaluationLease } from './evaluation-lease.js'

interface Agreement {
  /** Krippendorff's alpha; null if nothing was scored twice or all scores are equal. */
  alpha: number | null
  /** Number of results with scores of at least two reviewers. */
  units: number
  reviewers: number
}

const PAGE_SIZE = 1_000

export const computeReviewerAgreement = async ({
  deps,
  plan,
  key,
}: EvaluationLease): Promise<Record<string, Agreement>> => {
  const names = plan.criteria.filter(({ kind }) => kind === 'human').map(({ name }) => name)
  if (names.length === 0) return {}
  const units = new Map<string, FeedbackRow[]>()
  let after = ''
  for (;;) {
    const rows = await deps.feedback.listAllReviews(key, after, PAGE_SIZE)
    // The reviews of the last run may continue on the next page, so they are read again with it.
    const last = rows.at(-1)?.run_id
    const completeRows = rows.length < PAGE_SIZE ? rows : rows.filter(({ run_id }) => run_id !== last)
    for (const row of completeRows) units.set(row.run_id, [...(units.get(row.run_id) ?? []), row])
    const lastRow = completeRows.at(-1)
    if (lastRow === undefined || rows.length < PAGE_SIZE) break
    after = lastRow.run_id
  }
  const reviews = [...units.values()].map((rows) =>
    rows.map(({ reviewer, dimensions }) => ({
      reviewer,
      scores: JSON.parse(dimensions) as Record<string, number>,
    })),
  )
  return Object.fromEntries(
    names.map((name) => {
      const scored = reviews.map((unit) => unit.filter(({ scores }) => scores[name] !== undefined))
      const scoredTwice = scored.filter((unit) => unit.length > 1)
      const reviewers = new Set(scored.flat().map(({ reviewer }) => reviewer)).size
      const values = scoredTwice.map((unit) => unit.map(({ scores }) => scores[name]))
      return [name, { alpha: krippendorffAlpha(values, 'interval'), units: scoredTwice.length, reviewers }]
    }),
  )
}
