import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

describe('tokens that are verified with a JWKS', async () => {
  const [ours, theirs] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const keys = [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }]
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  let app: TestApp

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
    app = await startApp({ env: { AUTH_ENABLED: 'true', JWT_JWKS_URL: url } })
  })
  afterAll(async () => {
    await app.stop()
    server.close()
  })

  const statusOf = async (privateKey: CryptoKey) => {
    const token = await new SignJWT({ sub: 'u' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(privateKey)
    return (await app.get('/api/v1/threads', { authorization: `Bearer ${token}` })).status
  }

  it('a token is accepted if a key of the JWKS signed it', async () => {
    expect(await statusOf(ours.privateKey)).toBe(200)
    expect(await statusOf(theirs.privateKey)).toBe(401)
  })

  it('a token that is signed with HMAC is rejected', async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(new TextEncoder().encode(keys[0]?.n ?? ''))
    expect((await app.get('/api/v1/threads', { authorization: `Bearer ${token}` })).status).toBe(401)
  })
})
