import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const KEYS = ['first-key-of-the-test', 'second-key-of-the-test']

describe.each(DATABASE_KINDS)('the rate limiter on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, env: { AUTH_ENABLED: 'true', API_KEYS: KEYS.join(',') } })
  })
  afterAll(() => app.stop())

  const get = (key = KEYS[0]!) => app.get('/api/v1/threads?limit=1', { 'x-api-key': key })
  const burst = async (count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, () => get()))
    return replies.filter(({ status }) => status === 200).length
  }

  it('the rate limiter accepts a burst of 200 requests, then 100 per minute, and reports it in headers', async () => {
    const first = await get()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '100' })
    expect(Number(first.headers['x-ratelimit-reset'])).toBe(Math.ceil(app.clock.now() / 1000 + 0.6))
    expect(await burst(250)).toBe(199)

    const refused = await get()
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      error: 'rate_limit_exceeded',
      message: 'Too many requests',
      retry_after: 1,
    })
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining': '0' })

    // After retry_after seconds exactly one request is accepted.
    app.clock.advance(refused.body.retry_after * 1000)
    expect((await get()).status).toBe(200)
    expect((await get()).status).toBe(429)

    app.clock.advance(60_000)
    expect(await burst(150)).toBeGreaterThanOrEqual(100)
    app.clock.advance(60 * 60_000)
    expect(await burst(250)).toBe(200)
  })

  it('the rate limiter counts each API key separately', async () => {
    await burst(250)
    expect((await get()).status).toBe(429)
    expect((await get(KEYS[1])).status).toBe(200)
  })

  it('requests to public routes do not count against the rate limit', async () => {
    app.clock.advance(60 * 60_000)
    for (let n = 0; n < 5; n++) await app.get('/health')
    const { headers } = await get()
    // The bucket was full, so one request of 0.6 s is missing until it is full again.
    expect(Number(headers['x-ratelimit-reset'])).toBe(Math.ceil(app.clock.now() / 1000 + 0.6))
  })

  it('failed authentication is rate-limited without affecting valid keys', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 210 }, async (_, n) => (await get(`guess-number-${String(n)}`)).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(200)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    app.clock.advance(1_000)
    expect((await get(KEYS[1])).status).toBe(200)
  })
})

describe('without authentication', () => {
  it('responses carry rate-limit headers but requests are not limited', async () => {
    const app = await startApp()
    for (let n = 0; n < 250; n++) expect((await app.get('/api/v1/threads?limit=1')).status).toBe(200)
    const { headers } = await app.get('/api/v1/threads?limit=1')
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '100' })
    await app.stop()
  })
})
