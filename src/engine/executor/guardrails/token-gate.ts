/**
 * Decides which part of an output can be streamed while the model is still producing it. If a rule may block the output,
 * nothing is streamed before the full text is checked. Otherwise text is released as soon as no later token can make it
 * part of a match.
 */
import { makeStreamRedactor } from '../../../guardrails/detectors/patterns/stream-redactor.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import { isFilterRule } from '../../../guardrails/rules/filter-rule.js'
import type { Action } from '../../../schema/guardrail.js'

export interface TokenGate {
  /** Takes the next token and returns the text that can be streamed now. */
  push(token: string): string
  /** Takes the checked output and returns the rest that was not streamed yet. */
  end(text: string): string
}

const NEEDS_FULL_TEXT: ReadonlySet<Action> = new Set(['block', 'redirect', 'review'])
/** A disclaimer is inserted inside a JSON value, so JSON cannot be streamed; a code fence may contain JSON. */
const MAY_BE_JSON = /^\s*[[{`]/

/** `rules` are the rules for the final output. */
export const makeTokenGate = (rules: readonly Rule[]): TokenGate => {
  if (rules.some(({ strongestAction }) => NEEDS_FULL_TEXT.has(strongestAction))) return bufferingGate
  const redactors = rules
    .filter(isFilterRule)
    .filter(({ onMatch }) => onMatch === 'redact')
    .map(({ patterns }) => makeStreamRedactor(patterns))
  const addsDisclaimer = rules.some(({ type }) => type === 'disclaimer_required')
  /** Leading whitespace, held until it is known whether the output is JSON. */
  let lead = ''
  let mustBuffer: boolean | undefined = addsDisclaimer ? undefined : false
  let shown = ''
  return {
    push(token) {
      const next = lead + token
      if (mustBuffer === undefined && next.trim() !== '') mustBuffer = MAY_BE_JSON.test(next)
      lead = mustBuffer === undefined ? next : ''
      if (mustBuffer !== false) return ''
      const part = redactors.reduce((text, redactor) => redactor.push(text), next)
      shown += part
      return part
    },
    end: (text) => (text.startsWith(shown) ? text.slice(shown.length) : ''),
  }
}

const bufferingGate: TokenGate = { push: () => '', end: (text) => text }
