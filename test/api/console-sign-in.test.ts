/** Signing in to the console: the cookie, the requests that may use it, and the end of a session. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type TestResponse } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { makeStores } from '../support/stores.js'
import { openDatabase } from '../support/databases.js'

type Headers = Record<string, string>

const ADMIN = 'bootstrap-admin-key-1'
const SECRET = 'a secret of more than thirty-two bytes'
const ENV = { AUTH_ENABLED: 'true', API_KEYS: ADMIN, JWT_SECRET: SECRET }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const bearer = (credential: string): Headers => ({ authorization: `Bearer ${credential}` })
/** The headers of the console's own page. */
const PAGE: Headers = { 'sec-fetch-site': 'same-origin', 'x-heddle-console': '1' }

const signIn = (app: TestApp, credential: string, headers: Headers = {}): Promise<TestResponse> =>
  app.post('/console/sign-in', { credential }, { ...PAGE, ...headers })

const readCookies = ({ headers }: TestResponse): string[] => [headers['set-cookie'] ?? []].flat().map(String)

/** The cookie as the browser sends it. */
const toCookie = (response: TestResponse): string => readCookies(response)[0]?.split(';')[0] ?? ''

const openSession = async (app: TestApp, credential: string): Promise<Headers> => {
  const response = await signIn(app, credential)
  expect(response.status).toBe(200)
  return { ...PAGE, cookie: toCookie(response) }
}

const createKey = async (app: TestApp, body: object, admin = bearer(ADMIN)) =>
  (await app.post('/api/v1/api-keys', { name: 'k', ...body }, admin)).body as { key: string; key_id: string }

const signToken = (clockNow: number, claims: object, expiresInSeconds?: number): Promise<string> => {
  const jwt = new SignJWT({ sub: 'ada', ...claims }).setProtectedHeader({ alg: 'HS256' })
  if (expiresInSeconds !== undefined) jwt.setExpirationTime(Math.floor(clockNow / 1000) + expiresInSeconds)
  return jwt.sign(new TextEncoder().encode(SECRET))
}

