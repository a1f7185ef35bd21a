import { describe, expect, it } from 'vitest'
import { validateDefinition } from '../rules/validate-definition.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import {
  combineGuardrails,
  validateSelection,
  type GuardrailSelection,
  type AvailableGuardrails,
} from './combine-guardrails.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'

const rule = (name: string, threshold = 0.5): GuardrailDefinition => ({
  name,
  type: 'prompt_injection',
  config: { threshold },
})

const AVAILABLE: AvailableGuardrails = {
  guardrails: [
    { ...rule('of_file'), applies_to: 'all' },
    { ...rule('for_all'), applies_to: 'all' },
    { ...rule('off'), applies_to: 'all', enabled: false },
    { ...rule('named'), applies_to: 'named' },
  ],
  policies: new Map([
    [
      'finance',
      { guardrails: ['named', 'for_all', 'off', rule('inline')], audit_level: 'full', retention_days: 7 },
    ],
    ['broken', { guardrails: ['gone'], audit_level: 'full', retention_days: 7 }],
  ]),
  profiles: BUILT_IN_PROFILES,
}

const getNames = (selection: GuardrailSelection, includeGlobal = true) =>
  combineGuardrails(AVAILABLE, selection, includeGlobal).definitions.map(({ name }) => name)

describe('combineGuardrails', () => {
  it('combines global guardrails, then those of the policy, of the profile and of the assistant', () => {
    const selection = { policy: 'finance', risk_profile: 'low_risk', guardrails: [rule('own')] }
    expect(getNames({})).toEqual(['of_file', 'for_all'])
    expect(getNames(selection)).toEqual([
      'of_file',
      'for_all',
      'named',
      'inline',
      'low_risk/pii_filter',
      'low_risk/prompt_injection',
      'own',
    ])
    expect(getNames({ guardrails: ['named'] }, false)).toEqual(['named'])
  })

  it('an assistant can neither disable a global guardrail nor enable a disabled one', () => {
    expect(getNames({ guardrails: [{ ...rule('for_all'), enabled: false }, 'off'] })).toEqual([
      'of_file',
      'for_all',
    ])
  })

  it('an equal guardrail applies once, and a different one with the same name gets a prefix', () => {
    expect(
      getNames({
        guardrails: ['for_all', rule('for_all'), { config: { threshold: 0.5 }, ...rule('for_all') }],
      }),
    ).toEqual(['of_file', 'for_all'])
    const { definitions } = combineGuardrails(
      AVAILABLE,
      { guardrails: [rule('for_all', 1), rule('for_all', 0.9)] },
      true,
    )
    expect(definitions.slice(1)).toEqual([
      { ...rule('for_all'), enabled: true },
      { ...rule('assistant/for_all', 1), enabled: true },
      { ...rule('assistant/assistant/for_all', 0.9), enabled: true },
    ])
  })

  it('the audit level and retention are the stricter ones of policy and profile', () => {
    const of = (selection: GuardrailSelection) => {
      const { policy, auditLevel, retentionDays } = combineGuardrails(AVAILABLE, selection, true)
      return [policy, auditLevel, retentionDays]
    }
    expect(of({})).toEqual([null, undefined, undefined])
    expect(of({ policy: 'finance' })).toEqual(['finance', 'full', 7])
    expect(of({ risk_profile: 'low_risk' })).toEqual(['low_risk', 'minimal', 30])
    expect(of({ policy: 'finance', risk_profile: 'low_risk' })).toEqual(['finance', 'full', 30])
    expect(of({ policy: 'finance', risk_profile: 'high_risk' })).toEqual(['finance', 'comprehensive', 365])
  })

  it.each([
    [{ guardrails: 'named' }, { guardrails: 'must be a list of guardrail names and definitions' }],
    [{ guardrails: ['gone'] }, { 'guardrails/gone': 'does not exist' }],
    [{ guardrails: [{ name: 'x' }] }, { 'guardrails/x/type': 'is required' }],
    [{ policy: 'nobody' }, { policy: 'does not exist' }],
    [{ policy: 5 }, { policy: 'does not exist' }],
    [{ policy: 'broken' }, { policy: 'names the guardrail gone, which does not exist' }],
    [{ risk_profile: 'toString' }, { risk_profile: 'must be one of low_risk, medium_risk, high_risk' }],
    [{ guardrails: ['off', 'named'], policy: 'finance', risk_profile: 'high_risk' }, {}],
  ])('validates a selection: %j', async (selection, problems) => {
    expect(await validateSelection(AVAILABLE, selection)).toEqual(problems)
  })
})

describe('the built-in risk profiles', () => {
  it.each(Object.entries(BUILT_IN_PROFILES))(
    'the profile %s contains valid guardrails',
    async (_, { guardrails }) => {
      for (const guardrail of guardrails) expect(await validateDefinition(guardrail)).toEqual({})
    },
  )
})
