/** Derives a run's `required_action` from the interrupts of its graph. */
import type { JsonObject } from '../schema/common.js'
import type { RequiredAction } from '../schema/run.js'
import type { RequiredInterrupt } from './threads/executor-protocol.js'

interface InterruptValue {
  type?: unknown
  tool_calls?: RequiredAction['tool_calls']
}

/** See executor/guardrails/review-request.ts. */
type Review = JsonObject & { type: 'guardrail_review'; held?: unknown }

const isReview = (value: unknown): value is Review =>
  (value as InterruptValue | null)?.type === 'guardrail_review'

const requestsToolOutputs = ({ value }: RequiredInterrupt): boolean =>
  (value as InterruptValue | null)?.type === 'submit_tool_outputs'

/** Tool calls come first, then reviews. The graph raises any other interrupt again once these are resumed. */
export const toRequiredAction = (interrupts: readonly RequiredInterrupt[]): RequiredAction => {
  const toolInterrupts = interrupts.filter(requestsToolOutputs)
  if (toolInterrupts.length > 0) {
    return {
      type: 'submit_tool_outputs',
      tool_calls: toolInterrupts.flatMap(({ value }) => (value as InterruptValue).tool_calls ?? []),
      interrupts: toolInterrupts,
    }
  }
  const reviewInterrupts = interrupts.filter(({ value }) => isReview(value))
  if (reviewInterrupts.length > 0) {
    const shownInterrupts = reviewInterrupts.map(({ id, value }) => ({
      id,
      value: withoutHeldOutput(value as Review),
    }))
    const reviews = shownInterrupts.map(({ id, value: { type: _, ...rest } }) => ({ id, ...rest }))
    return {
      type: 'review',
      reviews: reviews as NonNullable<RequiredAction['reviews']>,
      interrupts: shownInterrupts,
    }
  }
  return { type: 'human_input', interrupts: [...interrupts] }
}

/** `held` is the node's output, kept until after the review. The reviewer sees only its text. */
const withoutHeldOutput = ({ held: _, ...shown }: Review): Omit<Review, 'held'> => shown