describe.each(DATABASE_KINDS)('sessions of the console on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, env: ENV })
  })
  afterAll(() => app.stop())

  const statusOf = async (headers: Headers, url = '/api/v1/threads') => (await app.get(url, headers)).status

  it('an API key is exchanged for a cookie that authenticates requests of the console', async () => {
    const { key } = await createKey(app, { scopes: ['read', 'write'] })
    const response = await signIn(app, key)
    expect(response).toMatchObject({
      status: 200,
      body: { tenant_id: 'default', name: 'k', scopes: ['read', 'write'] },
      headers: { 'cache-control': 'no-store' },
    })
    expect(response.text).not.toContain('hds_')
    const session = { ...PAGE, cookie: toCookie(response) }
    expect(await statusOf(session)).toBe(200)
    expect((await app.post('/api/v1/threads', {}, session)).status).toBe(201)
    expect(await statusOf(session, '/api/v1/api-keys')).toBe(403)
    const getId = async (headers: Headers) => (await app.get('/api/v1/me', headers)).body.id as string
    expect(await getId(session)).toBe(await getId({ authorization: `Bearer ${key}` }))
    const ofAdmin = { ...PAGE, cookie: toCookie(await signIn(app, ADMIN)) }
    expect(await getId(ofAdmin)).toBe('config:1')
    expect(await statusOf(PAGE)).toBe(401)
  })

  it('a session of a JWT acts as the tenant and with the scopes of the token', async () => {
    const token = await signToken(app.clock.now(), { tenant: 'other', scope: 'read' }, 3_600)
    const response = await signIn(app, token)
    expect(response.body).toMatchObject({ tenant_id: 'other', name: 'ada', scopes: ['read'] })
    const session = { ...PAGE, cookie: toCookie(response) }
    const thread = await app.post('/api/v1/threads', {}, bearer(ADMIN))
    expect(await statusOf(session, `/api/v1/threads/${thread.body.thread_id}`)).toBe(404)
    expect((await app.get('/api/v1/threads', session)).body.data).toEqual([])
    expect((await app.post('/api/v1/threads', {}, session)).status).toBe(403)
  })

  it('a session ends twelve hours after its last request', async () => {
    const { key } = await createKey(app, {})
    const session = await openSession(app, key)
    app.clock.advance(12 * HOUR_MS - 1_000)
    expect(await statusOf(session)).toBe(200)
    app.clock.advance(12 * HOUR_MS - 1_000)
    expect(await statusOf(session)).toBe(200)
    app.clock.advance(12 * HOUR_MS + 1_000)
    expect(await app.get('/api/v1/threads', session)).toMatchObject({
      status: 401,
      body: { error: 'unauthorized', message: 'The session has ended; sign in again' },
    })
  })

  it('a session ends after seven days however often it is used', async () => {
    const { key } = await createKey(app, {})
    const response = await signIn(app, key)
    const start = app.clock.now()
    expect(response.body.expires_at).toBe(new Date(start + 7 * DAY_MS).toISOString())
    expect(readCookies(response)[0]).toContain(`Max-Age=${7 * 24 * 3600};`)
    const session = { ...PAGE, cookie: toCookie(response) }
    for (let hours = 10; hours < 168; hours += 10) {
      app.clock.advance(10 * HOUR_MS)
      expect([hours, await statusOf(session)]).toEqual([hours, 200])
    }
    app.clock.advance(start + 7 * DAY_MS - 1 - app.clock.now())
    expect(await statusOf(session)).toBe(200)
    app.clock.advance(1)
    expect(await statusOf(session)).toBe(401)
  })

  it('a session ends with the API key or token that opened it', async () => {
    const expires_at = new Date(app.clock.now() + HOUR_MS).toISOString()
    const { key } = await createKey(app, { expires_at })
    const ofKey = await signIn(app, key)
    const ofToken = await signIn(app, await signToken(app.clock.now(), {}, 3_600))
    expect([ofKey.body.expires_at, Date.parse(ofToken.body.expires_at as string)]).toEqual([
      expires_at,
      Math.floor(app.clock.now() / 1000) * 1000 + HOUR_MS,
    ])
    const sessions = [ofKey, ofToken].map((response) => ({ ...PAGE, cookie: toCookie(response) }))
    for (const session of sessions) expect(await statusOf(session)).toBe(200)
    app.clock.advance(HOUR_MS)
    for (const session of sessions) expect(await statusOf(session)).toBe(401)
  })

  it('revoking an API key ends its sessions at once, and no others', async () => {
    const [revoked, kept] = [await createKey(app, {}), await createKey(app, {})]
    const [ended, active] = [await openSession(app, revoked.key), await openSession(app, kept.key)]
    expect(await statusOf(ended)).toBe(200)
    await app.call('DELETE', `/api/v1/api-keys/${revoked.key_id}`, undefined, { headers: bearer(ADMIN) })
    expect(await statusOf(ended)).toBe(401)
    expect(await statusOf(active)).toBe(200)
    expect((await signIn(app, revoked.key)).status).toBe(401)
  })

  it('signing out ends the session and removes both cookies', async () => {
    const { key } = await createKey(app, {})
    const [session, other] = [await openSession(app, key), await openSession(app, key)]
    const response = await app.post('/console/sign-out', {}, session)
    expect(response.status).toBe(200)
    expect(readCookies(response)).toEqual([
      '__Host-heddle=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      'heddle=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ])
    expect(await statusOf(session)).toBe(401)
    expect(await statusOf(other)).toBe(200)
    expect((await app.post('/console/sign-out', {}, PAGE)).status).toBe(200)
  })

  it('the database holds neither the token of a session nor a hash of the configured secrets', async () => {
    const cookies = [await openSession(app, ADMIN), await openSession(app, await signToken(0, {}))]
    const db = await openDatabase(app.databaseUrl)
    const { consoleSessions } = makeStores(db)
    const { createHash } = await import('node:crypto')
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    for (const { cookie = '' } of cookies) {
      const token = cookie.split('=')[1] ?? ''
      const row = JSON.stringify(await consoleSessions.getByHash(hash(token)))
      expect(row).toContain('secret_proof')
      for (const secret of [token, hash(ADMIN), hash(SECRET), SECRET, ADMIN])
        expect(row).not.toContain(secret)
    }
    await db.close()
  })
})

