/** Rules that check the final output as a whole. */
import type { GuardrailConfig } from '../../schema/guardrail.js'
import { getDisclaimerChange } from '../detectors/disclaimer/disclaimer.js'
import { checkIntegrity } from '../detectors/integrity/check-integrity.js'
import type { Rule } from './rule.js'

export const makeIntegrityRule = (name: string, config: GuardrailConfig<'output_integrity'>): Rule => {
  const { action = 'warn', min_length, max_length, require_complete_sentences } = config
  const limits = {
    ...(min_length !== undefined && { min_length }),
    ...(max_length !== undefined && { max_length }),
    ...(require_complete_sentences !== undefined && { require_complete_sentences }),
  }
  return {
    name,
    type: 'output_integrity',
    stages: new Set(['output']),
    detector: 'lexical',
    strongestAction: action,
    check(text, { finishReason }) {
      const findings = checkIntegrity(text, limits, finishReason)
      const [first] = findings
      if (first === undefined) return null
      const reason = findings.map(({ message }) => message).join('; ')
      return { action, category: first.code, spans: findings.map(({ span }) => span), reason }
    },
  }
}

export const makeDisclaimerRule = (name: string, config: GuardrailConfig<'disclaimer_required'>): Rule => ({
  name,
  type: 'disclaimer_required',
  stages: new Set(['output']),
  detector: 'lexical',
  strongestAction: 'append',
  check(text) {
    const change = getDisclaimerChange(text, config.text)
    if (change.kind === 'none') return null
    const newText = change.kind === 'append' ? text + change.delta : change.text
    return {
      action: 'append',
      category: 'missing_disclaimer',
      spans: [],
      reason: 'added the disclaimer',
      text: newText,
    }
  },
})
