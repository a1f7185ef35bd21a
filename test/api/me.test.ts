import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { startApp } from '../support/app.js'

const SECRET = 'a secret of more than thirty-two bytes'
const ADMIN = 'bootstrap-admin-key-1'
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

it('the caller sees its tenant, name, scopes, expiry and limits', async () => {
  const app = await startApp({ env: { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, API_KEYS: ADMIN } })
  const getMe = async (credential: string) => (await app.get('/api/v1/me', bearer(credential))).body
  expect(await getMe(ADMIN)).toMatchObject({
    tenant: 'default',
    id: 'config:1',
    credential: 'configured_key',
    key_id: null,
    scopes: ['read', 'write', 'admin'],
    expires_at: null,
    limits: { requests_per_minute: 100, request_burst: 200 },
  })
  const expires_at = new Date(app.clock.now() + 60_000).toISOString()
  const request = { name: 'ci', scopes: ['read'], expires_at }
  const { body: created } = await app.post('/api/v1/api-keys', request, bearer(ADMIN))
  const { key_id } = created
  const expectedKey = {
    id: `key:${key_id as string}`,
    name: 'ci',
    credential: 'api_key',
    key_id,
    scopes: ['read'],
    expires_at,
  }
  expect(await getMe(created.key)).toMatchObject(expectedKey)
  const exp = Math.floor(app.clock.now() / 1000) + 60
  const jwt = new SignJWT({ sub: 'dana', tenant: 'acme' }).setProtectedHeader({ alg: 'HS256' })
  const token = await jwt.setExpirationTime(exp).sign(new TextEncoder().encode(SECRET))
  expect(await getMe(token)).toMatchObject({
    tenant: 'acme',
    id: 'jwt:dana',
    name: 'dana',
    credential: 'jwt',
    scopes: ['read', 'write'],
    expires_at: new Date(exp * 1000).toISOString(),
  })
  expect((await app.get('/api/v1/me')).status).toBe(401)
  await app.stop()
})

it('without authentication, the caller is the administrator of the default tenant and has no rate limit', async () => {
  const app = await startApp()
  expect((await app.get('/api/v1/me')).body).toMatchObject({
    tenant: 'default',
    credential: 'none',
    scopes: ['read', 'write', 'admin'],
    limits: { requests_per_minute: null },
  })
  const { status, body } = await app.get('/api/v1/me?all=1')
  expect([status, body.details]).toEqual([400, { all: 'is not a query parameter of this route' }])
  await app.stop()
})
