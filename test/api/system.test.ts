import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { isValid, openapi, type OpenapiDocument } from '../support/openapi-check.js'

interface DescribedOperation {
  operationId?: string
  summary?: string
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: object; example?: unknown }> }
  >
}

describe('system endpoints', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  it('health, ok and info report the state of the service', async () => {
    expect(await app.get('/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok' } },
    })
    expect((await app.get('/ok')).body).toEqual({ ok: true })
    expect((await app.get('/info')).body).toMatchObject({
      database: 'sqlite',
      durability: 'full',
      auth_enabled: false,
    })
  })

  it('metrics include requests, queue, commits and the event loop', async () => {
    await app.post('/api/v1/runs', { assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca' })
    await app.get('/api/v1/threads/not-there')
    const { text, headers } = await app.get('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toMatch(/heddle_http_requests_total\{method="POST",route="\/api\/v1\/runs",status="201"\} 1/)
    expect(text).toMatch(
      /heddle_http_requests_total\{method="GET",route="\/api\/v1\/threads\/:thread_id",status="404"\} 1/,
    )
    expect(text).toMatch(/heddle_runs_queued 1/)
    expect(text).toMatch(/heddle_database_batches_total [1-9]/)
    expect(text).toMatch(/heddle_database_commit_batches_count [1-9]/)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('every response has a request id, that of the client if it is valid', async () => {
    expect((await app.get('/ok', { 'x-request-id': 'my-id.1' })).headers['x-request-id']).toBe('my-id.1')
    for (const invalidId of ['a b', 'x'.repeat(200), 'ü', '<script>']) {
      expect((await app.get('/ok', { 'x-request-id': invalidId })).headers['x-request-id']).toMatch(
        /^[0-9a-f-]{36}$/,
      )
    }
  })

  it('the API reference loads no resources from other hosts', async () => {
    const page = await app.get('/docs/api')
    expect(page.status).toBe(200)
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
    expect(sources).toEqual(['/docs/js/scalar.js'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await app.get('/docs/js/scalar.js')).text.length).toBeGreaterThan(1_000_000)
  })

  it('the documentation is served with its files, and loads nothing from other hosts', async () => {
    const page = await app.get('/docs')
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    const sources = [...page.text.matchAll(/(?:src|href|data-[a-z]+)="(\/docs\/assets\/[^"]+)"/g)]
    expect(sources.map(([, source]) => source!.replace(/-[0-9a-f]{8}/, ''))).toEqual([
      '/docs/assets/icon.svg',
      '/docs/assets/site.css',
      '/docs/assets/site.js',
      '/docs/assets/minisearch.js',
      '/docs/assets/search-index.json',
    ])
    for (const [, source] of sources) {
      const file = await app.get(source!)
      expect([source, file.status, file.headers['cache-control']]).toEqual([
        source,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it.each(['/docs/', '/docs/operations', '/docs/adr', '/docs/adr/0001-two-databases-one-query-builder'])(
    'the documentation has a page %s',
    async (path) => {
      expect(await app.get(path)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })
    },
  )

  it('an unknown page of the documentation is not found, and no file outside of it can be read', async () => {
    for (const path of [
      '/docs/unknown',
      '/docs/../package.json',
      '/docs/%2e%2e/main.cjs',
      '/docs/files.json',
    ])
      expect([path, (await app.get(path)).status]).toEqual([path, 404])
  })

  it('paths without /api/v1 respond in the native format', async () => {
    const { body: thread } = await app.post('/api/v1/threads')
    const run = await app.post('/runs', { thread_id: thread.thread_id, input: { message: 'x' } })
    expect(run).toMatchObject({ status: 201, body: { status: 'queued' } })
    expect((await app.get(`/runs/${run.body.run_id}`)).body).toEqual(run.body)
    expect((await app.get(`/runs?thread_id=${thread.thread_id}`)).body.data).toEqual([run.body])
    expect((await app.post('/messages', { thread_id: thread.thread_id, content: 'x' })).status).toBe(201)
    expect((await app.get('/assistants')).body).toMatchObject({ has_more: false })
    expect((await app.get('/threads')).body.data).toHaveLength(1)
    expect((await app.post(`/runs/${run.body.run_id}/submit_tool_outputs`, {})).status).toBe(400)
    expect((await app.post(`/runs/${run.body.run_id}/cancel`)).body.status).toBe('cancelled')
  })
})

describe('CORS and Host checks', () => {
  const preflight = (app: TestApp, origin: string) =>
    app.call('OPTIONS', '/api/v1/threads', undefined, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })

  it('loopback origins are allowed, and hosted UIs if authentication is disabled', async () => {
    const app = await startApp()
    for (const origin of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:5173',
      'https://smith.langchain.com',
    ]) {
      const { status, headers } = await preflight(app, origin)
      expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 200, origin])
    }
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', 'file://']) {
      expect((await preflight(app, origin)).headers['access-control-allow-origin']).toBeUndefined()
    }
    const { headers } = await app.get('/ok', { origin: 'http://localhost:3000' })
    expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining')
    await app.stop()
  })

  it('hosted UIs are blocked if authentication is enabled, and CORS_ORIGINS replaces the defaults', async () => {
    const closed = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'a-key-of-the-test-1' } })
    const hosted = await preflight(closed, 'https://smith.langchain.com')
    expect(hosted.headers['access-control-allow-origin']).toBeUndefined()
    await closed.stop()
    const configured = await startApp({ env: { CORS_ORIGINS: 'https://app.example' } })
    expect((await preflight(configured, 'https://app.example')).headers['access-control-allow-origin']).toBe(
      'https://app.example',
    )
    expect(
      (await preflight(configured, 'http://localhost:3000')).headers['access-control-allow-origin'],
    ).toBeUndefined()
    await configured.stop()
  })

  it('a foreign Host header is rejected while the service listens on loopback', async () => {
    const app = await startApp()
    for (const host of ['evil.example', 'evil.example:8123', 'localhost.evil.example']) {
      expect([host, (await app.get('/ok', { host })).status]).toEqual([host, 403])
    }
    for (const host of ['localhost:8123', '127.0.0.1:8123', '[::1]:8123', 'LOCALHOST']) {
      expect((await app.get('/ok', { host })).status).toBe(200)
    }
    await app.stop()
    const open = await startApp({ env: { HOST: '0.0.0.0' } })
    expect((await open.get('/ok', { host: 'heddle.example' })).status).toBe(200)
    await open.stop()
  })
})

