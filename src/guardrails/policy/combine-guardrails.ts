/**
 * Combines the guardrails that apply to an assistant: first those that apply to all runs, which an assistant cannot
 * disable, then those of its policy, of its risk profile, and its own. This module is pure: the caller passes what exists.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  AUDIT_LEVELS,
  RISK_PROFILES,
  type AppliesTo,
  type AuditLevel,
  type GuardrailDefinition,
  type RiskProfile,
} from '../../schema/guardrail.js'
import { prefixPaths, type ValidationProblems } from '../../schema/validation-problems.js'
import { validateGuardrailList, type GuardrailEntry } from './validate-guardrail-list.js'
import type { GuardrailBundle } from './risk-profiles.js'

/** The guardrails, policies and risk profiles of a tenant, from the file and the API. */
export interface AvailableGuardrails {
  /** In the order in which they run. */
  guardrails: readonly (GuardrailDefinition & { applies_to: AppliesTo })[]
  policies: ReadonlyMap<string, GuardrailBundle>
  profiles: Readonly<Record<RiskProfile, GuardrailBundle>>
}

/** What an assistant selects in its config; not validated yet. */
export interface GuardrailSelection {
  guardrails?: unknown
  policy?: unknown
  risk_profile?: unknown
}

export interface CombinedGuardrails {
  definitions: GuardrailDefinition[]
  policy: string | null
  /** Undefined if neither the policy nor the risk profile sets it. */
  auditLevel: AuditLevel | undefined
  retentionDays: number | undefined
}

const isProfile = (name: unknown): name is RiskProfile => RISK_PROFILES.includes(name as RiskProfile)

/** The paths are `guardrails/<name>/<field>`, `policy` and `risk_profile`. */
export const validateSelection = async (
  { guardrails, policies }: AvailableGuardrails,
  { guardrails: list, policy, risk_profile }: GuardrailSelection,
): Promise<ValidationProblems> => {
  const problems: ValidationProblems = {}
  const isKnown = (name: string): boolean => guardrails.some((guardrail) => guardrail.name === name)
  if (list !== undefined)
    Object.assign(problems, prefixPaths('guardrails', await validateGuardrailList(list, isKnown)))
  const bundle = typeof policy === 'string' ? policies.get(policy) : undefined
  if (policy !== undefined && bundle === undefined) problems['policy'] = 'does not exist'
  // The guardrails existed when the policy was saved, but a reload may have removed one of the file.
  if (bundle !== undefined)
    for (const name of bundle.guardrails)
      if (typeof name === 'string' && !isKnown(name))
        problems['policy'] = `names the guardrail ${name}, which does not exist`
  if (risk_profile !== undefined && !isProfile(risk_profile))
    problems['risk_profile'] = `must be one of ${RISK_PROFILES.join(', ')}`
  return problems
}

/** `selection` must be valid. `includeGlobal` adds the guardrails that apply to all runs. */
export const combineGuardrails = (
  available: AvailableGuardrails,
  selection: GuardrailSelection,
  includeGlobal: boolean,
): CombinedGuardrails => {
  const byName = new Map<string, GuardrailDefinition>()

  /** An equal guardrail is added once. A different one with a name that is in use gets a prefix. */
  const add = (definition: GuardrailDefinition, origin: string): void => {
    if (definition.enabled === false) return
    const { type, config = {} } = definition
    let { name } = definition
    for (let sameName = byName.get(name); sameName !== undefined; sameName = byName.get(name)) {
      if (sameName.type === type && isDeepStrictEqual(sameName.config, config)) return
      name = `${origin}/${name}`
    }
    byName.set(name, { name, type, enabled: true, config })
  }
  const addEntries = (entries: readonly GuardrailEntry[], origin: string): void => {
    for (const entry of entries) {
      const definition =
        typeof entry === 'string' ? available.guardrails.find(({ name }) => name === entry) : entry
      if (definition !== undefined) add(definition, origin)
    }
  }

  if (includeGlobal)
    for (const definition of available.guardrails) if (definition.applies_to === 'all') add(definition, 'api')
  const policy = available.policies.get(selection.policy as string)
  const profile = isProfile(selection.risk_profile) ? available.profiles[selection.risk_profile] : undefined
  addEntries(policy?.guardrails ?? [], 'policy')
  addEntries(profile?.guardrails ?? [], 'profile')
  addEntries((selection.guardrails ?? []) as GuardrailEntry[], 'assistant')

  const bundles = [policy, profile].filter((bundle) => bundle !== undefined)
  const auditLevels = bundles.map(({ audit_level }) => AUDIT_LEVELS.indexOf(audit_level))
  const days = bundles.map(({ retention_days }) => retention_days)
  return {
    definitions: [...byName.values()],
    policy: ((policy && selection.policy) ?? (profile && selection.risk_profile) ?? null) as string | null,
    auditLevel: AUDIT_LEVELS[Math.max(...auditLevels)],
    retentionDays: days.length === 0 ? undefined : Math.max(...days),
  }
}
