import type { GuardrailConfig } from '../../schema/guardrail.js'
import { filterOverLimit, type Amount } from '../detectors/amounts/amount.js'
import { findAmountsInArguments } from '../detectors/amounts/find-in-arguments.js'
import { findAmountsInText } from '../detectors/amounts/find-in-text.js'
import type { Rule } from './rule.js'

/** Requests a review for amounts strictly over the limit. Tool arguments are passed as JSON. */
export const makeReviewRule = (name: string, config: GuardrailConfig<'human_review'>): Rule => {
  const limit = config.for_amounts_over
  return {
    name,
    type: 'human_review',
    stages: new Set(config.stages ?? ['tool_call', 'output']),
    detector: 'lexical',
    strongestAction: 'review',
    check(text, { stage }) {
      const amountsOverLimit = filterOverLimit(
        stage === 'tool_call' ? findAmounts(text) : findAmountsInText(text),
        limit,
      )
      if (amountsOverLimit.length === 0) return null
      const spans = amountsOverLimit.flatMap(({ span }) => (span === undefined ? [] : [span]))
      return { action: 'review', category: 'amount', spans, reason: `an amount exceeds ${String(limit)}` }
    },
  }
}

const findAmounts = (args: string): Amount[] => {
  try {
    const parsed: unknown = JSON.parse(args)
    return [...findAmountsInArguments(parsed), ...findAmountsInText(collectText(parsed))]
  } catch {
    return findAmountsInText(args)
  }
}

/** Collects the strings of the arguments: "pay $5,000 to …" may be in a field called `note`. */
const collectText = (value: unknown): string => {
  if (typeof value === 'string') return `${value}\n`
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(collectText).join('')
}
