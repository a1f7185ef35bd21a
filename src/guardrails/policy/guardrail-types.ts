/** The types of guardrails with the schemas of their settings, so that forms need no copy of them. */
import { GUARDRAIL_CONFIGS, GUARDRAIL_TYPES, type GuardrailType, type Stage } from '../../schema/guardrail.js'
import type { GuardrailTypeList } from '../../schema/guardrail-type.js'

const DESCRIPTIONS: Record<GuardrailType, string> = {
  topic_restriction: 'Keeps conversations on the allowed topics and off the blocked ones.',
  anomaly_detection: 'Warns about outputs that differ from the earlier outputs of the assistant.',
  output_filter: 'Redacts or blocks identifiers, secrets, own patterns and phrases.',
  content_safety: 'Blocks hate speech, violence, self-harm, harassment, sexual content or profanity.',
  output_integrity: 'Finds outputs that are too short, too long or cut off.',
  disclaimer_required: 'Appends a disclaimer to outputs that lack it.',
  human_review: 'Pauses the run for a person if an amount exceeds a limit.',
  prompt_injection: 'Finds texts that try to override the instructions of the model.',
  rate_of_spend: 'Stops a thread or an assistant that exceeds its budget of tokens or costs.',
}

const FIXED_STAGES: Partial<Record<GuardrailType, Stage[]>> = {
  anomaly_detection: ['output'],
  output_integrity: ['output'],
  disclaimer_required: ['output'],
}

const defaultStages = (type: GuardrailType): Stage[] => {
  const { stages } = GUARDRAIL_CONFIGS[type].properties as { stages?: { default: Stage[] } }
  return stages?.default ?? FIXED_STAGES[type] ?? []
}

export const listGuardrailTypes = async (): Promise<GuardrailTypeList> => {
  // Imported when first needed: loading the patterns takes a tenth of a second.
  const { BUILT_IN_NAMES } = await import('../detectors/patterns/built-in-patterns.js')
  return {
    types: GUARDRAIL_TYPES.map((type) => ({
      type,
      description: DESCRIPTIONS[type],
      stages: defaultStages(type),
      config_schema: { ...GUARDRAIL_CONFIGS[type] },
    })),
    patterns: [...BUILT_IN_NAMES],
  }
}
