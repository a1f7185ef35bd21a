/** A guardrail that is ready to look at texts. */
import type { Action, GuardrailType, Stage } from '../../schema/guardrail.js'
import type { DetectorKind, Span } from '../detectors/span.js'

/** What a rule found, and what it wants done about it. */
export interface Finding {
  action: Exclude<Action, 'pass'>
  /** The category, topic or pattern, for counts and the audit. */
  category: string
  score?: number
  spans: Span[]
  /** Said to a person; holds nothing of the text. */
  reason: string
  /** With `redact` and `append`: the text as it may go on. With `redirect`: the answer instead. */
  text?: string
}

export interface Rule {
  name: string
  type: GuardrailType
  stages: ReadonlySet<Stage>
  detector: DetectorKind
  /** What it may do at worst: text that could be blocked must not be shown before it is checked. */
  strongestAction: Action
  /** Null: nothing. Never throws. */
  check(text: string, context: CheckContext): Finding | null
  /** A model that is asked where the rule itself found nothing. */
  modelCheck?: ModelCheckSettings
}

export interface ModelCheckSettings {
  /** `provider:model`, or one of a moderation endpoint. */
  model: string
  timeoutMs: number
  /** Without an answer: as if nothing was found, or the strongest that the rule can do. */
  onError: 'open' | 'closed'
  /** What it is asked, in words. */
  question: string
  /** What it may find. */
  categories: readonly string[]
  threshold: number
  /** What the rule makes of its answer. */
  toFinding(category: string, score: number | undefined, reason: string): Finding
}

export interface CheckContext {
  stage: Stage
  /** Why the model stopped, where it says so. */
  finishReason?: string
}

/** The first that is there decides what becomes of the text. */
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
