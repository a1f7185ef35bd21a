/** Resolves which guardrails apply to the runs of an assistant: from the file, the API, policies and risk profiles. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { AuditLevel, GuardrailDefinition } from '../../schema/guardrail.js'
import type { GuardrailStore } from '../../store/guardrails/definitions.js'
import type { GuardrailHashKeyStore } from '../../store/guardrails/hash-keys.js'
import type { PolicyStore } from '../../store/guardrails/policies.js'
import { prefixPaths, type ValidationProblems } from '../../schema/validation-problems.js'
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
  /** The hash of all fields below: sets with the same hash are equal. */
  hash: string
  /** Only enabled guardrails; names are unique. */
  definitions: GuardrailDefinition[]
  /** The name of the policy, or of the risk profile if there is no policy. */
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
  /** Used if neither the policy nor the risk profile sets it. */
  retentionDays: number
}

/** The time after which a change on another node is visible on this node. */
const CACHE_MS = 1_000
const MAX_TENANTS = 1_000

interface CachedGuardrails {
  available: Promise<AvailableGuardrails>
  /** The keys are JSON of the selection in an assistant's config. */
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
    // A failed read is not cached.
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
    /** Drops the cache of a tenant after a change on this node. */
    invalidate: (tenant_id: string): void => {
      cache.delete(tenant_id)
    },

    /** Reads from the store and the file, without the cache. */
    loadAvailable,

    /** Returns null if no guardrail applies. Throws if a guardrail or policy that the config names does not exist. */
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

    /** Validates the guardrails, the policy and the risk profile of an assistant's config. */
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

/** The message names the first problem; the details contain all of them. */
export const throwIfInvalid = (problems: ValidationProblems): void => {
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
}
