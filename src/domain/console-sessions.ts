/**
 * Sessions of the web console. Signing in exchanges a credential for a random token, which the browser keeps in a cookie. A session
 * never outlives its credential: it ends with the API key or the token, and when the key is revoked. A configured key or a JWT has no
 * row that could be revoked, so the session stores a proof of the configured secret instead: an HMAC with the token as its key.
 * Without the token, the HMAC cannot be computed, and guesses of the secret cannot be tested. The session ends when the secret is removed from the configuration.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.js'
import { newId } from '../platform/ids.js'
import { SCOPES, type Scope } from '../schema/api-key.js'
import type { ConsoleSessionStore, StoredSession } from '../store/access/console-sessions.js'
import { hashKey } from './api-keys.js'

const HOUR_MS = 60 * 60 * 1000
export const SESSION_IDLE_MS = 12 * HOUR_MS
export const SESSION_MAX_MS = 7 * 24 * HOUR_MS
/** The end of an idle session is extended at most this often. */
const EXTEND_INTERVAL_MS = 60_000
/** A session that another node has ended keeps working for this long on this node. */
const CACHE_MS = 5_000
const CACHE_SIZE = 10_000

/** Buckets with this prefix have the rate limit of the console. */
export const CONSOLE_BUCKET_PREFIX = 'console:'

/** What vouches for a credential: the row of an API key, or a secret of the configuration. */
export type Voucher = { key_id: string } | { secret: string }

export interface SessionOwner {
  tenant_id: string
  name: string
  scopes: Scope[]
  /** The rate-limit bucket. The one of a credential is also the ID of its caller. */
  bucket: string
}

export interface FoundSession extends SessionOwner {
  /** The ID of the caller who signed in: a session is the same caller as its credential. */
  id: string
  key_id: string | null
  expires_at: number
}

export interface NewSession extends SessionOwner {
  voucher: Voucher
  /** When the credential expires; null: never. */
  expires_at: number | null
}

const newToken = (): string => `hds_${randomBytes(32).toString('base64url')}`

const prove = (token: string, secret: string): string =>
  createHmac('sha256', token).update(secret).digest('hex')

interface Deps {
  consoleSessions: ConsoleSessionStore
  clock: Clock
  /** The secrets of the configuration that can vouch for a session. */
  secrets: readonly string[]
}

export const makeConsoleSessions = ({ consoleSessions, clock, secrets }: Deps) => {
  const cache = new LRUCache<string, { session: StoredSession; loadedAt: number }>({ max: CACHE_SIZE })

  const load = async (hash: string): Promise<StoredSession | undefined> => {
    const cached = cache.get(hash)
    if (cached !== undefined && clock.now() - cached.loadedAt < CACHE_MS) return cached.session
    cache.delete(hash)
    const session = await consoleSessions.getByHash(hash)
    if (session !== undefined) cache.set(hash, { session, loadedAt: clock.now() })
    return session
  }

  const isVouchedFor = (
    { key_id, found_key_id, key_revoked_at, key_expires_at, secret_proof }: StoredSession,
    token: string,
  ): boolean => {
    if (key_id === null) return secrets.some((secret) => prove(token, secret) === secret_proof)
    if (found_key_id === null || key_revoked_at !== null) return false
    return key_expires_at === null || key_expires_at > clock.now()
  }

  const extend = async (session: StoredSession): Promise<void> => {
    const idle_expires_at = Math.min(session.expires_at, clock.now() + SESSION_IDLE_MS)
    if (idle_expires_at - session.idle_expires_at < EXTEND_INTERVAL_MS) return
    session.idle_expires_at = idle_expires_at
    // A database that cannot be written must not prevent reads; a later use of the session extends it.
    await consoleSessions.extend(session, idle_expires_at).catch(() => undefined)
  }

  return {
    async create({ voucher, ...owner }: NewSession): Promise<{ token: string; expires_at: number }> {
      const token = newToken()
      const now = clock.now()
      const expires_at = Math.min(now + SESSION_MAX_MS, owner.expires_at ?? Infinity)
      await consoleSessions.insert({
        tenant_id: owner.tenant_id,
        session_id: newId(),
        hash: hashKey(token),
        name: owner.name,
        scopes: owner.scopes.join(' '),
        bucket: owner.bucket,
        key_id: 'key_id' in voucher ? voucher.key_id : null,
        secret_proof: 'secret' in voucher ? prove(token, voucher.secret) : null,
        created_at: now,
        expires_at,
        idle_expires_at: Math.min(expires_at, now + SESSION_IDLE_MS),
      })
      return { token, expires_at }
    },

    /** Returns undefined if the session does not exist or has ended. */
    async findOwner(token: string): Promise<FoundSession | undefined> {
      const session = await load(hashKey(token))
      if (session === undefined || session.idle_expires_at <= clock.now()) return undefined
      if (!isVouchedFor(session, token)) return undefined
      await extend(session)
      const { tenant_id, name, bucket, key_id, expires_at } = session
      const storedScopes = session.scopes.split(' ')
      const scopes = SCOPES.filter((scope) => storedScopes.includes(scope))
      const sessionBucket = CONSOLE_BUCKET_PREFIX + bucket
      return { tenant_id, id: bucket, name, scopes, bucket: sessionBucket, key_id, expires_at }
    },

    async remove(token: string): Promise<void> {
      await consoleSessions.remove(hashKey(token))
      cache.delete(hashKey(token))
    },

    /** Must be called after an API key was revoked on this node. */
    clearCache(): void {
      cache.clear()
    },
  }
}

export type ConsoleSessions = ReturnType<typeof makeConsoleSessions>
