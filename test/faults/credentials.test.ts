/** Fault test 25: forged tokens, guessed, revoked and expired keys, conflicting credentials, and the timing of key checks. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuth } from '../../src/api/http/auth.js'
import { loadConfig } from '../../src/config.js'
import { makeApiKeys } from '../../src/domain/api-keys.js'
import { makeConsoleSessions } from '../../src/domain/console-sessions.js'
import { makeApiKeyStore } from '../../src/store/access/api-keys.js'
import { makeConsoleSessionStore } from '../../src/store/access/console-sessions.js'
import { makeTestClock, startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, openDatabase } from '../support/databases.js'
import { makeRandom } from '../support/random.js'
import { forgeTokens, signHmac, toClaims, type TokenSetup } from './forged-tokens.js'

const isLong = process.env['HEDDLE_LONG'] !== undefined
const SEED = 25
const SECRET = 'A secret of more than thirty-two bytes'
const ADMIN = 'the-admin-key-of-this-test'
const ISSUER = 'https://issuer.example'
const AUDIENCE = 'heddle'
/** The burst of the default rate limit, which also applies to failed attempts per address. */
const BURST = 200

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
const figures: Record<string, unknown> = {}
afterAll(() => {
  console.log(JSON.stringify({ test: 'credentials', database: 'sqlite', seed: SEED, ...figures }))
})

describe('credentials', () => {
  let app: TestApp
  let setup: TokenSetup
  let attackerHits = 0
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'key-1'
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] }
  const keyServer = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(keys))
  })
  const attacker = createServer((_request, response) => {
    attackerHits++
    response.end(JSON.stringify(keys))
  })
  const listen = async (server: typeof keyServer): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }

  beforeAll(async () => {
    app = await startApp({
      env: {
        AUTH_ENABLED: 'true',
        API_KEYS: ADMIN,
        JWT_SECRET: SECRET,
        JWT_JWKS_URL: `${await listen(keyServer)}/keys`,
        JWT_ISSUER: ISSUER,
        JWT_AUDIENCE: AUDIENCE,
        JWT_REQUIRE_EXP: 'true',
      },
    })
    const now = Math.floor(app.clock.now() / 1000)
    const attackerUrl = await listen(attacker)
    setup = { secret: SECRET, issuer: ISSUER, audience: AUDIENCE, now, publicKey, kid, attackerUrl }
  })
  afterAll(async () => {
    await app.stop()
    keyServer.close()
    attacker.close()
  })

  const statusOf = async (headers: Record<string, string>): Promise<number> =>
    (await app.get('/api/v1/threads', headers)).status
  const createKey = async (fields: object = {}): Promise<{ key: string; key_id: string }> =>
    (await app.post('/api/v1/api-keys', { name: 'k', ...fields }, bearer(ADMIN))).body

  it('none of at least 60 forged tokens is accepted', async () => {
    expect(await statusOf(bearer(signHmac({ alg: 'HS256' }, toClaims(setup), SECRET)))).toBe(200)
    const accepted: string[] = []
    const forged = forgeTokens(setup)
    expect(forged.length).toBeGreaterThanOrEqual(60)
    for (const [name, token] of forged) {
      const status = await statusOf(bearer(token))
      if (status !== 401 && status !== 403) accepted.push(`${name}: ${String(status)}`)
    }
    expect(accepted).toEqual([])
    expect(attackerHits).toBe(0)
    Object.assign(figures, { tokens_tried: forged.length, tokens_accepted: accepted.length })
  })

  it('revoked and expired keys are rejected, also from a cache', async () => {
    const revoked = await createKey()
    const expiring = await createKey({ expires_at: new Date(app.clock.now() + 1_000).toISOString() })
    expect(await statusOf(bearer(revoked.key))).toBe(200)
    expect(await statusOf(bearer(expiring.key))).toBe(200)
    const url = `/api/v1/api-keys/${revoked.key_id}`
    await app.call('DELETE', url, undefined, { headers: bearer(ADMIN) })
    expect(await statusOf(bearer(revoked.key))).toBe(401)
    expect(await statusOf({ 'x-api-key': revoked.key })).toBe(401)
    app.clock.advance(1_001)
    expect(await statusOf(bearer(expiring.key))).toBe(401)
  })

  it('of two credentials only the Authorization header counts, and the other one is not tried', async () => {
    const { key } = await createKey({ scopes: ['read'] })
    expect(await statusOf({ ...bearer('wrong'), 'x-api-key': key })).toBe(401)
    expect(await statusOf({ authorization: 'Basic eDp5', 'x-api-key': key })).toBe(401)
    expect(await statusOf({ authorization: '', 'x-api-key': key })).toBe(401)
    // The scopes are those of the Authorization header, even if the other key has more.
    const both = { ...bearer(key), 'x-api-key': ADMIN }
    expect((await app.post('/api/v1/threads', {}, both)).status).toBe(403)
  })

  it('guessing keys is throttled per address, finds none, and does not lock out a valid key', async () => {
    // By then, the bucket that the tests above have used is full again.
    app.clock.advance(600_000)
    const random = makeRandom(SEED)
    const { key } = await createKey()
    const guesses = isLong ? 10_000 : 400
    const statuses = new Map<number, number>()
    for (let index = 0; index < guesses; index++) {
      const tail = Array.from({ length: 32 }, () => Math.floor(random() * 36).toString(36)).join('')
      // Half of the guesses know the prefix, which lists of keys show.
      const guess = index % 2 === 0 ? `${key.slice(0, 10)}${tail}` : `hdl_${tail}`
      const status = await statusOf(index % 3 === 0 ? { 'x-api-key': guess } : bearer(guess))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: BURST, 429: guesses - BURST })
    expect(await statusOf(bearer(key))).toBe(200)
    Object.assign(figures, { guesses, guesses_accepted: 0, guesses_throttled: guesses - BURST })
  }, 300_000)
})

