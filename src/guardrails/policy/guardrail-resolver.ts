/** The guardrails that act on the runs of an assistant, put together from all that exist. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { AuditLevel, GuardrailDefinition } from '../../schema/guardrail.js'
import type { GuardrailStore } from '../../store/guardrails/definitions.js'
import type { GuardrailKeyStore } from '../../store/guardrails/hash-keys.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { below, type Problems } from './validate-guardrail-list.js'
import { combine, problemsOfAsked, type Asked, type Existing } from './combine-guardrails.js'
import type { GuardrailFile } from './guardrail-file.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'
import { bundleOf, definitionOf } from './row-mappers.js'

export interface GuardrailSet {
  /** Of all below: sets with the same hash are the same. */
  hash: string
  /** Enabled ones only; no name is there twice. */
  definitions: GuardrailDefinition[]
  /** The name of the policy, or else of the risk profile. */
  policy: string | null
  auditLevel: AuditLevel
  retentionDays: number
  hashKey: string
}

interface Parts {
  guardrails: GuardrailStore
  policies: PolicyStore
  keys: GuardrailKeyStore
  file: GuardrailFile
  clock: Clock
  /** Where neither policy nor profile says so. */
  retentionDays: number
}

/** So long a change on another node may go unnoticed here. */
const REMEMBERED_MS = 1_000
const MOST_TENANTS = 1_000

interface Remembered {
  existing: Promise<Existing>
  /** By what the config asks for. */
  sets: Map<string, Promise<GuardrailSet | null>>
  until: number
}

export const makeGuardrailSets = ({ guardrails, policies, keys, file, clock, retentionDays }: Parts) => {
  const remembered = new Map<string, Remembered>()
  const hashKeys = new Map<string, Promise<string>>()

  const read = async (tenant_id: string): Promise<Existing> => {
    const [rows, policyRows] = await Promise.all([guardrails.listAll(tenant_id), policies.listAll(tenant_id)])
    const { guardrails: ofFile, policies: policiesOfFile, profiles } = file.content()
    return {
      guardrails: [...ofFile, ...rows.map(definitionOf)],
      policies: new Map([
        ...policyRows.map((row) => [row.name, bundleOf(row)] as const),
        ...policiesOfFile.map((policy) => [policy.name, policy] as const),
      ]),
      profiles: { ...BUILT_IN_PROFILES, ...profiles },
    }
  }

  const of = (tenant_id: string): Remembered => {
    const known = remembered.get(tenant_id)
    if (known !== undefined && known.until > clock.now()) return known
    if (remembered.size >= MOST_TENANTS) remembered.clear()
    const next = { existing: read(tenant_id), sets: new Map(), until: clock.now() + REMEMBERED_MS }
    remembered.set(tenant_id, next)
    // What could not be read is read again by whoever comes next.
    next.existing.catch(() => remembered.get(tenant_id) === next && remembered.delete(tenant_id))
    return next
  }

  const hashKeyOf = (tenant_id: string): Promise<string> => {
    let key = hashKeys.get(tenant_id)
    if (key === undefined) {
      key = keys.getOrKeep({ tenant_id, hash_key: randomBytes(32).toString('hex') })
      hashKeys.set(tenant_id, key)
      key.catch(() => hashKeys.delete(tenant_id))
    }
    return key
  }

  const make = async (
    tenant_id: string,
    existing: Promise<Existing>,
    asked: Asked,
  ): Promise<GuardrailSet | null> => {
    const found = await existing
    refuse(below('config', await problemsOfAsked(found, asked)))
    const { definitions, policy, auditLevel = 'standard', ...combined } = combine(found, asked, true)
    if (definitions.length === 0) return null
    const hashKey = await hashKeyOf(tenant_id)
    const set = {
      definitions,
      policy,
      auditLevel,
      retentionDays: combined.retentionDays ?? retentionDays,
      hashKey,
    }
    return { hash: createHash('sha256').update(JSON.stringify(set)).digest('hex'), ...set }
  }

  file.onChange(() => {
    remembered.clear()
  })

  return {
    /** The guardrails of the tenant changed here. */
    forget: (tenant_id: string): void => {
      remembered.delete(tenant_id)
    },

    /** As it is now, not as it is remembered. */
    existing: read,

    /** What acts on the runs of an assistant with this config; null: nothing. Throws when something named is gone. */
    resolve(tenant_id: string, config: JsonObject): Promise<GuardrailSet | null> {
      const { existing, sets } = of(tenant_id)
      const asked = askedIn(config)
      const key = JSON.stringify(asked)
      let set = sets.get(key)
      if (set === undefined) {
        set = make(tenant_id, existing, asked)
        sets.set(key, set)
        set.catch(() => sets.delete(key))
      }
      return set
    },

    /** What is wrong with the guardrails, the policy and the risk profile of a config: path to text. */
    async problems(tenant_id: string, config: JsonObject): Promise<Problems> {
      const asked = askedIn(config)
      if (Object.values(asked).every((value) => value === undefined)) return {}
      return below('config', await problemsOfAsked(await read(tenant_id), asked))
    },
  }
}

export type GuardrailSets = ReturnType<typeof makeGuardrailSets>

const askedIn = ({ guardrails, policy, risk_profile }: JsonObject): Asked => ({
  guardrails,
  policy,
  risk_profile,
})

/** All of them, and the first in words. */
export const refuse = (problems: Problems): void => {
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
}
