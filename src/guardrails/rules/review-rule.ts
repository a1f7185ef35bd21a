import type { GuardrailConfig } from '../../schema/guardrail.js'
import { overLimit, type Amount } from '../detectors/amounts/amount.js'
import { amountsInArguments } from '../detectors/amounts/find-in-arguments.js'
import { amountsInText } from '../detectors/amounts/find-in-text.js'
import type { Rule } from './rule.js'

/** Amounts strictly over the limit wait for a person. Arguments of tools come as their JSON. */
export const reviewRule = (name: string, config: GuardrailConfig<'human_review'>): Rule => {
  const limit = config.for_amounts_over
  return {
    name,
    type: 'human_review',
    stages: new Set(config.stages ?? ['tool_call', 'output']),
    detector: 'lexical',
    worst: 'review',
    check(text, { stage }) {
      const over = overLimit(stage === 'tool_call' ? amountsIn(text) : amountsInText(text), limit)
      if (over.length === 0) return null
      const spans = over.flatMap(({ span }) => (span === undefined ? [] : [span]))
      return { action: 'review', category: 'amount', spans, reason: `an amount is over ${String(limit)}` }
    },
  }
}

const amountsIn = (args: string): Amount[] => {
  try {
    const parsed: unknown = JSON.parse(args)
    return [...amountsInArguments(parsed), ...amountsInText(textOf(parsed))]
  } catch {
    return amountsInText(args)
  }
}

/** The texts among the arguments: "pay $5,000 to …" in a field that is called note. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return `${value}\n`
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textOf).join('')
}
