/**
 * Finds ordinary texts that rules change or block. A review counts only if the text contains no amount of money: the
 * profile `high_risk` asks for a review of large amounts. A warning changes nothing.
 */
import type { Finding, Rule } from '../../../src/guardrails/rules/rule.js'
import type { OrdinaryText } from './ordinary-texts.js'

export interface FalseAlarm extends OrdinaryText {
  rule: Rule
  finding: Finding
}

const MONEY = /[$€£¥]|\b(?:euros?|dollars?|pounds?|usd|eur|gbp)\b/i

const isFalseAlarm = ({ action }: Finding, text: string): boolean =>
  action !== 'warn' && (action !== 'review' || !MONEY.test(text))

/** Rules that can only warn are not checked. */
export const findFalseAlarms = (rules: readonly Rule[], texts: readonly OrdinaryText[]): FalseAlarm[] => {
  const strictRules = rules.filter(({ strongestAction }) => strongestAction !== 'warn')
  return texts.flatMap(({ kind, text }) =>
    strictRules.flatMap((rule) => {
      const [stage = 'output'] = rule.stages
      const finding = rule.check(text, { stage })
      return finding !== null && isFalseAlarm(finding, text) ? [{ kind, text, rule, finding }] : []
    }),
  )
}

/** One line per alarm: what was found by which guardrail, and where. */
export const describeFalseAlarms = (alarms: readonly FalseAlarm[]): string =>
  alarms
    .map(({ kind, text, rule, finding }) => {
      const found = finding.spans.map(({ start, end }) => text.slice(start, end)).join(' … ')
      return `${rule.name}: ${finding.category} (${found}) in ${kind}: ${JSON.stringify(text.slice(0, 200))}`
    })
    .sort()
    .join('\n')
