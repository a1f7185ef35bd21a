/**
 * Which guardrails act. Those for everybody come first and cannot be switched off by an assistant; then those of its
 * policy, of its risk profile, and its own. Pure: what exists is given.
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
import {
  prefixPaths,
  validateGuardrailList,
  type GuardrailEntry,
  type ValidationProblems,
} from './validate-guardrail-list.js'
import type { GuardrailBundle } from './risk-profiles.js'

/** What a tenant has: of the file, and made over HTTP. */
export interface AvailableGuardrails {
  /** In the order in which they act. */
  guardrails: readonly (GuardrailDefinition & { applies_to: AppliesTo })[]
  policies: ReadonlyMap<string, GuardrailBundle>
  profiles: Readonly<Record<RiskProfile, GuardrailBundle>>
}

/** What an assistant asks for; not checked yet. */
export interface GuardrailSelection {
  guardrails?: unknown
  policy?: unknown
  risk_profile?: unknown
}

export interface CombinedGuardrails {
  definitions: GuardrailDefinition[]
  policy: string | null
  /** Undefined: neither policy nor profile says so. */
  auditLevel: AuditLevel | undefined
  retentionDays: number | undefined
}

const isProfile = (name: unknown): name is RiskProfile => RISK_PROFILES.includes(name as RiskProfile)

/** By `guardrails/<name>/<field>`, `policy`, `risk_profile`. */
export const validateSelection = async (
  { guardrails, policies }: AvailableGuardrails,
  { guardrails: list, policy, risk_profile }: GuardrailSelection,
): Promise<ValidationProblems> => {
  const problems: ValidationProblems = {}
  const isKnown = (name: string): boolean => guardrails.some((guardrail) => guardrail.name === name)
  if (list !== undefined)
    Object.assign(problems, prefixPaths('guardrails', await validateGuardrailList(list, isKnown)))
  const bundle = typeof policy === 'string' ? policies.get(policy) : undefined
  if (policy !== undefined && bundle === undefined) problems['policy'] = 'is no policy that exists'
  // Whoever made it saw to it that they exist; one of the file may be gone since.
  if (bundle !== undefined)
    for (const name of bundle.guardrails)
      if (typeof name === 'string' && !isKnown(name))
        problems['policy'] = `names the guardrail ${name}, which is gone`
  if (risk_profile !== undefined && !isProfile(risk_profile))
    problems['risk_profile'] = `must be one of ${RISK_PROFILES.join(', ')}`
  return problems
}

/** What was asked for has no problems. `forAll`: with those that act on every run. */
export const combineGuardrails = (
  available: AvailableGuardrails,
  selection: GuardrailSelection,
  includeGlobal: boolean,
): CombinedGuardrails => {
  const byName = new Map<string, GuardrailDefinition>()

  /** The same name acts once; what is different under a name that is taken acts under another. */
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
