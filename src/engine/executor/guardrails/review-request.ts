/** What a run asks of a reviewer, and what it gets: values of LangGraph's interrupts. */
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'

export const REVIEW_TYPE = 'guardrail_review'

export interface ReviewRequest {
  type: typeof REVIEW_TYPE
  stage: Stage
  guardrail: string
  reason: string
  /** The call that waits. */
  tool_call?: { id: string; name: string; arguments: JsonObject }
  /** The answer that waits. */
  content?: string
}

/** With what the node returned, so that no model is asked again when it is approved. */
export interface HeldOutput extends ReviewRequest {
  content: string
  held: unknown
}

export interface ReviewDecision {
  decision: 'approve' | 'edit' | 'reject'
  reviewer?: string
  reason?: string
  /** Of an edited call. */
  arguments?: JsonObject
  /** Of an edited answer. */
  content?: string
}

export const isReviewRequest = (value: unknown): value is ReviewRequest =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === REVIEW_TYPE

export const isReviewDecision = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'decision' in value

/** Graphs can be resumed with anything; what is no decision is none to go on. */
export const parseReviewDecision = (value: unknown): ReviewDecision => {
  if (value === 'approve' || value === true) return { decision: 'approve' }
  const input = (typeof value === 'object' && value !== null ? value : {}) as Partial<ReviewDecision>
  if (input.decision === 'approve' || input.decision === 'edit' || input.decision === 'reject')
    return { ...input, decision: input.decision }
  return { decision: 'reject', reason: 'the answer was no decision' }
}
