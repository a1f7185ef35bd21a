/** Policies as a resource, and the risk profiles, which are policies that are always there. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import { isStorable, type Page } from '../../schema/common.js'
import { RISK_PROFILES, type RiskProfile } from '../../schema/guardrail.js'
import type { Source } from '../../schema/guardrail-resource.js'
import type { Policy, PolicyCreate, PolicyUpdate, Profile } from '../../schema/policy.js'
import type { PolicyRow, PolicyStore } from '../../store/guardrails/policies.js'
import { pageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { nameConflict } from '../../domain/require-resource.js'
import { untilUndisturbed } from '../../domain/retry-on-conflict.js'
import { noReceipt, type Receipt } from '../../domain/idempotency.js'
import { mergeJson } from '../../domain/row-mappers.js'
import { below, checkList } from './validate-guardrail-list.js'
import { pageOfFile } from './paginate-file.js'
import type { GuardrailFile } from './guardrail-file.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'
import { policyOfFile, toPolicy } from './row-mappers.js'
import { refuse, type GuardrailSets } from './guardrail-resolver.js'

interface Parts {
  policies: PolicyStore
  sets: GuardrailSets
  file: GuardrailFile
  clock: Clock
  retentionDays: number
}

const taken = (name: string): string => `there is a policy ${name} already`

export const makePolicies = ({ policies, sets, file, clock, retentionDays }: Parts) => {
  const ofFile = (): Policy[] => file.content().policies.map((one) => policyOfFile(one, file.loadedAt()))

  const inFile = (reference: string): Policy | undefined =>
    ofFile().find(({ id, name }) => id === reference.toLowerCase() || name === reference)

  const find = async (tenant_id: string, reference: string): Promise<PolicyRow | undefined> => {
    if (!isStorable(reference)) return undefined
    const byId = await policies.get({ tenant_id, policy_id: reference.toLowerCase() })
    return byId ?? (await policies.getNamed(tenant_id, reference))
  }

  const requireRow = async (tenant_id: string, reference: string): Promise<PolicyRow> => {
    const row = await find(tenant_id, reference)
    if (row !== undefined) return row
    if (inFile(reference) !== undefined)
      throw new AppError('resource_conflict', 'the policy comes from GUARDRAILS_FILE and is changed there', {
        source: 'file',
      })
    throw notFound('Policy', reference)
  }

  const checkGuardrails = async (tenant_id: string, list: unknown): Promise<void> => {
    const { guardrails } = await sets.existing(tenant_id)
    const problems = await checkList(list, (name) => guardrails.some((one) => one.name === name))
    refuse(below('guardrails', problems))
  }
  const checkName = (name: string): void => {
    if (file.content().policies.some((one) => one.name === name))
      throw new AppError('resource_conflict', `${taken(name)}, in GUARDRAILS_FILE`)
  }

  const profile = (name: RiskProfile): Profile => {
    const replaced = file.content().profiles[name]
    const { guardrails, audit_level, retention_days } = replaced ?? BUILT_IN_PROFILES[name]
    const source = replaced === undefined ? 'built_in' : 'file'
    return { name, guardrails: [...guardrails], audit_level, retention_days, source }
  }

  return {
    async create(
      tenant_id: string,
      sent: PolicyCreate,
      receipt: Receipt<Policy> = noReceipt,
    ): Promise<Policy> {
      await checkGuardrails(tenant_id, sent.guardrails)
      checkName(sent.name)
      const now = clock.now()
      const row: PolicyRow = {
        tenant_id,
        policy_id: newId(),
        name: sent.name,
        guardrails: JSON.stringify(sent.guardrails),
        audit_level: sent.audit_level ?? 'standard',
        retention_days: sent.retention_days ?? retentionDays,
        metadata: JSON.stringify(sent.metadata ?? {}),
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      const made = toPolicy(row)
      await policies.insert(row, ...receipt(made)).catch((error: unknown) => {
        throw nameConflict(error, taken(sent.name))
      })
      sets.forget(tenant_id)
      return made
    },

    async get(tenant_id: string, reference: string): Promise<Policy> {
      const row = await find(tenant_id, reference)
      const found = row === undefined ? inFile(reference) : toPolicy(row)
      if (found === undefined) throw notFound('Policy', reference)
      return found
    },

    async list(
      tenant_id: string,
      { source = 'api', ...query }: ListQuery & { source?: Source },
    ): Promise<Page<Policy>> {
      if (source === 'file') return pageOfFile('policies?file', query, ofFile())
      const page = pageRequest('policies', query)
      const rows = await policies.list(tenant_id, page)
      const positionOf = (row: PolicyRow) => ({ at: row.created_at, id: row.policy_id })
      return toPage('policies', page, rows, positionOf, toPolicy)
    },

    async update(tenant_id: string, reference: string, sent: PolicyUpdate): Promise<Policy> {
      if (sent.guardrails !== undefined) await checkGuardrails(tenant_id, sent.guardrails)
      return untilUndisturbed(async () => {
        const old = await requireRow(tenant_id, reference)
        if (sent.name !== undefined && sent.name !== old.name) checkName(sent.name)
        const changed: PolicyRow = {
          ...old,
          name: sent.name ?? old.name,
          guardrails: sent.guardrails === undefined ? old.guardrails : JSON.stringify(sent.guardrails),
          audit_level: sent.audit_level ?? old.audit_level,
          retention_days: sent.retention_days ?? old.retention_days,
          metadata: mergeJson(old.metadata, sent.metadata),
          revision: old.revision + 1,
          updated_at: clock.now(),
        }
        const isWritten = await policies.replace(changed, old.revision).catch((error: unknown) => {
          throw nameConflict(error, taken(changed.name))
        })
        sets.forget(tenant_id)
        return isWritten ? toPolicy(changed) : undefined
      })
    },

    async remove(tenant_id: string, reference: string): Promise<{ deleted: true; policy_id: string }> {
      const row = await requireRow(tenant_id, reference)
      if (!(await policies.remove(row))) throw notFound('Policy', reference)
      sets.forget(tenant_id)
      return { deleted: true, policy_id: row.policy_id }
    },

    listProfiles: (): Page<Profile> => ({
      data: RISK_PROFILES.map(profile),
      has_more: false,
      next_cursor: null,
    }),

    getProfile(name: string): Profile {
      const known = RISK_PROFILES.find((one) => one === name)
      if (known === undefined) throw notFound('Profile', name)
      return profile(known)
    },
  }
}

export type Policies = ReturnType<typeof makePolicies>
