import type { Stage } from '../../../schema/guardrail.js'

const STAGE_LABELS: Record<Stage, string> = {
  input: 'the input',
  tool_call: 'a tool call',
  tool_result: 'a tool result',
  output: 'the output',
}

/** The error that a blocked run fails with. Its message does not quote the blocked text. */
export class GuardrailBlocked extends Error {
  override name = 'GuardrailBlocked'
  readonly code = 'guardrail_blocked'

  constructor(guardrail: string, stage: Stage, reason: string) {
    super(`Guardrail ${guardrail} blocked ${STAGE_LABELS[stage]}: ${reason}`)
  }
}