it('removing a configured key, or changing how tokens are verified, ends the sessions that they opened', async () => {
  const database = await createTestDatabase('sqlite')
  const first = await startApp({ databaseUrl: database.url, env: ENV })
  const cookies = [ADMIN, await signToken(first.clock.now(), {}, 7_200)]
  const sessions = await Promise.all(cookies.map((credential) => openSession(first, credential)))
  await first.stop()

  const readStatuses = async (env: Record<string, string>) => {
    const app = await startApp({ databaseUrl: database.url, env })
    const responses = await Promise.all(sessions.map((session) => app.get('/api/v1/threads', session)))
    await app.stop()
    return responses.map(({ status }) => status)
  }
  expect(await readStatuses(ENV)).toEqual([200, 200])
  expect(await readStatuses({ ...ENV, API_KEYS: `another-key-of-sixteen,${ADMIN}` })).toEqual([200, 200])
  expect(await readStatuses({ ...ENV, API_KEYS: 'another-key-of-sixteen' })).toEqual([401, 200])
  expect(await readStatuses({ ...ENV, JWT_SECRET: `${SECRET}!` })).toEqual([200, 401])
  expect(await readStatuses({ ...ENV, CONSOLE: 'off' })).toEqual([401, 401])
  await database.drop()
})

describe('the session cookie', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { ...ENV, HOST: '0.0.0.0' } })
  })
  afterAll(() => app.stop())

  it.each([
    ['https', { host: 'agents.example', origin: 'https://agents.example' }, '__Host-heddle'],
    [
      'a proxy that changes the host',
      { host: 'localhost', origin: 'https://agents.example' },
      '__Host-heddle',
    ],
    ['a client without an origin', { host: 'agents.example' }, '__Host-heddle'],
    ['plain http on loopback', { host: 'localhost:8123', origin: 'http://localhost:8123' }, 'heddle'],
    ['plain http on IPv6 loopback', { host: '[::1]:8123', origin: 'http://[::1]:8123' }, 'heddle'],
  ])('with %s, the cookie has all flags that the browser accepts', async (_, headers, name) => {
    const [cookie] = readCookies(await signIn(app, ADMIN, headers))
    const secure = name === '__Host-heddle' ? '; Secure' : ''
    expect(cookie).toMatch(
      new RegExp(`^${name}=hds_[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict${secure}$`),
    )
  })

  it('plain http from another machine is refused with the reason, and stores no session', async () => {
    const headers = { host: '192.168.1.5:8123', origin: 'http://192.168.1.5:8123' }
    const response = await signIn(app, ADMIN, headers)
    expect(response).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
    expect(response.body.message).toMatch(/^Signing in needs https/)
    expect(readCookies(response)).toEqual([])
  })

  it('the cookie without Secure is accepted on loopback hosts only', async () => {
    const { cookie } = await openSession(app, ADMIN)
    const status = async (host: string) =>
      (await app.get('/api/v1/threads', { ...PAGE, cookie: cookie ?? '', host })).status
    expect([await status('localhost'), await status('127.0.0.1:1'), await status('agents.example')]).toEqual([
      200, 200, 401,
    ])
  })
})

