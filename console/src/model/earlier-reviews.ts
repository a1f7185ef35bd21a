/** How people decided on what the same guardrail held before, from the audit of guardrails. */

export interface AuditDecision {
  detector: string | null
  category: string | null
  reason: string | null
  run_id: string
  created_at: string
}

export const REVIEW_OUTCOMES = ['approved', 'edited', 'rejected'] as const
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]

export const REVIEW_WORDS: Record<ReviewOutcome, string> = {
  approved: 'approved',
  edited: 'approved as changed',
  rejected: 'rejected',
}

const outcomeOf = ({ detector, category }: AuditDecision): ReviewOutcome | undefined =>
  detector === 'human' ? REVIEW_OUTCOMES.find((outcome) => outcome === category) : undefined

export interface EarlierReviews {
  counts: Record<ReviewOutcome, number>
  total: number
  /** The latest decisions, newest first. */
  latest: { outcome: ReviewOutcome; reason: string; runId: string; at: string }[]
}

const SHOWN_DECISIONS = 3

export const countReviews = (decisions: AuditDecision[]): EarlierReviews => {
  const reviews = decisions.flatMap((decision) => {
    const outcome = outcomeOf(decision)
    return outcome === undefined
      ? []
      : [{ outcome, reason: decision.reason ?? '', runId: decision.run_id, at: decision.created_at }]
  })
  const count = (outcome: ReviewOutcome): number =>
    reviews.filter((review) => review.outcome === outcome).length
  return {
    counts: { approved: count('approved'), edited: count('edited'), rejected: count('rejected') },
    total: reviews.length,
    latest: reviews.slice(0, SHOWN_DECISIONS),
  }
}

/** "2 approved, 1 rejected" */
export const describeReviews = ({ counts }: EarlierReviews): string =>
  REVIEW_OUTCOMES.filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${String(counts[outcome])} ${REVIEW_WORDS[outcome]}`)
    .join(', ')