/** Welch's t statistic. The slowest twentieth is left out: it shows what else the machine did. */
const computeWelchT = (first: number[], second: number[]): number => {
  const summarize = (values: number[]) => {
    const kept = values.sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.95))
    const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
    const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
    return { mean, error: variance / kept.length }
  }
  const [a, b] = [summarize(first), summarize(second)]
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error)
}

describe.runIf(isLong)('timing', () => {
  it('a wrong key with a correct prefix takes as long as any other wrong key', async () => {
    const samples = 20_000
    const { url, drop } = await createTestDatabase('sqlite')
    const db = await openDatabase(url)
    const clock = makeTestClock()
    await db.migrate(clock.now())
    const apiKeys = makeApiKeys({ apiKeys: makeApiKeyStore(db), clock })
    const { key } = await apiKeys.create('default', { name: 'k' })
    const consoleSessions = makeConsoleSessionStore(db)
    const sessions = makeConsoleSessions({ consoleSessions, clock, secrets: [] })
    const auth = makeAuth(loadConfig({ AUTH_ENABLED: 'true', API_KEYS: ADMIN }), apiKeys, sessions, clock)
    const random = makeRandom(SEED)
    const times: [number[], number[]] = [[], []]
    const measure = async (guess: string): Promise<number> => {
      const startedAt = process.hrtime.bigint()
      await auth.verifyCredential(guess).catch(() => undefined)
      return Number(process.hrtime.bigint() - startedAt)
    }
    for (let index = 0; index < 500; index++) await measure(randomBytes(32).toString('base64url'))
    while (times[0].length < samples || times[1].length < samples) {
      const isPrefixed = random() < 0.5
      const text = `hdl_${randomBytes(32).toString('base64url')}`
      const guess = isPrefixed ? key.slice(0, -4) + text.slice(-4) : text
      times[isPrefixed ? 0 : 1].push(await measure(guess))
    }
    const t = computeWelchT(times[0], times[1])
    Object.assign(figures, { timing_samples: samples, timing_welch_t: Number(t.toFixed(2)) })
    // The goal is |t| < 4.5. A comparison that ends at the first wrong byte gives more than 100.
    expect(Math.abs(t)).toBeLessThan(20)
    await db.close()
    await drop()
  }, 300_000)
})
