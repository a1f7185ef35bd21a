/** Secrets never appear in the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { runAsAdmin, createPostgresDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

const SECRETS = {
  configured: 'configured-admin-key-7f3a',
  password: 'database-password-91bc',
  jwt: 'jwt-signing-secret-of-32-bytes-44dd',
  guessed: 'guessed-and-wrong-key-5e5e',
}
const CREDENTIALS = ['authorization', 'x-api-key', 'cookie'] as const

const stopAndFlush = async (heddle: Heddle): Promise<void> => {
  await sleep(200)
  expect((await heddle.stop()).code).toBe(0)
}

it.each(['json', 'pretty'])(
  'no secret is logged, even at the level trace in the format %s',
  async (format) => {
    const { url, drop } = await createPostgresDatabase()
    const databaseUrl = new URL(url)
    databaseUrl.password = SECRETS.password
    const env = {
      AUTH_ENABLED: 'true',
      API_KEYS: SECRETS.configured,
      JWT_SECRET: SECRETS.jwt,
      LOG_LEVEL: 'trace',
      LOG_FORMAT: format,
    }
    const heddle = await startHeddle({ databaseUrl: databaseUrl.href, env })
    const token = await new SignJWT({ scope: 'read write admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRETS.jwt))
    const expired = await new SignJWT({ exp: 1 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRETS.jwt))
    const { body: createdKey } = await callServer(heddle, 'POST', '/api/v1/api-keys', {
      key: SECRETS.configured,
      body: { name: 'made' },
    })

    const secrets = [...Object.values(SECRETS), token, expired, createdKey.key as string]
    for (const secret of secrets) {
      for (const name of CREDENTIALS) {
        const headers = { [name]: name === 'authorization' ? `Bearer ${secret}` : secret }
        for (const path of ['/api/v1/threads', '/nowhere', `/api/v1/threads/${createdKey.key_id}`]) {
          await callServer(heddle, 'GET', path, { headers })
        }
        await callServer(heddle, 'POST', '/api/v1/threads', { headers, body: { metadata: 7 } })
      }
    }
    expect((await callServer(heddle, 'GET', '/api/v1/threads', { key: token })).status).toBe(200)
    expect((await callServer(heddle, 'GET', '/api/v1/threads', { key: SECRETS.guessed })).status).toBe(401)
    // The warnings about broken connections contain the most details.
    await runAsAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'heddle'
    and datname = '${databaseUrl.pathname.slice(1)}'`)
    await callServer(heddle, 'GET', '/api/v1/threads', { key: token })
    await stopAndFlush(heddle)
    await drop()

    expect(heddle.output()).toMatch(/401/)
    for (const secret of secrets) expect(heddle.output()).not.toContain(secret)
  },
)
