/** The interrupt value that asks for a review, and the resume value that decides it. */
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'

export const REVIEW_TYPE = 'guardrail_review'

export interface ReviewRequest {
  type: typeof REVIEW_TYPE
  stage: Stage
  guardrail: string
  reason: string
  /** The tool call to review. */
  tool_call?: { id: string; name: string; arguments: JsonObject }
  /** The output to review. */
  content?: string
}

/** Also stores the result of the node, so that an approved output does not need another model call. */
export interface HeldOutput extends ReviewRequest {
  content: string
  held: unknown
}

export interface ReviewDecision {
  decision: 'approve' | 'edit' | 'reject'
  reviewer?: string
  reason?: string
  /** The new arguments of an edited tool call. */
  arguments?: JsonObject
  /** The new text of an edited output. */
  content?: string
}

export const isReviewRequest = (value: unknown): value is ReviewRequest =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === REVIEW_TYPE

export const isReviewDecision = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'decision' in value

/** A run can be resumed with any value. A value that is not a decision counts as a rejection. */
export const parseReviewDecision = (value: unknown): ReviewDecision => {
  if (value === 'approve' || value === true) return { decision: 'approve' }
  const input = (typeof value === 'object' && value !== null ? value : {}) as Partial<ReviewDecision>
  if (input.decision === 'approve' || input.decision === 'edit' || input.decision === 'reject')
    return { ...input, decision: input.decision }
  return { decision: 'reject', reason: 'the resume value is not a review decision' }
}
