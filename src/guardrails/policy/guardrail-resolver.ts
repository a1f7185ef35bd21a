/** The guardrails that act on the runs of an assistant, put together from all that exist. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { AuditLevel, GuardrailDefinition } from '../../schema/guardrail.js'
import type { GuardrailStore } from '../../store/guardrails/definitions.js'
import type { GuardrailHashKeyStore } from '../../store/guardrails/hash-keys.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { prefixPaths, type ValidationProblems } from './validate-guardrail-list.js'
import {
  combineGuardrails,
  validateSelection,
  type GuardrailSelection,
  type AvailableGuardrails,
} from './combine-guardrails.js'
import type { GuardrailFile } from './guardrail-file.js'
import { BUILT_IN_PROFILES } from './risk-profiles.js'
import { toBundle, toDefinition } from './row-mappers.js'

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

interface GuardrailResolverDeps {
  guardrails: GuardrailStore
  policies: PolicyStore
  keys: GuardrailHashKeyStore
  file: GuardrailFile
  clock: Clock
  /** Where neither policy nor profile says so. */
  retentionDays: number
}

/** So long a change on another node may go unnoticed here. */
const CACHE_MS = 1_000
const MAX_TENANTS = 1_000

interface CachedGuardrails {
  available: Promise<AvailableGuardrails>
  /** By what the config asks for. */
  setsBySelection: Map<string, Promise<GuardrailSet | null>>
  until: number
}

export const makeGuardrailResolver = ({
  guardrails,
  policies,
  keys,
  file,
  clock,
  retentionDays,
}: GuardrailResolverDeps) => {
  const cache = new Map<string, CachedGuardrails>()
  const hashKeys = new Map<string, Promise<string>>()

  const loadAvailable = async (tenant_id: string): Promise<AvailableGuardrails> => {
    const [rows, policyRows] = await Promise.all([guardrails.listAll(tenant_id), policies.listAll(tenant_id)])
    const { guardrails: fileGuardrails, policies: filePolicies, profiles } = file.content()
    return {
      guardrails: [...fileGuardrails, ...rows.map(toDefinition)],
      policies: new Map([
        ...policyRows.map((row) => [row.name, toBundle(row)] as const),
        ...filePolicies.map((policy) => [policy.name, policy] as const),
      ]),
      profiles: { ...BUILT_IN_PROFILES, ...profiles },
    }
  }

  const getCacheEntry = (tenant_id: string): CachedGuardrails => {
    const cached = cache.get(tenant_id)
    if (cached !== undefined && cached.until > clock.now()) return cached
    if (cache.size >= MAX_TENANTS) cache.clear()
    const entry = {
      available: loadAvailable(tenant_id),
      setsBySelection: new Map(),
      until: clock.now() + CACHE_MS,
    }
    cache.set(tenant_id, entry)
    // What could not be read is read again by whoever comes next.
    entry.available.catch(() => cache.get(tenant_id) === entry && cache.delete(tenant_id))
    return entry
  }

  const getHashKey = (tenant_id: string): Promise<string> => {
    let key = hashKeys.get(tenant_id)
    if (key === undefined) {
      key = keys.getOrCreate({ tenant_id, hash_key: randomBytes(32).toString('hex') })
      hashKeys.set(tenant_id, key)
      key.catch(() => hashKeys.delete(tenant_id))
    }
    return key
  }

  const resolveSet = async (
    tenant_id: string,
    available: Promise<AvailableGuardrails>,
    selection: GuardrailSelection,
  ): Promise<GuardrailSet | null> => {
    const loaded = await available
    throwIfInvalid(prefixPaths('config', await validateSelection(loaded, selection)))
    const {
      definitions,
      policy,
      auditLevel = 'standard',
      ...combined
    } = combineGuardrails(loaded, selection, true)
    if (definitions.length === 0) return null
    const hashKey = await getHashKey(tenant_id)
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
    cache.clear()
  })

  return {
    /** The guardrails of the tenant changed here. */
    invalidate: (tenant_id: string): void => {
      cache.delete(tenant_id)
    },

    /** As it is now, not as it is remembered. */
    available: loadAvailable,

    /** What acts on the runs of an assistant with this config; null: nothing. Throws when something named is gone. */
    resolve(tenant_id: string, config: JsonObject): Promise<GuardrailSet | null> {
      const { available, setsBySelection } = getCacheEntry(tenant_id)
      const selection = toSelection(config)
      const key = JSON.stringify(selection)
      let set = setsBySelection.get(key)
      if (set === undefined) {
        set = resolveSet(tenant_id, available, selection)
        setsBySelection.set(key, set)
        set.catch(() => setsBySelection.delete(key))
      }
      return set
    },

    /** What is wrong with the guardrails, the policy and the risk profile of a config: path to text. */
    async validate(tenant_id: string, config: JsonObject): Promise<ValidationProblems> {
      const selection = toSelection(config)
      if (Object.values(selection).every((value) => value === undefined)) return {}
      return prefixPaths('config', await validateSelection(await loadAvailable(tenant_id), selection))
    },
  }
}

export type GuardrailResolver = ReturnType<typeof makeGuardrailResolver>

const toSelection = ({ guardrails, policy, risk_profile }: JsonObject): GuardrailSelection => ({
  guardrails,
  policy,
  risk_profile,
})

/** All of them, and the first in words. */
export const throwIfInvalid = (problems: ValidationProblems): void => {
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
}
