/** Policies as a resource, and the risk profiles, which are policies that are always there. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import { isStorable, type Page } from '../../schema/common.js'
import { RISK_PROFILES, type RiskProfile } from '../../schema/guardrail.js'
import type { Source } from '../../schema/guardrail-resource.js'
import type { Policy, PolicyCreate, PolicyUpdate, Profile } from '../../schema/policy.js'
import type { PolicyRow, PolicyStore } from '../../store/guardrails/policies.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { rewordConflict } from '../../domain/require-resource.js'
import { retryOnConflict } from '../../domain/retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { mergeJson } from '../../domain/row-mappers.js'
import { prefixPaths, validateGuardrailList } from './validate-guardrail-list.js'
import { paginateFile } from './paginate-file.js'
import type { GuardrailFile } from './guardrail-file.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'
import { toFilePolicy, toPolicy } from './row-mappers.js'
import { throwIfInvalid, type GuardrailResolver } from './guardrail-resolver.js'

interface PoliciesDeps {
  policies: PolicyStore
  guardrailResolver: GuardrailResolver
  file: GuardrailFile
  clock: Clock
  retentionDays: number
}

const nameTakenMessage = (name: string): string => `there is a policy ${name} already`

export const makePolicies = ({ policies, guardrailResolver, file, clock, retentionDays }: PoliciesDeps) => {
  const listFilePolicies = (): Policy[] =>
    file.content().policies.map((entry) => toFilePolicy(entry, file.loadedAt()))

  const findInFile = (reference: string): Policy | undefined =>
    listFilePolicies().find(({ id, name }) => id === reference.toLowerCase() || name === reference)

  const findRow = async (tenant_id: string, reference: string): Promise<PolicyRow | undefined> => {
    if (!isStorable(reference)) return undefined
    const byId = await policies.get({ tenant_id, policy_id: reference.toLowerCase() })
    return byId ?? (await policies.getByName(tenant_id, reference))
  }

  const requireRow = async (tenant_id: string, reference: string): Promise<PolicyRow> => {
    const row = await findRow(tenant_id, reference)
    if (row !== undefined) return row
    if (findInFile(reference) !== undefined)
      throw new AppError('resource_conflict', 'the policy comes from GUARDRAILS_FILE and is changed there', {
        source: 'file',
      })
    throw notFound('Policy', reference)
  }

  const checkGuardrails = async (tenant_id: string, list: unknown): Promise<void> => {
    const { guardrails } = await guardrailResolver.available(tenant_id)
    const problems = await validateGuardrailList(list, (name) =>
      guardrails.some((entry) => entry.name === name),
    )
    throwIfInvalid(prefixPaths('guardrails', problems))
  }
  const checkNameIsFree = (name: string): void => {
    if (file.content().policies.some((entry) => entry.name === name))
      throw new AppError('resource_conflict', `${nameTakenMessage(name)}, in GUARDRAILS_FILE`)
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
      checkNameIsFree(input.name)
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
      const policy = toPolicy(row)
      await policies.insert(row, ...idempotencyStatements(policy)).catch((error: unknown) => {
        throw rewordConflict(error, nameTakenMessage(input.name))
      })
      guardrailResolver.invalidate(tenant_id)
      return policy
    },

    async get(tenant_id: string, reference: string): Promise<Policy> {
      const row = await findRow(tenant_id, reference)
      const policy = row === undefined ? findInFile(reference) : toPolicy(row)
      if (policy === undefined) throw notFound('Policy', reference)
      return policy
    },

    async list(
      tenant_id: string,
      { source = 'api', ...query }: ListQuery & { source?: Source },
    ): Promise<Page<Policy>> {
      if (source === 'file') return paginateFile('policies?file', query, listFilePolicies())
      const page = toPageRequest('policies', query)
      const rows = await policies.list(tenant_id, page)
      const toPosition = (row: PolicyRow) => ({ at: row.created_at, id: row.policy_id })
      return toPage('policies', page, rows, toPosition, toPolicy)
    },

    async update(tenant_id: string, reference: string, input: PolicyUpdate): Promise<Policy> {
      if (input.guardrails !== undefined) await checkGuardrails(tenant_id, input.guardrails)
      return retryOnConflict(async () => {
        const current = await requireRow(tenant_id, reference)
        if (input.name !== undefined && input.name !== current.name) checkNameIsFree(input.name)
        const updated: PolicyRow = {
          ...current,
          name: input.name ?? current.name,
          guardrails: input.guardrails === undefined ? current.guardrails : JSON.stringify(input.guardrails),
          audit_level: input.audit_level ?? current.audit_level,
          retention_days: input.retention_days ?? current.retention_days,
          metadata: mergeJson(current.metadata, input.metadata),
          revision: current.revision + 1,
          updated_at: clock.now(),
        }
        const isReplaced = await policies.replace(updated, current.revision).catch((error: unknown) => {
          throw rewordConflict(error, nameTakenMessage(updated.name))
        })
        guardrailResolver.invalidate(tenant_id)
        return isReplaced ? toPolicy(updated) : undefined
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; policy_id: string }> {
      const row = await requireRow(tenant_id, reference)
      if (!(await policies.remove(row))) throw notFound('Policy', reference)
      guardrailResolver.invalidate(tenant_id)
      return { deleted: true, policy_id: row.policy_id }
    },

    listProfiles: (): Page<Profile> => ({
      data: RISK_PROFILES.map(toProfile),
      has_more: false,
      next_cursor: null,
    }),

    getProfile(name: string): Profile {
      const profileName = RISK_PROFILES.find((entry) => entry === name)
      if (profileName === undefined) throw notFound('Profile', name)
      return toProfile(profileName)
    },
  }
}

export type Policies = ReturnType<typeof makePolicies>
