/** What a run that stopped to ask waits for, told from the interrupts of its graph. */
import type { JsonObject } from '../schema/common.js'
import type { RequiredAction } from '../schema/run.js'
import type { RequiredInterrupt } from './threads/executor-protocol.js'

interface Asked {
  type?: unknown
  tool_calls?: RequiredAction['tool_calls']
}

/** See executor/guard/review-request.ts. */
type Review = JsonObject & { type: 'guardrail_review'; held?: unknown }

const isReview = (value: unknown): value is Review => (value as Asked | null)?.type === 'guardrail_review'

const asksForTools = ({ value }: RequiredInterrupt): boolean =>
  (value as Asked | null)?.type === 'submit_tool_outputs'

/** Tool calls come first, then reviews; whatever else the graph asked at the same time it asks again once they are answered. */
export const requiredAction = (interrupts: readonly RequiredInterrupt[]): RequiredAction => {
  const forTools = interrupts.filter(asksForTools)
  if (forTools.length > 0) {
    return {
      type: 'submit_tool_outputs',
      tool_calls: forTools.flatMap(({ value }) => (value as Asked).tool_calls ?? []),
      interrupts: forTools,
    }
  }
  const forReview = interrupts.filter(({ value }) => isReview(value))
  if (forReview.length > 0) {
    const open = forReview.map(({ id, value }) => ({ id, value: shownOf(value as Review) }))
    const reviews = open.map(({ id, value: { type: _, ...rest } }) => ({ id, ...rest }))
    return { type: 'review', reviews: reviews as NonNullable<RequiredAction['reviews']>, interrupts: open }
  }
  return { type: 'human_input', interrupts: [...interrupts] }
}

/** What a node returned is kept for the time after the review; the reviewer is shown the text of it. */
const shownOf = ({ held: _, ...shown }: Review): Omit<Review, 'held'> => shown
