/** The webhooks API. events.test.ts and deliveries.test.ts test which events are sent, and how. */
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const URL = 'https://example.com/hooks/heddle'
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

describe.each(DATABASE_KINDS)('the webhooks API on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())
  afterEach(async () => {
    for (const { id } of (await app.get('/api/v1/webhooks')).body.data)
      await app.remove(`/api/v1/webhooks/${id}`)
  })

  const create = async (body: object = {}) =>
    (await app.post('/api/v1/webhooks', { url: URL, events: ['run.completed'], ...body })).body
  const count = async () => (await app.get('/api/v1/webhooks?limit=100')).body.data.length as number

  it('a webhook is registered as in the specification, and its secret is not returned', async () => {
    const request = { url: URL, events: ['run.completed', 'run.failed'], secret: SECRET }
    const { status, body, text } = await app.post('/api/v1/webhooks', request)
    expect(status).toBe(201)
    const record = {
      id: body.webhook_id,
      webhook_id: body.webhook_id,
      kind: 'registered',
      url: URL,
      events: ['run.completed', 'run.failed'],
      description: null,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      paused_until: null,
      metadata: {},
      created_at: body.created_at,
      updated_at: body.created_at,
      failures: 0,
      old_secret_expires_at: null,
    }
    expect(body).toEqual({ ...record, warnings: [] })
    const read = await app.get(`/api/v1/webhooks/${body.webhook_id.toUpperCase()}`)
    expect(read).toMatchObject({ status: 200, body: { ...record, waiting: 0 } })
    const listed = await app.get('/api/v1/webhooks')
    expect(listed.body.data).toEqual([record])
    for (const responseText of [text, read.text, listed.text]) expect(responseText).not.toContain(SECRET)
  })

  it('a webhook without a secret gets a generated one, which is returned once', async () => {
    const created = await create()
    expect(created.secret).toMatch(/^whsec_[\w+/]{32}$/)
    expect(created.warnings).toEqual([])
    const read = await app.get(`/api/v1/webhooks/${created.id}`)
    const listed = await app.get('/api/v1/webhooks')
    const changed = await app.patch(`/api/v1/webhooks/${created.id}`, { description: 'd' })
    for (const { text } of [read, listed, changed]) expect(text).not.toContain(created.secret)
    expect((await create()).secret).not.toBe(created.secret)
  })

  it('a webhook with a short secret is registered with a warning', async () => {
    expect((await create({ secret: 'hunter2' })).warnings).toEqual([expect.stringContaining('7 bytes')])
    expect((await create({ secret: 'whsec_dG9vc2hvcnQ=' })).warnings).toEqual([
      expect.stringContaining('8 bytes'),
    ])
  })

  it('an update merges metadata and replaces other fields', async () => {
    const created = await create({ description: 'old', metadata: { a: 1, b: 2 } })
    app.clock.advance(1_000)
    const url = `/api/v1/webhooks/${created.id}`
    const request = { url: 'https://example.com/new', events: ['*'], description: null, metadata: { b: 3 } }
    const { status, body } = await app.patch(url, request)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...request, metadata: { a: 1, b: 3 }, created_at: created.created_at })
    expect(body.updated_at > created.updated_at).toBe(true)
    expect((await app.patch(url, {})).body).toMatchObject(request)
    expect((await app.get(url)).body).toMatchObject(request)
  })

  it('a webhook can be disabled and enabled, and cannot be tested while it is disabled', async () => {
    const { id } = await create()
    const url = `/api/v1/webhooks/${id}`
    expect((await app.patch(url, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabled_reason: null,
    })
    expect((await app.get(url)).body.enabled).toBe(false)
    expect(await app.call('POST', `${url}/test`)).toMatchObject({
      status: 409,
      body: { error: 'resource_conflict' },
    })
    expect((await app.patch(url, { enabled: true })).body.enabled).toBe(true)
    expect((await app.call('POST', `${url}/test`)).status).toBe(201)
    expect((await create({ enabled: false })).enabled).toBe(false)
  })

  it('a subscription to * replaces all others', async () => {
    expect((await create({ events: ['run.failed', '*'] })).events).toEqual(['*'])
  })

  it('all routes return 404 for a deleted webhook', async () => {
    const { id } = await create()
    const url = `/api/v1/webhooks/${id}`
    const delivery = (await app.call('POST', `${url}/test`)).body.id as string
    expect(await app.remove(url)).toMatchObject({ status: 200, body: { deleted: true, webhook_id: id } })
    for (const [method, path, body] of [
      ['GET', url],
      ['PATCH', url, { enabled: true }],
      ['DELETE', url],
      ['POST', `${url}/rotate_secret`, {}],
      ['POST', `${url}/test`],
      ['GET', `${url}/deliveries`],
      ['GET', `${url}/deliveries/${delivery}`],
      ['POST', `${url}/deliveries/${delivery}/redeliver`],
      ['POST', `${url}/redeliver`, { since: '2026-01-01T00:00:00.000Z' }],
      ['GET', '/api/v1/webhooks/no-uuid'],
    ] as const)
      expect([method, path, (await app.call(method, path, body)).status]).toEqual([method, path, 404])
  })

  it('the routes also work without the prefix /api/v1', async () => {
    const created = await app.post('/webhooks', { url: URL, events: ['*'] })
    expect(created.status).toBe(201)
    const url = `/webhooks/${created.body.id}`
    expect((await app.get('/webhooks')).body.data).toHaveLength(1)
    expect((await app.get(url)).body.id).toBe(created.body.id)
    expect((await app.patch(url, { description: 'd' })).body.description).toBe('d')
    expect((await app.post(`${url}/rotate_secret`)).status).toBe(200)
    const tested = await app.call('POST', `${url}/test`)
    expect(tested.status).toBe(201)
    expect((await app.get(`${url}/deliveries`)).body.data).toHaveLength(1)
    const delivery = `${url}/deliveries/${tested.body.id}`
    expect((await app.get(delivery)).status).toBe(200)
    expect((await app.call('POST', `${delivery}/redeliver`)).status).toBe(200)
    expect((await app.post(`${url}/redeliver`, { since: created.body.created_at })).status).toBe(200)
    expect((await app.remove(url)).status).toBe(200)
  })

  it.each([
    ['url', 'not http', { url: 'ftp://example.com/' }],
    ['url', 'a file', { url: 'file:///etc/passwd' }],
    ['url', 'no URL', { url: 'example.com/hooks' }],
    ['url', 'empty', { url: '' }],
    ['url', 'null', { url: null }],
    ['url', 'a number', { url: 5 }],
    ['url', 'missing', { url: undefined }],
    ['url', 'a URL with a password', { url: 'https://user:password@example.com/' }],
    ['url', 'a URL with a user', { url: 'https://user@example.com/' }],
    ['url', 'a metadata address', { url: 'http://169.254.169.254/latest/meta-data/' }],
    ['url', 'link-local', { url: 'http://[fe80::1]/' }],
    ['url', 'a metadata address in another notation', { url: 'http://0xa9fea9fe/' }],
    ['url', 'text that cannot be stored', { url: 'https://example.com/\u0000' }],
    ['url', 'longer than 2,048 characters', { url: `https://example.com/${'x'.repeat(2_048 - 19)}` }],
    ['events', 'empty', { events: [] }],
    ['events', 'missing', { events: undefined }],
    ['events', 'no list', { events: 'run.completed' }],
    ['events/1', 'unknown', { events: ['run.completed', 'run.exploded'] }],
    ['events/0', 'a pattern', { events: ['run.*'] }],
    ['events', 'the same twice', { events: ['run.failed', 'run.failed'] }],
    ['secret', 'empty', { secret: '' }],
    ['secret', 'empty behind its prefix', { secret: 'whsec_' }],
    ['secret', 'nothing but padding', { secret: 'whsec_====' }],
    ['secret', 'null', { secret: null }],
    ['secret', 'longer than 512 characters', { secret: 'x'.repeat(513) }],
    ['description', 'longer than 1,000 characters', { description: 'x'.repeat(1_001) }],
    ['enabled', 'a word', { enabled: 'yes' }],
    ['metadata', 'a list', { metadata: [] }],
  ])(
    'a webhook whose %s is %s is rejected with 400 and the name of the field, and not stored',
    async (field, _, wrong) => {
      const request = { url: URL, events: ['run.completed'], secret: SECRET, ...wrong }
      const { status, body } = await app.post('/api/v1/webhooks', request)
      expect([status, body.error, Object.keys(body.details as object)]).toEqual([
        400,
        'validation_error',
        [field],
      ])
      expect(await count()).toBe(0)
      if (Object.values(wrong)[0] === undefined || field === 'secret') return
      // An update is rejected in the same way.
      const { id } = await create()
      const before = (await app.get(`/api/v1/webhooks/${id}`)).body
      expect((await app.patch(`/api/v1/webhooks/${id}`, wrong)).status).toBe(400)
      expect((await app.get(`/api/v1/webhooks/${id}`)).body).toEqual(before)
    },
  )

  it('a URL may have 2,048 characters, and may be a loopback URL while authentication is off', async () => {
    expect((await create({ url: `https://example.com/${'x'.repeat(2_048 - 20)}` })).id).toBeDefined()
    expect((await create({ url: 'http://localhost:9/' })).id).toBeDefined()
  })

  it('rotating to an empty secret is rejected', async () => {
    const { id } = await create({ secret: SECRET })
    for (const secret of ['', 'whsec_']) {
      const { status, body } = await app.post(`/api/v1/webhooks/${id}/rotate_secret`, { secret })
      expect([status, Object.keys(body.details as object)]).toEqual([400, ['secret']])
    }
    const negative = await app.post(`/api/v1/webhooks/${id}/rotate_secret`, { overlap_seconds: -1 })
    expect([negative.status, Object.keys(negative.body.details as object)]).toEqual([
      400,
      ['overlap_seconds'],
    ])
  })

  it.each([
    ['since', {}],
    ['since', { since: 'yesterday' }],
    ['since', { since: '2026-06-30T23:59:60Z' }],
    ['until', { since: '2026-01-01T00:00:00Z', until: '2026-13-01T00:00:00Z' }],
    ['status', { since: '2026-01-01T00:00:00Z', status: 'pending' }],
  ])('redelivering a range with an invalid %s is rejected: %j', async (field, request) => {
    const { id } = await create()
    const { status, body } = await app.post(`/api/v1/webhooks/${id}/redeliver`, request)
    expect([status, Object.keys(body.details as object)]).toEqual([400, [field]])
  })

  it('the lists of webhooks and deliveries are paginated', async () => {
    const created = []
    for (let n = 0; n < 3; n++) created.unshift((await create()).id)
    const first = await app.get('/api/v1/webhooks?limit=2')
    const rest = await app.get(`/api/v1/webhooks?limit=2&cursor=${first.body.next_cursor}`)
    expect([...first.body.data, ...rest.body.data].map(({ id }) => id)).toEqual(created)
    expect((await app.get(`/api/v1/webhooks?kind=run&cursor=${first.body.next_cursor}`)).status).toBe(400)

    const url = `/api/v1/webhooks/${created[0]}`
    const deliveryIds = []
    for (let n = 0; n < 3; n++) deliveryIds.unshift((await app.call('POST', `${url}/test`)).body.id)
    const page = await app.get(`${url}/deliveries?limit=2&status=pending`)
    const last = await app.get(`${url}/deliveries?limit=2&status=pending&cursor=${page.body.next_cursor}`)
    expect([...page.body.data, ...last.body.data].map(({ id }) => id)).toEqual(deliveryIds)
    expect((await app.get(`${url}/deliveries?status=delivered`)).body.data).toEqual([])
    expect((await app.get(`${url}/deliveries?status=lost`)).status).toBe(400)
  })

  it('an idempotency key creates one webhook', async () => {
    const request = { url: URL, events: ['*'] }
    const first = await app.post('/api/v1/webhooks', request, { 'idempotency-key': 'once' })
    const second = await app.post('/api/v1/webhooks', request, { 'idempotency-key': 'once' })
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect(await count()).toBe(1)
  })
})

