/** How far the reviewers of an evaluation agree with one another, criterion by criterion. */
import { krippendorffAlpha } from '../stats/agreement.js'
import type { FeedbackRow } from '../../store/evaluations/feedback.js'
import type { Work } from './evaluation-lease.js'

interface Agreement {
  /** Krippendorff's alpha; null: nothing was scored twice, or all scores are the same. */
  alpha: number | null
  /** Results that two people or more have scored. */
  units: number
  reviewers: number
}

const PAGE = 1_000

export const agreementOf = async ({ parts, plan, of }: Work): Promise<Record<string, Agreement>> => {
  const names = plan.criteria.filter(({ kind }) => kind === 'human').map(({ name }) => name)
  if (names.length === 0) return {}
  const units = new Map<string, FeedbackRow[]>()
  let after = ''
  for (;;) {
    const rows = await parts.feedback.allReviews(of, after, PAGE)
    // The last run of a full page may go on: it is read again with the next.
    const last = rows.at(-1)?.run_id
    const whole = rows.length < PAGE ? rows : rows.filter(({ run_id }) => run_id !== last)
    for (const row of whole) units.set(row.run_id, [...(units.get(row.run_id) ?? []), row])
    const end = whole.at(-1)
    if (end === undefined || rows.length < PAGE) break
    after = end.run_id
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
      const twice = scored.filter((unit) => unit.length > 1)
      const reviewers = new Set(scored.flat().map(({ reviewer }) => reviewer)).size
      const values = twice.map((unit) => unit.map(({ scores }) => scores[name]))
      return [name, { alpha: krippendorffAlpha(values, 'interval'), units: twice.length, reviewers }]
    }),
  )
}