describe('requests with a session cookie', () => {
  let app: TestApp
  let cookie: string
  beforeAll(async () => {
    app = await startApp({ env: ENV })
    cookie = (await openSession(app, ADMIN))['cookie'] ?? ''
  })
  afterAll(() => app.stop())

  const OURS = 'http://localhost'
  const ACCEPTED = [200, 201]
  const REJECTED = [401, 401]
  // Each case: the headers of the browser, and the statuses of a read and of a change with x-heddle-console.
  const CASES: [string, Headers, number[]][] = [
    ['of the console', { 'sec-fetch-site': 'same-origin' }, ACCEPTED],
    ['of the console with an origin', { 'sec-fetch-site': 'same-origin', origin: OURS }, ACCEPTED],
    [
      'of the console behind a proxy that changes the host',
      { 'sec-fetch-site': 'same-origin', origin: 'https://agents.example' },
      ACCEPTED,
    ],
    ['without Sec-Fetch-Site from our origin', { origin: OURS }, ACCEPTED],
    ['without any header of a browser', {}, REJECTED],
    [
      'of another port of this host',
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
      REJECTED,
    ],
    ['of another port without Sec-Fetch-Site', { origin: 'http://localhost:3000' }, REJECTED],
    ['of a subdomain', { 'sec-fetch-site': 'same-site' }, REJECTED],
    ['of a foreign site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, REJECTED],
    ['of a foreign site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: OURS }, REJECTED],
    ['of a foreign site without Sec-Fetch-Site', { origin: 'https://evil.example' }, REJECTED],
    ['of a host that begins like ours', { origin: 'http://localhost.evil.example' }, REJECTED],
    ['of a sandboxed frame', { origin: 'null' }, REJECTED],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, REJECTED],
    ['with a wrong Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, same-origin' }, REJECTED],
  ]

  it.each(CASES)('a request %s', async (_, headers, statuses) => {
    const read = await app.get('/api/v1/threads', { ...headers, cookie })
    const change = await app.post('/api/v1/threads', {}, { ...headers, cookie, 'x-heddle-console': '1' })
    expect([read.status, change.status]).toEqual(statuses)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s needs the header x-heddle-console: 1', async (method) => {
    for (const value of [undefined, '0', 'true', '1, 1']) {
      const headers = {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(value !== undefined && { 'x-heddle-console': value }),
      }
      const response = await app.call(method, '/store/items', {}, { headers })
      expect([value, response.status]).toEqual([value, 401])
    }
    const headers = { cookie, ...PAGE }
    expect((await app.call(method, '/store/items', {}, { headers })).status).not.toBe(401)
  })

  it.each([
    ['an invalid bearer token', bearer('wrong')],
    ['a malformed Authorization header', { authorization: 'Basic x' }],
    ['an empty Authorization header', { authorization: '' }],
    ['an invalid API key', { 'x-api-key': 'wrong' }],
    ['an empty API key', { 'x-api-key': '' }],
  ])('a valid cookie does not replace %s', async (_, headers) => {
    expect((await app.get('/api/v1/threads', { ...PAGE, cookie, ...headers })).status).toBe(401)
  })

  it('an invalid cookie does not replace or disturb a valid key', async () => {
    const wrong = { ...PAGE, cookie: 'heddle=hds_wrong' }
    expect((await app.get('/api/v1/threads', wrong)).status).toBe(401)
    expect((await app.get('/api/v1/threads', { ...wrong, ...bearer(ADMIN) })).status).toBe(200)
  })

  it('a page of another origin cannot use the cookie, also if CORS allows its credentials', async () => {
    const origin = 'http://localhost:3000'
    const withCors = await startApp({ env: { ...ENV, CORS_ORIGINS: origin } })
    const session = (await openSession(withCors, ADMIN))['cookie'] ?? ''
    for (const site of ['same-site', 'cross-site']) {
      const headers = { cookie: session, origin, 'sec-fetch-site': site, 'x-heddle-console': '1' }
      const response = await withCors.get('/api/v1/threads', headers)
      expect(response).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': origin } })
      expect((await withCors.post('/api/v1/threads', {}, headers)).status).toBe(401)
      expect((await withCors.post('/console/sign-out', {}, headers)).status).toBe(403)
    }
    await withCors.stop()
  })

  it('requests by cookie have a bucket of their own, which all sessions of a key share', async () => {
    const { key } = await createKey(app, {})
    const [first, second] = [await openSession(app, key), await openSession(app, key)]
    const readLimits = async (headers: Headers) => {
      const response = await app.get('/api/v1/threads', headers)
      return ['limit', 'remaining'].map((name) => Number(response.headers[`x-ratelimit-${name}`]))
    }
    expect(await readLimits(bearer(key))).toEqual([100, 100])
    expect(await readLimits(first)).toEqual([600, 600])
    let last = 0
    for (let count = 0; count < 1_198; count++)
      [, last = 0] = await readLimits(count % 2 === 0 ? first : second)
    expect(last).toBe(1)
    expect((await app.get('/api/v1/threads', second)).status).toBe(200)
    expect((await app.get('/api/v1/threads', first)).status).toBe(429)
    expect((await app.get('/api/v1/threads', bearer(key))).status).toBe(200)
  })
})

