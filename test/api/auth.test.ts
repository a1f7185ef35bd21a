import { generateKeyPairSync, createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { createTestDatabase } from '../support/databases.js'

const SECRET = 'a secret of more than thirty-two bytes'
const ADMIN = 'bootstrap-admin-key-1'
const key = new TextEncoder().encode(SECRET)

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

describe('authentication', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({
      env: {
        AUTH_ENABLED: 'true',
        JWT_SECRET: SECRET,
        API_KEYS: ADMIN,
        RATE_LIMIT_PER_MINUTE: '100000',
        RATE_LIMIT_BURST: '100000',
      },
    })
  })
  afterAll(() => app.stop())

  const token = (claims: Record<string, unknown> = {}, expires?: number | string) => {
    const jwt = new SignJWT({ sub: 'user', ...claims }).setProtectedHeader({ alg: 'HS256' })
    return (expires === undefined ? jwt : jwt.setExpirationTime(expires)).sign(key)
  }
  const seconds = () => Math.floor(app.clock.now() / 1000)
  const statusOf = async (headers: Record<string, string>, url = '/api/v1/threads') =>
    (await app.get(url, headers)).status
  const make = async (body: object, headers = bearer(ADMIN)) =>
    (await app.post('/api/v1/api-keys', body, headers)).body as { key: string; key_id: string }

  it('a request without credentials is rejected with 401 unauthorized', async () => {
    expect(await app.get('/api/v1/threads')).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect(await statusOf({}, '/api/v1/nothing')).toBe(401)
  })

  it('health, metrics, info and the API reference need no credentials', async () => {
    for (const url of ['/health', '/ok', '/info', '/metrics', '/api/v1/openapi.json', '/docs']) {
      expect(await statusOf({}, url)).toBe(200)
    }
  })

  it('an API key is accepted as a bearer token and as x-api-key, without fallback between them', async () => {
    expect(await statusOf(bearer(ADMIN))).toBe(200)
    expect(await statusOf({ 'x-api-key': ADMIN })).toBe(200)
    expect(await statusOf({ ...bearer('wrong'), 'x-api-key': ADMIN })).toBe(401)
  })

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    `Bearer ${ADMIN} x`,
    `bearer${ADMIN}`,
    `Bearer ${ADMIN}x`,
    'Bearer null',
  ])('the Authorization header "%s" is rejected', async (authorization) => {
    expect(await statusOf({ authorization })).toBe(401)
  })

  it('a created API key is shown once and stored as a hash', async () => {
    const created = await app.post('/api/v1/api-keys', { name: 'ci', scopes: ['read'] }, bearer(ADMIN))
    expect(created).toMatchObject({ status: 201, body: { name: 'ci', scopes: ['read'], last_used_at: null } })
    expect(created.body.key).toMatch(/^hdl_[\w-]{43}$/)
    const read = await app.get(`/api/v1/api-keys/${created.body.key_id}`, bearer(ADMIN))
    expect(read.body).not.toHaveProperty('key')
    expect(read.body.prefix).toBe(created.body.key.slice(0, 10))
    const listed = await app.get('/api/v1/api-keys', bearer(ADMIN))
    expect(listed.text).not.toContain(created.body.key)
    expect(listed.text).not.toContain('hash')
  })

  it('all wrong fields of an API key are reported at once', async () => {
    const wrong = { name: '', scopes: ['root'], expires_at: '2020-01-01T00:00:00Z' }
    const { body } = await app.post('/api/v1/api-keys', wrong, bearer(ADMIN))
    expect(Object.keys(body.details as object).sort()).toEqual(['expires_at', 'name', 'scopes/0'])
  })

  it('a request outside the scopes of its key is rejected with 403 forbidden', async () => {
    const reader = bearer((await make({ name: 'r', scopes: ['read'] })).key)
    const writer = bearer((await make({ name: 'w', scopes: ['write'] })).key)
    const plain = bearer((await make({ name: 'p' })).key)
    expect(await statusOf(reader)).toBe(200)
    expect(await app.post('/api/v1/threads', {}, reader)).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    })
    expect(await statusOf(writer)).toBe(403)
    expect((await app.post('/api/v1/threads', {}, writer)).status).toBe(201)
    expect((await app.post('/api/v1/threads', {}, plain)).status).toBe(201)
    expect(await statusOf(plain)).toBe(200)
    expect(await statusOf(plain, '/api/v1/api-keys')).toBe(403)
  })

  it('a revoked or expired key is rejected, and its last use is recorded', async () => {
    const revoked = await make({ name: 'x' })
    expect(await statusOf(bearer(revoked.key))).toBe(200)
    const url = `/api/v1/api-keys/${revoked.key_id}`
    // The last use is recorded in the background.
    await expect.poll(async () => (await app.get(url, bearer(ADMIN))).body.last_used_at).not.toBeNull()
    expect(
      (await app.call('DELETE', url, undefined, { headers: bearer(ADMIN) })).body.revoked_at,
    ).not.toBeNull()
    expect(await statusOf(bearer(revoked.key))).toBe(401)

    const expires_at = new Date(app.clock.now() + 60_000).toISOString()
    const expiring = await make({ name: 'x', expires_at })
    expect(await statusOf(bearer(expiring.key))).toBe(200)
    app.clock.advance(61_000)
    expect(await statusOf(bearer(expiring.key))).toBe(401)
    expect((await app.post('/api/v1/api-keys', { name: 'x', expires_at }, bearer(ADMIN))).status).toBe(400)
  })

  it('a JWT without a scope claim has the scopes read and write', async () => {
    const headers = bearer(await token())
    expect(await statusOf(headers)).toBe(200)
    expect((await app.post('/api/v1/threads', {}, headers)).status).toBe(201)
    expect(await statusOf(headers, '/api/v1/api-keys')).toBe(403)
  })

  it('scopes are read from the claims scope and permissions', async () => {
    expect(await statusOf(bearer(await token({ scope: 'admin' })), '/api/v1/api-keys')).toBe(200)
    expect(await statusOf(bearer(await token({ permissions: ['read'] })))).toBe(200)
    expect(
      (await app.post('/api/v1/threads', {}, bearer(await token({ permissions: ['read'] })))).status,
    ).toBe(403)
    expect(await statusOf(bearer(await token({ scope: '' })))).toBe(403)
    expect(await statusOf(bearer(await token({ scope: 'superuser' })))).toBe(403)
  })

  it('exp and nbf are checked with a clock skew of one minute', async () => {
    expect(await statusOf(bearer(await token({}, seconds() - 59)))).toBe(200)
    expect(await statusOf(bearer(await token({}, seconds() - 61)))).toBe(401)
    expect(await statusOf(bearer(await token({ nbf: seconds() + 59 })))).toBe(200)
    expect(await statusOf(bearer(await token({ nbf: seconds() + 61 })))).toBe(401)
  })

  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, secret = SECRET) => {
    const text = `${encodePart(header)}.${encodePart(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const claims = { sub: 'user', scope: 'admin' }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()

  it.each([
    ['alg none', `${encodePart({ alg: 'none' })}.${encodePart(claims)}.`],
    ['alg None', `${encodePart({ alg: 'None' })}.${encodePart(claims)}.`],
    ['alg nOnE', `${encodePart({ alg: 'nOnE' })}.${encodePart(claims)}.`],
    ['no signature', `${encodePart({ alg: 'HS256' })}.${encodePart(claims)}.`],
    ['another secret', signed({ alg: 'HS256' }, claims, 'another secret entirely, of fair length')],
    ['an empty secret', signed({ alg: 'HS256' }, claims, '')],
    ['HS512 in the header and an HS256 signature', signed({ alg: 'HS512' }, claims)],
    ['a public key as the secret', signed({ alg: 'HS256' }, claims, publicPem)],
    ['RS256 in the header and an HMAC signature', signed({ alg: 'RS256' }, claims)],
    ['a kid that is a path', signed({ alg: 'HS256', kid: '../../dev/null' }, claims, '')],
    ['an embedded jwk', signed({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, claims, 'AAAA')],
    ['a jku', signed({ alg: 'HS256', jku: 'http://127.0.0.1:1/keys' }, claims, 'x')],
    ['an unknown critical header', signed({ alg: 'HS256', crit: ['x'], x: 1 }, claims)],
    ['an invalid tenant name', signed({ alg: 'HS256' }, { ...claims, tenant: '../x' })],
    ['a tenant that is not a string', signed({ alg: 'HS256' }, { ...claims, tenant: { a: 1 } })],
    ['claims that are not an object', signed({ alg: 'HS256' }, [1])],
    ['an exp that is not a number', signed({ alg: 'HS256' }, { ...claims, exp: 'tomorrow' })],
    ['three parts of garbage', 'a.b.c'],
    ['only two parts', 'a.b'],
    ['a size of a hundred kilobytes', `${encodePart({ alg: 'HS256' })}.${'x'.repeat(100_000)}.x`],
  ])('a token with %s is rejected', async (_, credential) => {
    expect(await statusOf(bearer(credential))).toBe(401)
  })

  it('a tenant cannot read or change resources of another tenant', async () => {
    const [a, b] = [bearer(await token({ tenant: 'a' })), bearer(await token({ tenant: 'b' }))]
    const thread_id = '3f2504e0-4f89-41d3-9a0c-0305e82c3303'
    expect((await app.post('/api/v1/threads', { thread_id, title: 'of a' }, a)).status).toBe(201)
    const run = await app.post('/api/v1/runs', { thread_id }, a)
    const created = await app.post('/api/v1/assistants', { name: 'of a' }, a)
    const foreign = [
      ['GET', `/api/v1/threads/${thread_id}`],
      ['PATCH', `/api/v1/threads/${thread_id}`, { title: 'x' }],
      ['DELETE', `/api/v1/threads/${thread_id}`],
      ['GET', `/api/v1/threads/${thread_id}/runs`],
      ['GET', `/api/v1/threads/${thread_id}/messages`],
      ['POST', `/api/v1/threads/${thread_id}/messages`, { content: 'x' }],
      ['POST', '/api/v1/messages', { thread_id, content: 'x' }],
      ['POST', `/api/v1/threads/${thread_id}/runs`],
      ['POST', '/api/v1/runs', { thread_id }],
      ['GET', `/api/v1/runs/${run.body.run_id}`],
      ['POST', `/api/v1/runs/${run.body.run_id}/cancel`],
      ['GET', `/api/v1/assistants/${created.body.assistant_id}`],
      ['PATCH', `/api/v1/assistants/${created.body.assistant_id}`, { name: 'x' }],
      ['DELETE', `/api/v1/assistants/${created.body.assistant_id}`],
      ['GET', `/api/v1/assistants/${created.body.assistant_id}/versions`],
      ['POST', '/api/v1/runs', { assistant_id: created.body.assistant_id }],
    ] as const
    for (const [method, url, body] of foreign) {
      const reply = await app.call(method, url, body, { headers: b })
      expect([method, url, reply.status]).toEqual([method, url, 404])
      // A resource of another tenant looks like one that does not exist.
      const other = await app.call(
        method,
        url.replaceAll(thread_id, '3f2504e0-4f89-41d3-9a0c-0305e82c3304'),
        body,
        { headers: b },
      )
      expect(other.status).toBe(404)
    }
    for (const url of ['/api/v1/threads', '/api/v1/runs', `/api/v1/runs?thread_id=${thread_id}`]) {
      expect((await app.get(url, b)).body.data).toEqual([])
    }
    // The same id in another tenant is a different thread.
    expect((await app.post('/api/v1/threads', { thread_id, title: 'of b' }, b)).status).toBe(201)
    expect((await app.get(`/api/v1/threads/${thread_id}`, a)).body.title).toBe('of a')
    // And every tenant has the built-in assistant.
    expect((await app.get('/api/v1/assistants', b)).body.data).toHaveLength(1)
  })

  it('a request body cannot set tenant, status or timestamps', async () => {
    const forgedFields = {
      tenant_id: 'b',
      status: 'completed',
      created_at: '2000-01-01T00:00:00.000Z',
      attempt: 9,
      output: {},
    }
    const { body } = await app.post(
      '/api/v1/runs',
      { ...forgedFields, assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca' },
      bearer(ADMIN),
    )
    expect(body).toMatchObject({ status: 'queued', attempt: 0, output: null })
    expect(body.created_at).not.toBe(forgedFields.created_at)
  })
})

describe('with authentication enabled and no API key', () => {
  it('the service creates a first admin key once', async () => {
    const { url, drop } = await createTestDatabase('sqlite')
    const first = await startApp({ env: { AUTH_ENABLED: 'true' }, databaseUrl: url })
    expect(first.firstKey).toMatch(/^hdl_/)
    expect((await first.get('/api/v1/api-keys', bearer(first.firstKey ?? ''))).status).toBe(200)
    await first.stop()
    const second = await startApp({ env: { AUTH_ENABLED: 'true' }, databaseUrl: url })
    expect(second.firstKey).toBeUndefined()
    await second.stop()
    await drop()
  })
})

describe('with authentication disabled', () => {
  it('requests are accepted without an Authorization header and with any', async () => {
    const app = await startApp()
    expect((await app.get('/api/v1/threads')).status).toBe(200)
    expect((await app.get('/api/v1/api-keys', bearer('anything'))).status).toBe(200)
    await app.stop()
  })
})

describe('with METRICS_AUTH and JWT_REQUIRE_EXP', () => {
  it('METRICS_AUTH protects /metrics and JWT_REQUIRE_EXP rejects tokens without exp', async () => {
    const env = {
      AUTH_ENABLED: 'true',
      METRICS_AUTH: 'true',
      JWT_SECRET: SECRET,
      JWT_REQUIRE_EXP: 'true',
      JWT_ISSUER: 'me',
    }
    const app = await startApp({ env })
    expect((await app.get('/metrics')).status).toBe(401)
    const sign = (jwt: SignJWT) => jwt.setProtectedHeader({ alg: 'HS256' }).sign(key)
    const expires = Math.floor(app.clock.now() / 1000) + 60
    const good = await sign(new SignJWT({}).setIssuer('me').setExpirationTime(expires))
    expect((await app.get('/metrics', bearer(good))).status).toBe(200)
    expect((await app.get('/metrics', bearer(await sign(new SignJWT({}).setIssuer('me'))))).status).toBe(401)
    const stranger = await sign(new SignJWT({}).setIssuer('you').setExpirationTime(expires))
    expect((await app.get('/metrics', bearer(stranger))).status).toBe(401)
    await app.stop()
  })
})

describe('two services on the same SQLite database', () => {
  it('a second service cannot start while the first one is running', async () => {
    const first = await startApp()
    await expect(startApp({ databaseUrl: first.databaseUrl })).rejects.toThrow('another Heddle is using')
    await first.stop()
    const { url, drop } = await createTestDatabase('sqlite')
    for (let n = 0; n < 2; n++) await (await startApp({ databaseUrl: url })).stop()
    await drop()
  })
})
