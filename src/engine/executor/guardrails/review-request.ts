/** What a run asks of a reviewer, and what it gets: values of LangGraph's interrupts. */
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'

export const REVIEW = 'guardrail_review'

export interface ReviewRequest {
  type: typeof REVIEW
  stage: Stage
  guardrail: string
  reason: string
  /** The call that waits. */
  tool_call?: { id: string; name: string; arguments: JsonObject }
  /** The answer that waits. */
  content?: string
}

/** With what the node returned, so that no model is asked again when it is approved. */
export interface HeldAnswer extends ReviewRequest {
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

export const isReview = (value: unknown): value is ReviewRequest =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === REVIEW

export const isDecision = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'decision' in value

/** Graphs can be resumed with anything; what is no decision is none to go on. */
export const readDecision = (value: unknown): ReviewDecision => {
  if (value === 'approve' || value === true) return { decision: 'approve' }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<ReviewDecision>
  if (given.decision === 'approve' || given.decision === 'edit' || given.decision === 'reject')
    return { ...given, decision: given.decision }
  return { decision: 'reject', reason: 'the answer was no decision' }
}