describe('webhooks with authentication on', () => {
  const JWT_SECRET = 'a secret of more than thirty-two bytes'
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_ENABLED: 'true', JWT_SECRET } })
  })
  afterAll(() => app.stop())

  const bearer = async (claims: Record<string, unknown>) => {
    const jwt = new SignJWT({ sub: 'user', ...claims }).setProtectedHeader({ alg: 'HS256' })
    return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(JWT_SECRET))}` }
  }

  it.each([
    'http://127.0.0.1:9000/',
    'http://localhost/',
    'http://a.localhost./',
    'http://[::1]/',
    'http://127.1/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
  ])('the loopback or private URL %s is rejected', async (url) => {
    const headers = await bearer({ scope: 'admin' })
    const { status, body } = await app.post('/api/v1/webhooks', { url, events: ['*'] }, headers)
    expect([status, Object.keys(body.details as object)]).toEqual([400, ['url']])
    expect((await app.get('/api/v1/webhooks', headers)).body.data).toEqual([])
    const run = { assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca', webhook: url }
    const refused = await app.post('/api/v1/runs', run, headers)
    expect([refused.status, Object.keys(refused.body.details as object)]).toEqual([400, ['webhook']])
    expect((await app.get('/api/v1/runs', headers)).body.data).toEqual([])
  })

  it('all wrong fields of a webhook are reported at once, whether the schema or the domain finds them', async () => {
    const headers = await bearer({ scope: 'admin' })
    const wrong = { url: 'http://127.0.0.1/', events: ['no.event'], secret: 'whsec_', enabled: 'yes' }
    const created = await app.post('/api/v1/webhooks', wrong, headers)
    expect([created.status, Object.keys(created.body.details as object).sort()]).toEqual([
      400,
      ['enabled', 'events/0', 'secret', 'url'],
    ])
    expect(created.body.message).toMatch(/\(and 3 more\)$/)
    const { body } = await app.post(
      '/api/v1/webhooks',
      { url: 'ftp://example.com', secret: 'whsec_' },
      headers,
    )
    expect(Object.keys(body.details as object).sort()).toEqual(['events', 'secret', 'url'])
    const url = `/api/v1/webhooks/${MISSING_ID}`
    const updated = await app.call('PATCH', url, { url: 'x', events: [] }, { headers })
    expect(Object.keys(updated.body.details as object).sort()).toEqual(['events', 'url'])
    const rotation = { secret: 'whsec_', overlap_seconds: -1 }
    const rotated = await app.post(`${url}/rotate_secret`, rotation, headers)
    expect(Object.keys(rotated.body.details as object).sort()).toEqual(['overlap_seconds', 'secret'])
  })

  it('the webhooks of another tenant are not listed, and all their routes return 404', async () => {
    const scope = 'admin'
    const [a, b] = [await bearer({ tenant: 'a', scope }), await bearer({ tenant: 'b', scope })]
    const created = await app.post('/api/v1/webhooks', { url: URL, events: ['*'] }, a)
    const url = `/api/v1/webhooks/${created.body.id}`
    const delivery = await app.call('POST', `${url}/test`, undefined, { headers: a })
    const ownWebhook = await app.post('/api/v1/webhooks', { url: URL, events: ['*'] }, b)
    const foreignCalls = [
      ['GET', url],
      ['PATCH', url, { enabled: false }],
      ['DELETE', url],
      ['POST', `${url}/rotate_secret`, {}],
      ['POST', `${url}/test`],
      ['GET', `${url}/deliveries`],
      ['GET', `${url}/deliveries/${delivery.body.id}`],
      ['POST', `${url}/deliveries/${delivery.body.id}/redeliver`],
      ['POST', `${url}/redeliver`, { since: created.body.created_at }],
      // A delivery of the other tenant under the tenant's own webhook.
      ['GET', `/api/v1/webhooks/${ownWebhook.body.id}/deliveries/${delivery.body.id}`],
      ['POST', `/api/v1/webhooks/${ownWebhook.body.id}/deliveries/${delivery.body.id}/redeliver`],
    ] as const
    for (const [method, path, body] of foreignCalls) {
      const reply = await app.call(method, path, body, { headers: b })
      expect([method, path, reply.status]).toEqual([method, path, 404])
      const missingPath = path.replace(created.body.id, MISSING_ID).replace(delivery.body.id, MISSING_ID)
      expect((await app.call(method, missingPath, body, { headers: b })).status).toBe(404)
    }
    const listed = await app.get('/api/v1/webhooks', b)
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([ownWebhook.body.id])
    expect((await app.get(url, a)).body).toMatchObject({ enabled: true, updated_at: created.body.updated_at })
    expect((await app.get(`${url}/deliveries`, a)).body.data).toHaveLength(1)
  })

  it('changing a webhook requires the scope admin, sending its events the scope write, reading it the scope read', async () => {
    const [reader, writer] = [await bearer({ scope: 'read' }), await bearer({ scope: 'write' })]
    const admin = await bearer({ scope: 'admin' })
    const created = await app.post('/api/v1/webhooks', { url: URL, events: ['*'] }, admin)
    expect(created.status).toBe(201)
    const url = `/api/v1/webhooks/${created.body.id}`
    const delivery = `${url}/deliveries/${(await app.call('POST', `${url}/test`, undefined, { headers: writer })).body.id}`
    const reads = ['/api/v1/webhooks', url, `${url}/deliveries`, delivery]
    const writes = [
      ['POST', `${url}/test`, undefined],
      ['POST', `${delivery}/redeliver`, undefined],
      ['POST', `${url}/redeliver`, { since: created.body.created_at }],
    ] as const
    const changes = [
      ['POST', '/api/v1/webhooks', { url: URL, events: ['*'] }],
      ['PATCH', url, {}],
      ['POST', `${url}/rotate_secret`, {}],
      ['DELETE', url, undefined],
    ] as const
    for (const path of reads) {
      expect([path, (await app.get(path, reader)).status]).toEqual([path, 200])
      expect([path, (await app.get(path, writer)).status]).toEqual([path, 403])
      expect([path, (await app.get(path)).status]).toEqual([path, 401])
    }
    for (const [method, path, body] of [...writes, ...changes]) {
      const as = async (headers: Record<string, string>) =>
        (await app.call(method, path, body, { headers })).status
      const isWrite = writes.some(([, write]) => write === path)
      expect([method, path, await as(reader), await as({})]).toEqual([method, path, 403, 401])
      if (!isWrite) expect([method, path, await as(writer)]).toEqual([method, path, 403])
      expect(await as(isWrite ? writer : admin)).toBeLessThan(300)
    }
  })
})
