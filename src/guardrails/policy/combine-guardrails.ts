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
import { below, checkList, type Entry, type Problems } from './validate-guardrail-list.js'
import type { Bundle } from './risk-profiles.js'

/** What a tenant has: of the file, and made over HTTP. */
export interface Existing {
  /** In the order in which they act. */
  guardrails: readonly (GuardrailDefinition & { applies_to: AppliesTo })[]
  policies: ReadonlyMap<string, Bundle>
  profiles: Readonly<Record<RiskProfile, Bundle>>
}

/** What an assistant asks for; not checked yet. */
export interface Asked {
  guardrails?: unknown
  policy?: unknown
  risk_profile?: unknown
}

export interface Combined {
  definitions: GuardrailDefinition[]
  policy: string | null
  /** Undefined: neither policy nor profile says so. */
  auditLevel: AuditLevel | undefined
  retentionDays: number | undefined
}

const isProfile = (name: unknown): name is RiskProfile => RISK_PROFILES.includes(name as RiskProfile)

/** By `guardrails/<name>/<field>`, `policy`, `risk_profile`. */
export const problemsOfAsked = async (
  { guardrails, policies }: Existing,
  { guardrails: list, policy, risk_profile }: Asked,
): Promise<Problems> => {
  const problems: Problems = {}
  const isKnown = (name: string): boolean => guardrails.some((one) => one.name === name)
  if (list !== undefined) Object.assign(problems, below('guardrails', await checkList(list, isKnown)))
  const found = typeof policy === 'string' ? policies.get(policy) : undefined
  if (policy !== undefined && found === undefined) problems['policy'] = 'is no policy that exists'
  // Whoever made it saw to it that they exist; one of the file may be gone since.
  if (found !== undefined)
    for (const name of found.guardrails)
      if (typeof name === 'string' && !isKnown(name))
        problems['policy'] = `names the guardrail ${name}, which is gone`
  if (risk_profile !== undefined && !isProfile(risk_profile))
    problems['risk_profile'] = `must be one of ${RISK_PROFILES.join(', ')}`
  return problems
}

/** What was asked for has no problems. `forAll`: with those that act on every run. */
export const combine = (existing: Existing, asked: Asked, forAll: boolean): Combined => {
  const acting = new Map<string, GuardrailDefinition>()

  /** The same name acts once; what is different under a name that is taken acts under another. */
  const add = (definition: GuardrailDefinition, origin: string): void => {
    if (definition.enabled === false) return
    const { type, config = {} } = definition
    let { name } = definition
    for (let taken = acting.get(name); taken !== undefined; taken = acting.get(name)) {
      if (taken.type === type && isDeepStrictEqual(taken.config, config)) return
      name = `${origin}/${name}`
    }
    acting.set(name, { name, type, enabled: true, config })
  }
  const addEntries = (entries: readonly Entry[], origin: string): void => {
    for (const entry of entries) {
      const definition =
        typeof entry === 'string' ? existing.guardrails.find(({ name }) => name === entry) : entry
      if (definition !== undefined) add(definition, origin)
    }
  }

  if (forAll)
    for (const definition of existing.guardrails) if (definition.applies_to === 'all') add(definition, 'api')
  const policy = existing.policies.get(asked.policy as string)
  const profile = isProfile(asked.risk_profile) ? existing.profiles[asked.risk_profile] : undefined
  addEntries(policy?.guardrails ?? [], 'policy')
  addEntries(profile?.guardrails ?? [], 'profile')
  addEntries((asked.guardrails ?? []) as Entry[], 'assistant')

  const bundles = [policy, profile].filter((bundle) => bundle !== undefined)
  const demanded = bundles.map(({ audit_level }) => AUDIT_LEVELS.indexOf(audit_level))
  const days = bundles.map(({ retention_days }) => retention_days)
  return {
    definitions: [...acting.values()],
    policy: ((policy && asked.policy) ?? (profile && asked.risk_profile) ?? null) as string | null,
    auditLevel: AUDIT_LEVELS[Math.max(...demanded)],
    retentionDays: days.length === 0 ? undefined : Math.max(...days),
  }
}
