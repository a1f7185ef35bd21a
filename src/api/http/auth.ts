/**
 * Authentication. When it is disabled, every request acts as the administrator of the default tenant. When it is enabled,
 * a request carries an API key or a JWT, or the session cookie of the console. If one credential is invalid, no other is tried.
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { Clock } from '../../platform/clock.js'
import type { Config } from '../../config.js'
import type { Caller } from '../../domain/caller.js'
import { ANYONE, DEFAULT_TENANT, hashKey, type ApiKeys, type KeyOwner } from '../../domain/api-keys.js'
import type { ProjectUser } from '../../engine/project/protocol.js'
import type { ConsoleSessions, Voucher } from '../../domain/console-sessions.js'
import { AppError } from '../../errors.js'
import type { Scope } from '../../schema/api-key.js'
import { SCOPES } from '../../schema/api-key.js'
import { isConsolePageRequest, readSessionToken, type CookieRequest } from './session-cookie.js'

/** How a request was authenticated. */
export interface Credential {
  type: 'configured_key' | 'api_key' | 'jwt' | 'session'
  /** The name of the API key, or the subject of the token. */
  name: string
  key_id: string | null
  expires_at: number | null
}

export interface Principal extends Caller {
  tenant_id: string
  scopes: ReadonlySet<Scope>
  /** The rate-limit bucket that requests of this principal use. */
  bucket: string
  /** Set for users of the project's `auth`; the project's authorization handlers decide what they may access. */
  user?: ProjectUser
  /** Absent without authentication, and for users of the project. */
  credential?: Credential
}

type RequestHeaders = CookieRequest['headers']

/** A principal with what limits the sessions that it may open. */
export interface VerifiedCredential {
  principal: Principal
  voucher: Voucher
  /** Null: the credential does not expire. */
  expires_at: number | null
}

export const DEFAULT_ADMIN: Principal = {
  tenant_id: DEFAULT_TENANT,
  scopes: new Set(SCOPES),
  bucket: ANYONE,
  id: ANYONE,
  name: ANYONE,
}

/** A revoked key keeps working for this long on other nodes; `clearCache` revokes it immediately on this node. */
const KEY_CACHE_MS = 5_000
const RECORD_USE_INTERVAL_MS = 60_000
const CLOCK_SKEW_SECONDS = 60
const JWKS_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const unauthorized = (message: string): AppError => new AppError('unauthorized', message)

export const makeAuth = (config: Config, apiKeys: ApiKeys, sessions: ConsoleSessions, clock: Clock) => {
  const verifyToken = makeTokenVerifier(config, clock)
  const keyOwners = makeKeyOwnerCache(apiKeys, clock)
  const configuredKeyHashes = config.API_KEYS.map(hashKey)

  const verifyCredential = async (credential: string): Promise<VerifiedCredential> => {
    const hash = hashKey(credential)
    const position = configuredKeyHashes.indexOf(hash)
    if (position >= 0) {
      // Other users see the ID, so it must not depend on the key: a hash could be compared with guesses.
      const id = `config:${String(position + 1)}`
      const name = 'a configured key'
      const described = { type: 'configured_key', name, key_id: null, expires_at: null } as const
      const principal = { ...DEFAULT_ADMIN, bucket: id, id, name, credential: described }
      return { principal, voucher: { secret: hash }, expires_at: null }
    }
    if (verifyToken !== undefined && looksLikeJwt(credential)) return verifyToken(credential)
    const owner = await keyOwners.get(credential)
    if (owner === undefined) throw unauthorized('The API key is unknown, expired or revoked')
    const { tenant_id, key_id, name, expires_at } = owner
    const id = `key:${key_id}`
    const described = { type: 'api_key', name, key_id, expires_at } as const
    const scopes = expandScopes(owner.scopes)
    const principal = { tenant_id, scopes, bucket: id, id, name, credential: described }
    return { principal, voucher: { key_id }, expires_at }
  }

  const authenticateSession = async (request: CookieRequest, token: string): Promise<Principal> => {
    if (!isConsolePageRequest(request))
      throw unauthorized(
        'The session cookie is accepted only from pages of this service; changes also need the header x-heddle-console: 1',
      )
    const found = await sessions.findOwner(token)
    if (found === undefined) throw unauthorized('The session has ended; sign in again')
    const { tenant_id, id, name, scopes, bucket, key_id, expires_at } = found
    const credential = { type: 'session', name, key_id, expires_at } as const
    return { tenant_id, id, name, scopes: new Set(scopes), bucket, credential }
  }

  return {
    async authenticate(request: CookieRequest): Promise<Principal> {
      if (!config.AUTH_ENABLED) return DEFAULT_ADMIN
      const token = config.CONSOLE === 'on' ? readSessionToken(request) : undefined
      if (token !== undefined) return authenticateSession(request, token)
      return (await verifyCredential(extractCredential(request.headers))).principal
    },

    /** Throws if the API key or JWT is not valid. */
    verifyCredential,

    /** Must be called after a key was revoked on this node. */
    clearCache(): void {
      keyOwners.clearCache()
      sessions.clearCache()
    },
  }
}

export type Auth = ReturnType<typeof makeAuth>

const extractCredential = ({ authorization, 'x-api-key': apiKey }: RequestHeaders): string => {
  if (typeof authorization === 'string') {
    const [, credential] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (credential === undefined)
      throw unauthorized('The Authorization header must be: Bearer <API key or JWT>')
    return credential
  }
  if (typeof apiKey === 'string' && apiKey !== '') return apiKey
  throw unauthorized('Credentials are missing: send Authorization: Bearer <API key or JWT>')
}

