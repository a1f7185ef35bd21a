/**
 * Ordinary text passes the default profiles. A text counts as a false alarm if a guardrail changes or blocks it, or asks
 * for a review of a text without any amount of money. If the test fails, its message lists the texts by detector.
 */
import { describe, expect, it } from 'vitest'
import { BUILT_IN_PROFILES } from '../../src/guardrails/policy/risk-profiles.js'
import { compileGuardrails } from '../../src/guardrails/rules/compile-guardrails.js'
import type { Finding, Rule } from '../../src/guardrails/rules/rule.js'
import { RISK_PROFILES, type GuardrailDefinition } from '../../src/schema/guardrail.js'
import { makeOrdinaryTexts, type OrdinaryText } from './ordinary-texts/ordinary-texts.js'

const MAX_FALSE_ALARMS = 0.001
const TEXTS = makeOrdinaryTexts()
const MONEY = /[$€£¥]|\b(?:euros?|dollars?|pounds?|usd|eur|gbp)\b/i

interface FalseAlarm extends OrdinaryText {
  detector: string
}

const isFalseAlarm = (finding: Finding | null, text: string): boolean => {
  if (finding === null || finding.action === 'warn') return false
  return finding.action !== 'review' || !MONEY.test(text)
}

const findFalseAlarms = (rules: readonly Rule[]): FalseAlarm[] =>
  TEXTS.flatMap(({ kind, text }) =>
    rules.flatMap((rule) => {
      const [stage = 'output'] = rule.stages
      const finding = rule.check(text, { stage })
      if (finding === null || !isFalseAlarm(finding, text)) return []
      const found = finding.spans.map(({ start, end }) => text.slice(start, end)).join(' … ')
      return [{ kind, text, detector: `${rule.name} (${finding.category}: ${found})` }]
    }),
  )

const describeFalseAlarms = (alarms: readonly FalseAlarm[]): string =>
  alarms
    .map(({ kind, text, detector }) => `${detector} in ${kind}: ${JSON.stringify(text.slice(0, 200))}`)
    .join('\n')

describe('the corpus of ordinary texts', () => {
  it('has at least 5,000 different texts of many kinds', () => {
    expect(new Set(TEXTS.map(({ text }) => text)).size).toBeGreaterThanOrEqual(5_000)
    expect(new Set(TEXTS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(50)
  })

  it('is the same in every run', () => {
    expect(makeOrdinaryTexts()).toEqual(TEXTS)
  })
})

describe('ordinary texts', () => {
  it.each(RISK_PROFILES)('at most one in a thousand is changed or blocked by the profile %s', (profile) => {
    const { rules, problems } = compileGuardrails(
      BUILT_IN_PROFILES[profile].guardrails as readonly GuardrailDefinition[],
    )
    expect(problems).toEqual({})
    const alarms = findFalseAlarms(rules)
    const texts = new Set(alarms.map(({ text }) => text))
    expect(texts.size / TEXTS.length, describeFalseAlarms(alarms)).toBeLessThanOrEqual(MAX_FALSE_ALARMS)
  })
})
