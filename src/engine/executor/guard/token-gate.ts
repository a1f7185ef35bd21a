/**
 * What of an answer may be shown while the model is still writing it. Where a rule may block it, nothing is shown before
 * the whole was checked; otherwise only text that nothing that follows can turn into a match.
 */
import { makeStreamRedactor } from '../../../guardrails/patterns/stream.js'
import type { Rule } from '../../../guardrails/rule.js'
import { isFilter } from '../../../guardrails/rules/filter.js'
import type { Action } from '../../../schema/guardrail.js'

export interface TokenGate {
  /** The next part of the answer; returns what may be shown of it. */
  push(token: string): string
  /** The answer as it may be shown; returns what has not been. */
  end(text: string): string
}

const NEEDS_WHOLE: ReadonlySet<Action> = new Set(['block', 'redirect', 'review'])
/** To an object a disclaimer is added as a field, somewhere inside. */
const MAY_BE_OBJECT = /^\s*[{`]/

/** `rules` are those that look at answers. */
export const makeTokenGate = (rules: readonly Rule[]): TokenGate => {
  if (rules.some(({ worst }) => NEEDS_WHOLE.has(worst))) return wholeGate
  const redactors = rules
    .filter(isFilter)
    .filter(({ onMatch }) => onMatch === 'redact')
    .map(({ patterns }) => makeStreamRedactor(patterns))
  const disclaims = rules.some(({ type }) => type === 'disclaimer_required')
  let written = ''
  let shown = ''
  return {
    push(token) {
      if (disclaims && written.length < 100) written += token
      if (MAY_BE_OBJECT.test(written)) return ''
      const part = redactors.reduce((text, redactor) => redactor.push(text), token)
      shown += part
      return part
    },
    end: (text) => (text.startsWith(shown) ? text.slice(shown.length) : ''),
  }
}

const wholeGate: TokenGate = { push: () => '', end: (text) => text }
