/** Limits of the service and of tenants, other than the rate limit of a key. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { signToken, TOKEN_ENV } from '../support/tenant-tokens.js'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const readMetrics = async (app: TestApp): Promise<string> => (await app.get('/metrics')).text

describe('pending requests', () => {
  it('requests beyond the limit are rejected with 503 overloaded, and the next ones are accepted again', async () => {
    const app = await startApp({ env: { MAX_PENDING_REQUESTS: '5' } })
    const responses = await Promise.all(Array.from({ length: 40 }, () => app.post('/api/v1/threads')))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    const rejected = responses.filter(({ status }) => status === 503)
    expect(rejected).toHaveLength(35)
    expect(rejected[0]).toMatchObject({
      body: { error: 'overloaded', retry_after: 1 },
      headers: { 'retry-after': '1', 'x-ratelimit-limit': '100' },
    })
    expect(await readMetrics(app)).toContain('heddle_requests_shed_total{reason="requests"} 35')
    expect(await readMetrics(app)).toContain('heddle_http_requests_pending 0')
    expect((await app.post('/api/v1/threads')).status).toBe(201)
    await app.stop()
  })

  it('health checks are never rejected', async () => {
    const app = await startApp({ env: { MAX_PENDING_REQUESTS: '1' } })
    const paths = ['/ok', '/health', '/info', '/api/v1/threads', '/api/v1/threads']
    const responses = await Promise.all(paths.map((path) => app.get(path)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503])
    await app.stop()
  })

  it('requests with large bodies are rejected while bodies of 128 MiB are pending', async () => {
    const app = await startApp({ env: { MAX_BODY_BYTES: '10485760' } })
    const { port } = new URL(await app.listen())
    // Only the headers are sent: the announced size counts from the start.
    const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 10000000']
    const sockets = Array.from({ length: 13 }, () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      socket.write(['POST /api/v1/threads HTTP/1.1', ...headers, '', ''].join('\r\n'))
      return socket
    })
    await expect
      .poll(() => readMetrics(app), { timeout: 20_000 })
      .toContain('heddle_http_requests_pending 13')
    const raw = JSON.stringify({ metadata: { text: 'x'.repeat(5_000_000) } })
    const large = await app.call('POST', '/api/v1/threads', undefined, { raw })
    expect(large).toMatchObject({ status: 503, body: { error: 'overloaded' } })
    expect(await readMetrics(app)).toContain('heddle_requests_shed_total{reason="body_bytes"} 1')
    expect((await app.post('/api/v1/threads')).status).toBe(201)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => readMetrics(app), { timeout: 20_000 }).toContain('heddle_http_requests_pending 0')
    await app.stop()
  })

  it('streams and requests that wait for a run do not count as pending', async () => {
    const app = await startApp({ env: { MAX_PENDING_REQUESTS: '2' } })
    const url = await app.listen()
    const { body } = await app.post('/api/v1/runs', {
      assistant_id: (await firstAssistant(app)).assistant_id,
    })
    const streams = await Promise.all(
      Array.from({ length: 2 }, () => fetch(`${url}/api/v1/stream?run_id=${body.run_id}`)),
    )
    const waiting = new AbortController()
    const joins = Array.from({ length: 2 }, () =>
      fetch(`${url}/threads/${body.thread_id}/runs/${body.run_id}/join`, { signal: waiting.signal }),
    )
    await Promise.all(joins)
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    expect((await app.post('/api/v1/threads')).status).toBe(201)
    expect(await readMetrics(app)).toContain('heddle_http_requests_pending 0')
    waiting.abort()
    for (const stream of streams) await stream.body?.cancel()
    await app.stop()
  })
})

const firstAssistant = async (app: TestApp) => (await app.get('/api/v1/assistants?limit=1')).body.data[0]

describe.each(DATABASE_KINDS)('the queue on %s', (databaseKind) => {
  it('a tenant with too many queued runs gets 429 queue_limit_exceeded, and other tenants do not', async () => {
    const app = await startApp({ databaseKind, env: { ...TOKEN_ENV, TENANT_MAX_QUEUED_RUNS: '3' } })
    const [first, second] = [await signToken('first', 'user'), await signToken('second', 'user')]
    const createRun = async (token: string) => {
      const { data } = (await app.get('/api/v1/assistants?limit=1', bearer(token))).body
      return app.post('/api/v1/runs', { assistant_id: data[0].assistant_id }, bearer(token))
    }
    const responses = await Promise.all(Array.from({ length: 5 }, () => createRun(first)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429])
    const rejected = responses.find(({ status }) => status === 429)!
    expect(rejected.body).toMatchObject({ error: 'queue_limit_exceeded', retry_after: 5 })
    expect((await createRun(second)).status).toBe(201)

    const accepted = responses.find(({ status }) => status === 201)!
    await app.post(`/api/v1/runs/${accepted.body.run_id}/cancel`, {}, bearer(first))
    app.clock.advance(2_000)
    expect((await createRun(first)).status).toBe(201)
    expect((await createRun(first)).status).toBe(429)
    await app.stop()
  })

  it('new runs are rejected with 503 overloaded when the queue of all tenants is full', async () => {
    const app = await startApp({ databaseKind, env: { MAX_QUEUED_RUNS: '2' } })
    const { assistant_id } = await firstAssistant(app)
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await app.post('/api/v1/runs', { assistant_id })).status)
    expect(statuses).toEqual([201, 201, 503])
    const batch = await app.post('/runs/batch', [{ assistant_id }] as never)
    expect(batch.status).toBe(503)
    expect(await readMetrics(app)).toContain('heddle_requests_shed_total{reason="queued_runs"} 2')
    await app.stop()
  })

  it('all keys of a tenant share the rate limit of the tenant', async () => {
    const app = await startApp({ databaseKind, env: { ...TOKEN_ENV, TENANT_RATE_LIMIT_PER_MINUTE: '10' } })
    const send = async (tenant: string, subject: string) =>
      app.get('/api/v1/threads?limit=1', bearer(await signToken(tenant, subject)))
    const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => send('first', `user ${n}`)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    const rejected = responses.find(({ status }) => status === 429)!
    expect(rejected.body).toMatchObject({ error: 'rate_limit_exceeded', retry_after: 6 })
    expect(rejected.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
    expect((await send('second', 'user')).status).toBe(200)
    app.clock.advance(6_000)
    expect((await send('first', 'someone else')).status).toBe(200)
    await app.stop()
  })
})

it('info shows the limits that are in force', async () => {
  const limited = await startApp({ env: { ...TOKEN_ENV, TENANT_MAX_QUEUED_RUNS: '7' } })
  expect((await limited.get('/info')).body.limits).toMatchObject({
    requests_per_minute: 100,
    request_burst: 200,
    tenant_requests_per_minute: null,
    tenant_queued_runs: 7,
    tenant_running_runs: null,
  })
  await limited.stop()
})
