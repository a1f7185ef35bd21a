/** Ordinary text passes the default profiles. If it does not, the message lists the texts by guardrail. */
import { describe, expect, it } from 'vitest'
import { BUILT_IN_PROFILES } from '../../src/guardrails/policy/risk-profiles.js'
import { compileGuardrails } from '../../src/guardrails/rules/compile-guardrails.js'
import { RISK_PROFILES, type GuardrailDefinition } from '../../src/schema/guardrail.js'
import { describeFalseAlarms, findFalseAlarms } from './ordinary-texts/false-alarms.js'
import { makeOrdinaryTexts } from './ordinary-texts/ordinary-texts.js'

const MAX_FALSE_ALARMS = 0.001
const TEXTS = makeOrdinaryTexts()

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
    const alarms = findFalseAlarms(rules, TEXTS)
    const changed = new Set(alarms.map(({ text }) => text)).size
    expect(changed / TEXTS.length, describeFalseAlarms(alarms)).toBeLessThanOrEqual(MAX_FALSE_ALARMS)
  })

  it('the patterns of the strictest profile change none', () => {
    const definitions = BUILT_IN_PROFILES.high_risk.guardrails as readonly GuardrailDefinition[]
    const { rules } = compileGuardrails(definitions.filter(({ type }) => type === 'output_filter'))
    expect(describeFalseAlarms(findFalseAlarms(rules, TEXTS))).toBe('')
  })
})