describe('POST /console/sign-in', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: ENV })
  })
  afterAll(() => app.stop())

  it.each([
    ['without the header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['of a foreign site', { ...PAGE, 'sec-fetch-site': 'cross-site' }],
    [
      'of another port of this host',
      { ...PAGE, 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    ],
    [
      'of a foreign origin without Sec-Fetch-Site',
      { 'x-heddle-console': '1', origin: 'https://evil.example' },
    ],
  ])('a sign-in %s is refused and sets no cookie', async (_, headers) => {
    const response = await app.call('POST', '/console/sign-in', { credential: ADMIN }, { headers })
    expect([response.status, readCookies(response)]).toEqual([403, []])
    expect((await app.call('POST', '/console/sign-out', {}, { headers })).status).toBe(403)
  })

  it.each([
    [{}, 'credential'],
    [{ credential: '' }, 'credential'],
    [{ credential: 7 }, 'credential'],
    [{ credential: ADMIN, tenant: 'x' }, 'tenant'],
    [{ credential: 'x'.repeat(20_000) }, 'credential'],
  ])('an invalid body is rejected with the field', async (body, field) => {
    const response = await app.post('/console/sign-in', body, PAGE)
    expect(response).toMatchObject({ status: 400, body: { error: 'validation_error' } })
    expect(Object.keys(response.body.details as object)).toEqual([field])
  })

  it('an Idempotency-Key does not store the response', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [await signIn(app, ADMIN, headers), await signIn(app, ADMIN, headers)]
    expect(first.headers['idempotency-replayed'] ?? second.headers['idempotency-replayed']).toBeUndefined()
    expect(toCookie(first)).not.toBe(toCookie(second))
  })

  it('failed tries count against the address together with other failed authentications, and valid keys still work', async () => {
    const limited = await startApp({ env: { ...ENV, RATE_LIMIT_BURST: '5', RATE_LIMIT_PER_MINUTE: '1' } })
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) {
      statuses.push((await signIn(limited, 'wrong-key')).status)
      statuses.push((await limited.get('/api/v1/threads', bearer('wrong-key'))).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn(limited, 'wrong-key')).status).toBe(429)
    expect((await signIn(limited, ADMIN)).status).toBe(200)
    await limited.stop()
  })

  it('without authentication there is no sign-in, and everything works without a cookie', async () => {
    const open = await startApp()
    const response = await signIn(open, ADMIN)
    expect(response).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
    expect(response.body.message).toContain('the console needs no sign-in')
    expect((await open.get('/api/v1/threads', { cookie: 'heddle=hds_x' })).status).toBe(200)
    await open.stop()
  })
})