describe('openapi.json', () => {
  it('openapi.json is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(openapi) as never)
    expect([valid, errors]).toEqual([true, undefined])
  })

  it('every operation has a unique id, a summary, error responses and valid examples', () => {
    const ids = new Set<string>()
    for (const [path, operations] of Object.entries(
      openapi.paths as Record<string, Record<string, DescribedOperation>>,
    )) {
      for (const [method, operation] of Object.entries(operations)) {
        const label = `${method} ${path}`
        expect(operation.operationId, label).toMatch(/^[a-z][A-Za-z0-9]+$/)
        expect(ids.has(operation.operationId ?? ''), `${label} repeats its id`).toBe(false)
        ids.add(operation.operationId ?? '')
        expect(operation.summary, label).toBeTruthy()
        if (path.startsWith('/api/v1/') && !path.endsWith('openapi.json')) {
          expect(Object.keys(operation.responses), label).toEqual(
            expect.arrayContaining(['401', '403', '429', '500', '503']),
          )
        }
        const bodies = [operation.requestBody, ...Object.values(operation.responses).map(resolve)]
        for (const { schema, example } of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
          expect(example, label).toBeDefined()
          expect(isValid(schema, example), `${label} has an invalid example`).toBe(true)
        }
      }
    }
  })
})

const resolve = (
  response: DescribedOperation['responses'][string],
): OpenapiDocument['components']['responses'][string] =>
  response.$ref ? (openapi.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? response) : response
