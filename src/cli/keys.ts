/** `heddle keys`: manages API keys directly in the database, whether or not the service is running. */
import { systemClock } from '../platform/clock.js'
import { loadConfig, readEnvironment } from '../config.js'
import { DEFAULT_TENANT, makeApiKeys, type ApiKeys } from '../domain/api-keys.js'
import { AppError } from '../errors.js'
import { isUuid } from '../platform/ids.js'
import { SCOPES, type ApiKey, type Scope } from '../schema/api-key.js'
import { makeApiKeyStore } from '../store/access/api-keys.js'
import { Database } from '../store/sql/database.js'

interface Options {
  tenant?: string
  json?: boolean
}

const withApiKeys = async <T>(operation: (apiKeys: ApiKeys) => Promise<T>): Promise<T> => {
  const config = loadConfig(readEnvironment())
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DURABILITY: durability } = config
  const db = await Database.open({ url, directUrl, durability, poolSize: 1 })
  try {
    await db.migrate(systemClock.now())
    return await operation(makeApiKeys({ apiKeys: makeApiKeyStore(db), clock: systemClock }))
  } finally {
    await db.close()
  }
}

const print = (json: boolean | undefined, value: unknown, text: string): void => {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`)
}

const formatKey = ({ key_id, prefix, scopes, name, revoked_at, expires_at }: ApiKey): string => {
  const state =
    revoked_at !== null ? `revoked ${revoked_at}` : expires_at !== null ? `expires ${expires_at}` : ''
  return [key_id, `${prefix}…`, scopes.join(','), name, state].join('  ').trimEnd()
}

export const createKey = async (name: string, options: Options & { scopes: string; expires?: string }) => {
  const scopes = options.scopes.split(',').map((scope) => scope.trim()) as Scope[]
  if (name === '' || name.length > 256)
    throw new AppError('validation_error', 'The name must have 1 to 256 characters')
  const unknownScopes = scopes.filter((scope) => !SCOPES.includes(scope))
  if (unknownScopes.length > 0) {
    throw new AppError(
      'validation_error',
      `Unknown scope ${unknownScopes.join(', ')}; valid scopes: ${SCOPES.join(', ')}`,
    )
  }
  if (options.expires !== undefined && Number.isNaN(Date.parse(options.expires))) {
    throw new AppError(
      'validation_error',
      '--expires must be a time such as 2027-01-31 or 2027-01-31T09:30:00Z',
    )
  }
  const created = await withApiKeys((apiKeys) =>
    apiKeys.create(options.tenant ?? DEFAULT_TENANT, { name, scopes, expires_at: options.expires ?? null }),
  )
  print(options.json, created, `${created.key}\n(not shown again; ${formatKey(created)})`)
}

export const listKeys = async (options: Options): Promise<void> => {
  const { data } = await withApiKeys((apiKeys) =>
    apiKeys.list(options.tenant ?? DEFAULT_TENANT, { limit: 100 }),
  )
  print(options.json, data, data.length === 0 ? 'No API keys' : data.map(formatKey).join('\n'))
}

export const revokeKey = async (id: string, options: Options): Promise<void> => {
  if (!isUuid(id)) throw new AppError('validation_error', `${id} is not a key id; run heddle keys list`)
  const revoked = await withApiKeys((apiKeys) =>
    apiKeys.revoke(options.tenant ?? DEFAULT_TENANT, id.toLowerCase()),
  )
  print(options.json, revoked, formatKey(revoked))
}