const looksLikeJwt = (credential: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(credential)

export const requireScope = ({ scopes }: Principal, scope: Scope): void => {
  if (!scopes.has(scope))
    throw new AppError('forbidden', `This operation requires the scope ${scope}`, { scope })
}

/** The scope `admin` includes `read` and `write`. */
const expandScopes = (scopes: readonly Scope[]): ReadonlySet<Scope> =>
  new Set(scopes.includes('admin') ? SCOPES : scopes)

/** Caches the owner of a key for a few seconds and records its last use at most once a minute. */
const makeKeyOwnerCache = (apiKeys: ApiKeys, clock: Clock) => {
  const cache = new Map<string, { owner: KeyOwner; expiresAt: number }>()
  const lastRecordedAt = new Map<string, number>()

  const recordUse = (owner: KeyOwner): void => {
    const now = clock.now()
    if (now - (lastRecordedAt.get(owner.key_id) ?? -Infinity) < RECORD_USE_INTERVAL_MS) return
    lastRecordedAt.set(owner.key_id, now)
    // Not awaited: if the update fails, the next use of the key records it.
    apiKeys.recordUse(owner).catch(() => undefined)
  }

  return {
    async get(key: string): Promise<KeyOwner | undefined> {
      const hash = hashKey(key)
      const cached = cache.get(hash)
      if (cached !== undefined && cached.expiresAt > clock.now()) return cached.owner
      cache.delete(hash)
      const owner = await apiKeys.findOwner(key)
      if (owner === undefined) return undefined
      cache.set(hash, { owner, expiresAt: clock.now() + KEY_CACHE_MS })
      recordUse(owner)
      return owner
    },
    clearCache(): void {
      cache.clear()
    },
  }
}

/** The settings that decide which tokens are accepted. */
const toTokenSecret = ({ JWT_SECRET, JWT_JWKS_URL, JWT_ISSUER, JWT_AUDIENCE }: Config): string =>
  JSON.stringify([JWT_SECRET, JWT_JWKS_URL, JWT_ISSUER, JWT_AUDIENCE])

/** The secrets of the configuration that vouch for credentials which are not stored: configured keys and JWTs. */
export const listConfiguredSecrets = (config: Config): string[] => [
  ...config.API_KEYS.map(hashKey),
  toTokenSecret(config),
]

/**
 * Each verifier accepts its own list of algorithms, so that a token signed with HMAC is never checked against a public
 * key (algorithm confusion).
 */
const makeTokenVerifier = (config: Config, clock: Clock) => {
  const { JWT_SECRET, JWT_JWKS_URL, JWT_ISSUER, JWT_AUDIENCE, JWT_REQUIRE_EXP } = config
  if (JWT_SECRET === undefined && JWT_JWKS_URL === undefined) return undefined
  const secret = JWT_SECRET === undefined ? undefined : new TextEncoder().encode(JWT_SECRET)
  const remoteKeySet = JWT_JWKS_URL === undefined ? undefined : createRemoteJWKSet(new URL(JWT_JWKS_URL))
  const options = (): JWTVerifyOptions => ({
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: new Date(clock.now()),
    ...(JWT_ISSUER !== undefined && { issuer: JWT_ISSUER }),
    ...(JWT_AUDIENCE !== undefined && { audience: JWT_AUDIENCE }),
    ...(JWT_REQUIRE_EXP && { requiredClaims: ['exp'] }),
  })

  const verify = async (token: string): Promise<JWTPayload> => {
    if (secret !== undefined) {
      try {
        return (await jwtVerify(token, secret, { ...options(), algorithms: ['HS256'] })).payload
      } catch (error) {
        if (remoteKeySet === undefined || !(error instanceof errors.JOSEAlgNotAllowed)) throw error
      }
    }
    if (remoteKeySet === undefined) throw unauthorized('The token cannot be verified')
    return (await jwtVerify(token, remoteKeySet, { ...options(), algorithms: JWKS_ALGORITHMS })).payload
  }

  return async (token: string): Promise<VerifiedCredential> => {
    let claims: JWTPayload
    try {
      claims = await verify(token)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (error instanceof errors.JWTExpired) throw unauthorized('The token has expired')
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
        throw unauthorized('The token is not valid')
      }
      throw new AppError(
        'service_unavailable',
        'The keys that verify tokens (JWT_JWKS_URL) cannot be fetched',
        undefined,
        {
          cause: error,
        },
      )
    }
    const tenant_id = readTenant(claims)
    const { sub = '', exp } = claims
    const id = `jwt:${sub}`
    const name = sub === '' ? 'a token' : sub
    const expires_at = exp === undefined ? null : exp * 1000
    const credential = { type: 'jwt', name, key_id: null, expires_at } as const
    return {
      principal: { tenant_id, scopes: readScopes(claims), bucket: id, id, name, credential },
      voucher: { secret: toTokenSecret(config) },
      expires_at,
    }
  }
}

const readTenant = ({ tenant }: JWTPayload): string => {
  if (tenant === undefined) return DEFAULT_TENANT
  if (typeof tenant === 'string' && /^[\w.@:-]{1,128}$/.test(tenant)) return tenant
  throw unauthorized('The tenant claim of the token is not valid')
}

/** A token without a scope or permissions claim gets the scopes read and write, not admin. */
const readScopes = ({ scope, permissions }: JWTPayload): ReadonlySet<Scope> => {
  if (scope === undefined && permissions === undefined) return new Set<Scope>(['read', 'write'])
  const claimedScopes =
    typeof scope === 'string' ? scope.split(' ') : Array.isArray(permissions) ? permissions : []
  return expandScopes(SCOPES.filter((knownScope) => claimedScopes.includes(knownScope)))
}
