/** Policies as a resource of the API, and the risk profiles: policies that always exist. */
import type { Clock } from '../../platform/clock.js'
import { notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Page } from '../../schema/common.js'
import { RISK_PROFILES, type RiskProfile } from '../../schema/guardrail.js'
import type { Policy, PolicyCreate, PolicyUpdate, Profile } from '../../schema/policy.js'
import { prefixPaths } from '../../schema/validation-problems.js'
import type { PolicyRow, PolicyStore } from '../../store/guardrails/policies.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { mergeJson } from '../../domain/row-mappers.js'
import type { GuardrailFile } from './guardrail-file.js'
import { throwIfInvalid, type GuardrailResolver } from './guardrail-resolver.js'
import { makeNamedResource } from './named-resource.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'
import { toFilePolicy, toPolicy } from './row-mappers.js'
import { validateGuardrailList } from './validate-guardrail-list.js'

interface PoliciesDeps {
  policies: PolicyStore
  guardrailResolver: GuardrailResolver
  file: GuardrailFile
  clock: Clock
  /** Used by policies that do not set `retention_days`. */
  retentionDays: number
}

export const makePolicies = ({ policies, guardrailResolver, file, clock, retentionDays }: PoliciesDeps) => {
  const resource = makeNamedResource<PolicyRow, Policy>({
    kind: 'Policy',
    listKey: 'policies',
    store: policies,
    getById: (tenant_id, policy_id) => policies.get({ tenant_id, policy_id }),
    getId: (row) => row.policy_id,
    toResource: toPolicy,
    listFromFile: () => file.content().policies.map((policy) => toFilePolicy(policy, file.loadedAt())),
    guardrailResolver,
    clock,
  })

  const checkGuardrails = async (tenant_id: string, list: unknown): Promise<void> => {
    const { guardrails } = await guardrailResolver.loadAvailable(tenant_id)
    const exists = (name: string): boolean => guardrails.some((guardrail) => guardrail.name === name)
    throwIfInvalid(prefixPaths('guardrails', await validateGuardrailList(list, exists)))
  }

  const toProfile = (name: RiskProfile): Profile => {
    const fileProfile = file.content().profiles[name]
    const { guardrails, audit_level, retention_days } = fileProfile ?? BUILT_IN_PROFILES[name]
    const source = fileProfile === undefined ? 'built_in' : 'file'
    return { name, guardrails: [...guardrails], audit_level, retention_days, source }
  }

  return {
    async create(
      tenant_id: string,
      input: PolicyCreate,
      idempotencyStatements: IdempotencyStatements<Policy> = noIdempotencyStatements,
    ): Promise<Policy> {
      await checkGuardrails(tenant_id, input.guardrails)
      resource.checkNotInFile(input.name)
      const now = clock.now()
      const row: PolicyRow = {
        tenant_id,
        policy_id: newId(),
        name: input.name,
        guardrails: JSON.stringify(input.guardrails),
        audit_level: input.audit_level ?? 'standard',
        retention_days: input.retention_days ?? retentionDays,
        metadata: JSON.stringify(input.metadata ?? {}),
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      return resource.create(row, idempotencyStatements)
    },

    get: resource.get,
    list: resource.list,

    async update(tenant_id: string, reference: string, input: PolicyUpdate): Promise<Policy> {
      if (input.guardrails !== undefined) await checkGuardrails(tenant_id, input.guardrails)
      return resource.update(tenant_id, reference, (current) => {
        if (input.name !== undefined && input.name !== current.name) resource.checkNotInFile(input.name)
        return {
          ...current,
          name: input.name ?? current.name,
          guardrails: input.guardrails === undefined ? current.guardrails : JSON.stringify(input.guardrails),
          audit_level: input.audit_level ?? current.audit_level,
          retention_days: input.retention_days ?? current.retention_days,
          metadata: mergeJson(current.metadata, input.metadata),
        }
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; policy_id: string }> {
      const row = await resource.requireRow(tenant_id, reference)
      await resource.remove(row, reference)
      return { deleted: true, policy_id: row.policy_id }
    },

    listProfiles: (): Page<Profile> => ({
      data: RISK_PROFILES.map(toProfile),
      has_more: false,
      next_cursor: null,
    }),

    getProfile(name: string): Profile {
      const profileName = RISK_PROFILES.find((known) => known === name)
      if (profileName === undefined) throw notFound('Profile', name)
      return toProfile(profileName)
    },
  }
}

export type Policies = ReturnType<typeof makePolicies>
