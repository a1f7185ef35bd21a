/** Rules about the answer as a whole. */
import type { GuardrailConfig } from '../../schema/guardrail.js'
import { disclaimerChange } from '../detectors/disclaimer/disclaimer.js'
import { checkIntegrity } from '../detectors/integrity/check-integrity.js'
import type { Rule } from './rule.js'

export const integrityRule = (name: string, config: GuardrailConfig<'output_integrity'>): Rule => {
  const { action = 'warn', min_length, max_length, require_complete_sentences } = config
  const wanted = {
    ...(min_length !== undefined && { min_length }),
    ...(max_length !== undefined && { max_length }),
    ...(require_complete_sentences !== undefined && { require_complete_sentences }),
  }
  return {
    name,
    type: 'output_integrity',
    stages: new Set(['output']),
    detector: 'lexical',
    worst: action,
    check(text, { finishReason }) {
      const problems = checkIntegrity(text, wanted, finishReason)
      const [first] = problems
      if (first === undefined) return null
      const reason = problems.map(({ message }) => message).join('; ')
      return { action, category: first.code, spans: problems.map(({ span }) => span), reason }
    },
  }
}

export const disclaimerRule = (name: string, config: GuardrailConfig<'disclaimer_required'>): Rule => ({
  name,
  type: 'disclaimer_required',
  stages: new Set(['output']),
  detector: 'lexical',
  worst: 'append',
  check(text) {
    const change = disclaimerChange(text, config.text)
    if (change.kind === 'none') return null
    const withIt = change.kind === 'append' ? text + change.delta : change.text
    return {
      action: 'append',
      category: 'missing_disclaimer',
      spans: [],
      reason: 'the disclaimer was added',
      text: withIt,
    }
  },
})
