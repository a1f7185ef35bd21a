/** What an executor reports about its guardrails, as plain JSON: the source of the audit and the counters. */
import type { Action, AuditLevel, GuardrailType, Stage } from '../../schema/guardrail.js'
import type { DetectorKind, Span } from '../detectors/span.js'

export interface DecisionRecord {
  /** The ID in the audit, and in the event of the decision. */
  decision_id: string
  guardrail: string
  type: GuardrailType
  stage: Stage
  action: Action
  category: string
  score: number | null
  detector: DetectorKind
  reason: string
  spans: Span[]
  latency_us: number
  text_hash: string | null
  text_before: string | null
  text_after: string | null
  tool_call_id: string | null
}

/** True if a decision of this level is stored in the audit. */
export const isAudited = (
  level: AuditLevel,
  { action, detector }: Pick<DecisionRecord, 'action' | 'detector'>,
): boolean => {
  if (level === 'minimal') return false
  return level !== 'standard' || action !== 'pass' || detector === 'human'
}

/** Counts checks of one guardrail by action; `pass` is for checks that found nothing. */
export interface CheckTally {
  name: string
  action: Action
  checks: number
  triggers: number
  latency_us: number
}
