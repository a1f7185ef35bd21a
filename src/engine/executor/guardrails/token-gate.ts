/**
 * What of an answer may be shown while the model is still writing it. Where a rule may block it, nothing is shown before
 * the whole was checked; otherwise only text that nothing that follows can turn into a match.
 */
import { makeStreamRedactor } from '../../../guardrails/detectors/patterns/stream-redactor.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import { isFilterRule } from '../../../guardrails/rules/filter-rule.js'
import type { Action } from '../../../schema/guardrail.js'

export interface TokenGate {
  /** The next part of the answer; returns what may be shown of it. */
  push(token: string): string
  /** The answer as it may be shown; returns what has not been. */
  end(text: string): string
}

const NEEDS_FULL_TEXT: ReadonlySet<Action> = new Set(['block', 'redirect', 'review'])
/** To JSON a disclaimer is added somewhere inside, and code fences may hold JSON. */
const MAY_BE_JSON = /^\s*[[{`]/

/** `rules` are those that look at answers. */
export const makeTokenGate = (rules: readonly Rule[]): TokenGate => {
  if (rules.some(({ strongestAction }) => NEEDS_FULL_TEXT.has(strongestAction))) return bufferingGate
  const redactors = rules
    .filter(isFilterRule)
    .filter(({ onMatch }) => onMatch === 'redact')
    .map(({ patterns }) => makeStreamRedactor(patterns))
  const addsDisclaimer = rules.some(({ type }) => type === 'disclaimer_required')
  /** What came before it was known whether it is JSON. */
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
