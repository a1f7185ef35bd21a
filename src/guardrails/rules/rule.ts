/** A compiled guardrail that checks texts. */
import type { Action, GuardrailType, Stage } from '../../schema/guardrail.js'
import type { DetectorKind, Span } from '../detectors/span.js'

/** What a rule found in a text, and the action it requests. */
export interface Finding {
  action: Exclude<Action, 'pass'>
  /** The category, topic or pattern, for the counters and the audit. */
  category: string
  score?: number
  spans: Span[]
  /** A human-readable reason that does not quote the text. */
  reason: string
  /** For `redact` and `append` the new text, for `redirect` the reply. */
  text?: string
  /** Set if another detector than that of the rule made the finding: a classifier instead of the word lists. */
  detector?: DetectorKind
}

export interface Rule {
  name: string
  type: GuardrailType
  stages: ReadonlySet<Stage>
  detector: DetectorKind
  /** The strongest action the rule can take: text that could be blocked must not be streamed before it is checked. */
  strongestAction: Action
  /** Returns null if it finds nothing. Never throws. */
  check(text: string, context: CheckContext): Finding | null
  /** A model to check the text with if the rule itself found nothing. */
  modelCheck?: ModelCheckSettings
}

export interface ModelCheckSettings {
  /** `provider:model`; may name a moderation model. */
  model: string
  timeoutMs: number
  /** If the model fails or times out: `open` counts as no finding, `closed` as a finding. */
  onError: 'open' | 'closed'
  /** The question for a chat model. */
  question: string
  /** The categories that the model can report. */
  categories: readonly string[]
  threshold: number
  /** Converts the model's reply to a finding of the rule. */
  toFinding(category: string, score: number | undefined, reason: string): Finding
}

export interface CheckContext {
  stage: Stage
  /** The finish reason of the model, if it reports one. */
  finishReason?: string
}

/** From strongest to weakest: the strongest action decides what happens to the text. */
export const ACTIONS_BY_STRENGTH: readonly Action[] = [
  'block',
  'review',
  'redirect',
  'redact',
  'append',
  'warn',
  'pass',
]

export const selectStrongest = (actions: readonly Action[]): Action =>
  ACTIONS_BY_STRENGTH.find((action) => actions.includes(action)) ?? 'pass'
