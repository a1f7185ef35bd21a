/** Measures how many ordinary texts each built-in risk profile changes or blocks, by guardrail. */
import { BUILT_IN_PROFILES } from '../../src/guardrails/policy/risk-profiles.js'
import { compileGuardrails } from '../../src/guardrails/rules/compile-guardrails.js'
import { RISK_PROFILES, type GuardrailDefinition } from '../../src/schema/guardrail.js'
import { findFalseAlarms } from '../../test/guardrails/ordinary-texts/false-alarms.js'
import { makeOrdinaryTexts } from '../../test/guardrails/ordinary-texts/ordinary-texts.js'
import type { Finding } from '../report.js'
import { formatCount } from './format-count.js'

export const measureOrdinaryTexts = (): Finding[] => {
  const texts = makeOrdinaryTexts()
  return RISK_PROFILES.map((profile) => {
    const { rules } = compileGuardrails(
      BUILT_IN_PROFILES[profile].guardrails as readonly GuardrailDefinition[],
    )
    const alarms = findFalseAlarms(rules, texts)
    const changed = new Set(alarms.map(({ text }) => text)).size
    const byGuardrail = rules
      .map(({ type }) => `${type} ${String(alarms.filter((alarm) => alarm.rule.type === type).length)}`)
      .join(', ')
    return {
      label: `ordinary texts changed or blocked by the profile ${profile}`,
      measured: `${formatCount(changed, texts.length)}: ${byGuardrail}`,
      target: '≤ 0.1 %',
      isMet: changed <= texts.length / 1_000,
    }
  })
}
