import type { Stage } from '../../../schema/guardrail.js'

const STAGE_LABELS: Record<Stage, string> = {
  input: 'the input',
  tool_call: 'a tool call',
  tool_result: 'the result of a tool',
  output: 'the answer',
}

/** The run fails with this. Says nothing of the text. */
export class GuardrailBlocked extends Error {
  override name = 'GuardrailBlocked'
  readonly code = 'guardrail_blocked'

  constructor(guardrail: string, stage: Stage, reason: string) {
    super(`the guardrail ${guardrail} blocked ${STAGE_LABELS[stage]}: ${reason}`)
  }
}
