/** API keys. A key is shown once, when it is created; the database stores only its hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.js'
import { notFound, validationError } from '../errors.js'
import { newId } from '../platform/ids.js'
import type { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyUpdate, Scope } from '../schema/api-key.js'
import type { Page } from '../schema/common.js'
import type { ApiKeyStore } from '../store/access/api-keys.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import { toPageRequest, toPage, type ListQuery } from './cursor.js'
import { noIdempotencyStatements, type IdempotencyStatements } from './idempotency.js'
import { toApiKey } from './row-mappers.js'

/** A fast hash is sufficient: a key with 256 random bits cannot be found by brute force. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const newKey = (): string => `hdl_${randomBytes(32).toString('base64url')}`
const PREFIX_LENGTH = 10

/** The first key has a fixed id, so that only one of several nodes that start together can insert it. */
const FIRST_KEY_ID = '00000000-0000-7000-8000-000000000001'

export const DEFAULT_TENANT = 'default'

/** The name of every caller while authentication is disabled. */
export const ANYONE = 'anyone'

/** Who created a resource. Null: unknown. */
export const toCreator = (caller: string | undefined): string | null =>
  caller === undefined || caller === ANYONE ? null : caller

export interface KeyOwner {
  tenant_id: string
  key_id: string
  name: string
  scopes: Scope[]
  expires_at: number | null
}

export const makeApiKeys = ({ apiKeys, clock }: { apiKeys: ApiKeyStore; clock: Clock }) => {
  const newRow = (
    tenant_id: string,
    key_id: string,
    key: string,
    input: ApiKeyCreate,
    created_by: string | null = null,
  ): Row<'api_keys'> => ({
    tenant_id,
    key_id,
    name: input.name,
    prefix: key.slice(0, PREFIX_LENGTH),
    hash: hashKey(key),
    scopes: (input.scopes ?? ['read', 'write']).join(' '),
    created_at: clock.now(),
    expires_at: input.expires_at == null ? null : Date.parse(input.expires_at),
    last_used_at: null,
    revoked_at: null,
    created_by,
  })

  /** The problems that the schema cannot express, by field. */
  const findProblems = ({ expires_at }: { expires_at?: unknown }): Record<string, string> =>
    typeof expires_at === 'string' && Date.parse(expires_at) <= clock.now()
      ? { expires_at: 'must be in the future' }
      : {}

  return {
    findProblems,

    async create(
      tenant_id: string,
      input: ApiKeyCreate,
      idempotencyStatements: IdempotencyStatements<ApiKeyCreated> = noIdempotencyStatements,
      caller?: string,
    ): Promise<ApiKeyCreated> {
      const key = newKey()
      const row = newRow(tenant_id, newId(), key, input, toCreator(caller))
      const [problem] = Object.entries(findProblems(input))
      if (problem !== undefined) throw validationError(...problem)
      const created = { ...toApiKey(row), key }
      await apiKeys.insert(row, ...idempotencyStatements(created))
      return created
    },

    /** Returns undefined if a key already exists, or if another node inserts the first key at the same time. */
    async createFirst(): Promise<string | undefined> {
      if (await apiKeys.hasAny()) return undefined
      const key = newKey()
      const row = newRow(DEFAULT_TENANT, FIRST_KEY_ID, key, {
        name: 'first key',
        scopes: ['admin', 'read', 'write'],
      })
      return (await apiKeys.insert(row)) ? key : undefined
    },

    async get(tenant_id: string, key_id: string): Promise<ApiKey> {
      const row = await apiKeys.get({ tenant_id, key_id })
      if (row === undefined) throw notFound('Key', key_id)
      return toApiKey(row)
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<ApiKey>> {
      const page = toPageRequest('api-keys', query)
      const rows = await apiKeys.list(tenant_id, page)
      return toPage('api-keys', page, rows, (row) => ({ at: row.created_at, id: row.key_id }), toApiKey)
    },

    /** Sessions and runs that the key started keep the name that it had. */
    async rename(
      tenant_id: string,
      key_id: string,
      { name }: ApiKeyUpdate,
      auditStatements: () => Statement[] = () => [],
    ): Promise<ApiKey> {
      const row = await apiKeys.rename({ tenant_id, key_id }, name, auditStatements())
      if (row === undefined) throw notFound('Key', key_id)
      return toApiKey(row)
    },

    /** Idempotent. The row is kept, so that the list shows when the key was revoked. */
    async revoke(
      tenant_id: string,
      key_id: string,
      auditStatements: (resource: ApiKey) => Statement[] = () => [],
    ): Promise<ApiKey> {
      const current = await apiKeys.get({ tenant_id, key_id })
      if (current === undefined) throw notFound('Key', key_id)
      const statements = auditStatements(toApiKey(current))
      const row = await apiKeys.revoke({ tenant_id, key_id }, clock.now(), statements)
      if (row === undefined) throw notFound('Key', key_id)
      return toApiKey(row)
    },

    /** Returns undefined if the key does not exist, is revoked or is expired. */
    async findOwner(key: string): Promise<KeyOwner | undefined> {
      const row = await apiKeys.getByHash(hashKey(key))
      if (row === undefined || row.revoked_at !== null) return undefined
      if (row.expires_at !== null && row.expires_at <= clock.now()) return undefined
      const { tenant_id, key_id, name, scopes, expires_at } = row
      return { tenant_id, key_id, name, scopes: scopes.split(' ') as Scope[], expires_at }
    },

    async recordUse({ tenant_id, key_id }: KeyOwner): Promise<void> {
      await apiKeys.recordUse({ tenant_id, key_id }, clock.now())
    },
  }
}

export type ApiKeys = ReturnType<typeof makeApiKeys>
