/** Messages between the main thread and the check threads. */
import type { ScorerInput, Score } from '../../evaluations/scoring/score.js'
import type { RuleDecision } from '../../guardrails/rules/check-text.js'
import type { Action, GuardrailDefinition, Stage } from '../../schema/guardrail.js'
import type { Criterion } from '../../schema/scorer.js'

export interface GuardrailCheckRequest {
  kind: 'guardrails'
  definitions: GuardrailDefinition[]
  text: string
  stage: Stage
  finishReason: string | undefined
}

export interface ScoreRequest {
  kind: 'score'
  criterion: Criterion
  input: ScorerInput
}

export type CheckRequest = GuardrailCheckRequest | ScoreRequest

export interface CheckResults {
  guardrails: { action: Action; text: string; decisions: RuleDecision[] }
  score: Score
}

export type CheckReply = { result: CheckResults[keyof CheckResults] } | { error: string }
