/** Named secrets and the credentials of assistants: written, masked, kept, and encrypted in both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { dumpWholeDatabase } from '../support/dump-database.js'
import { TEST_ENCRYPTION_KEY } from '../support/encryption.js'

const CANARY = 'canary-7f3a-91bc-44dd'
const toolWith = (authorization: string, url = 'https://api.example.com/v1') => ({
  type: 'http',
  name: 'lookup',
  url,
  headers: { authorization },
})

describe.each(DATABASE_KINDS)('secrets on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  const expectNotStored = async (): Promise<void> => {
    const rows = await dumpWholeDatabase(app.databaseUrl)
    expect(rows.filter((row) => row.includes(CANARY))).toEqual([])
  }

  it('a named secret is created, listed, replaced and deleted, and its value is never returned', async () => {
    const created = await app.post('/api/v1/secrets', {
      name: 'GITHUB_TOKEN',
      value: CANARY,
      description: 'CI',
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ name: 'GITHUB_TOKEN', description: 'CI' })
    app.clock.advance(1_000)
    const replaced = await app.call('PUT', '/api/v1/secrets/GITHUB_TOKEN', { value: `${CANARY}-2` })
    expect(replaced.body).toMatchObject({
      name: 'GITHUB_TOKEN',
      description: 'CI',
      created_at: created.body.created_at,
    })
    expect(replaced.body.updated_at).not.toBe(created.body.updated_at)
    const list = await app.get('/api/v1/secrets')
    expect(list.body.data).toEqual([replaced.body])
    const read = await app.get('/api/v1/secrets/GITHUB_TOKEN')
    expect(read.body).toEqual(replaced.body)
    for (const { text } of [created, replaced, list, read]) expect(text).not.toContain('canary')
    await expectNotStored()
    const removed = await app.remove('/api/v1/secrets/GITHUB_TOKEN')
    expect(removed.body).toEqual({ deleted: true, name: 'GITHUB_TOKEN' })
    expect((await app.get('/api/v1/secrets/GITHUB_TOKEN')).status).toBe(404)
    expect((await app.remove('/api/v1/secrets/GITHUB_TOKEN')).status).toBe(404)
  })

  it('names and values that cannot be used are rejected', async () => {
    for (const body of [
      { name: 'a b', value: CANARY },
      { name: 'A', value: 'short' },
      { name: 'A' },
      { name: 'A', value: CANARY, extra: 1 },
    ])
      expect((await app.post('/api/v1/secrets', body)).status).toBe(400)
    expect((await app.call('PUT', '/api/v1/secrets/a%20b', { value: CANARY })).status).toBe(404)
    await app.post('/api/v1/secrets', { name: 'TWICE', value: CANARY })
    const again = await app.post('/api/v1/secrets', { name: 'TWICE', value: CANARY })
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('Secret TWICE already exists; replace its value with PUT')
  })

  it('the list of secrets is paged', async () => {
    for (const name of ['PAGE_1', 'PAGE_2', 'PAGE_3'])
      await app.call('PUT', `/api/v1/secrets/${name}`, { value: CANARY })
    const names: string[] = []
    let query = 'limit=1'
    for (;;) {
      const { body } = await app.get(`/api/v1/secrets?${query}`)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      if (!body.has_more) break
      query = `limit=1&cursor=${body.next_cursor}`
    }
    expect(names).toEqual(expect.arrayContaining(['PAGE_1', 'PAGE_2', 'PAGE_3']))
    expect(new Set(names).size).toBe(names.length)
  })

  it('credentials of assistants are masked in every response and encrypted in every row', async () => {
    const config = {
      tools: [
        toolWith(`Bearer ${CANARY}`),
        { type: 'mcp', url: 'https://m.example', headers: { 'x-a': CANARY } },
      ],
    }
    const graph_schema = {
      nodes: [{ id: 'a', type: 'http', url: 'https://a.example', headers: { 'x-key': CANARY } }],
    }
    const headers = { 'idempotency-key': 'create-once' }
    const created = await app.post('/api/v1/assistants', { name: 'A', config, graph_schema }, headers)
    expect(created.status, created.text).toBe(201)
    const id = created.body.assistant_id as string
    expect(created.body.config.tools[0].headers).toEqual({ authorization: '***' })
    await app.patch(`/api/v1/assistants/${id}`, { name: 'B' })
    const responses = [
      created,
      await app.post('/api/v1/assistants', { name: 'A', config, graph_schema }, headers),
      await app.get('/api/v1/assistants'),
      await app.get(`/api/v1/assistants/${id}`),
      await app.get(`/api/v1/assistants/${id}/versions`),
      await app.post(`/api/v1/assistants/${id}/latest`, { version: 1 }),
      await app.get(`/assistants/${id}`),
      await app.post('/assistants/search', { limit: 100 }),
      await app.post(`/assistants/${id}/versions`, {}),
      await app.post(`/assistants/${id}/latest`, { version: 2 }),
      await app.call('PATCH', `/assistants/${id}`, { metadata: { a: 1 } }),
    ]
    for (const { status, text } of responses) {
      expect(status).toBeLessThan(300)
      expect(text).not.toMatch(/canary|enc:v1/)
    }
    await expectNotStored()
  })

  it.each(['/api/v1/assistants', '/assistants'])(
    'a client of %s that sends the mask back keeps the credential, but not for another host',
    async (path) => {
      const { body } = await app.post('/api/v1/assistants', {
        name: 'A',
        config: { tools: [toolWith(CANARY)] },
      })
      const url = `${path}/${body.assistant_id as string}`
      const kept = await app.patch(url, { config: { ...body.config, temperature: 0.5 } })
      expect(kept.status, kept.text).toBe(200)
      expect(kept.body.config).toMatchObject({
        temperature: 0.5,
        tools: [{ headers: { authorization: '***' } }],
      })
      const elsewhere = await app.patch(url, {
        config: { tools: [toolWith('***', 'https://evil.example/')] },
      })
      expect(elsewhere.status).toBe(path === '/assistants' ? 422 : 400)
      expect(elsewhere.text).toContain('config/tools/0/headers/authorization')
      await expectNotStored()
    },
  )

  it('an assistant that refers to a secret that does not exist is rejected with the path and the fix', async () => {
    const config = { tools: [toolWith('Bearer ${secret:NOWHERE}')] }
    const { status, body } = await app.post('/api/v1/assistants', { name: 'A', config })
    expect(status).toBe(400)
    expect(body.details).toEqual({
      'config/tools/0/headers/authorization':
        'refers to the secret NOWHERE, which does not exist; create it with PUT /api/v1/secrets/NOWHERE',
    })
    const inExpression = {
      nodes: [{ id: 'a', type: 'http', url: 'https://a.example', headers: { a: "{{ '${secret:X}' }}" } }],
    }
    expect((await app.post('/api/v1/assistants', { name: 'A', graph_schema: inExpression })).text).toContain(
      'inside {{ }}, where it is not replaced',
    )
  })

  it('a generated webhook secret is in the first response only, also with an idempotency key', async () => {
    const hook = { url: 'https://example.com/hook', events: ['run.completed'] }
    const first = await app.post('/api/v1/webhooks', hook, { 'idempotency-key': 'hook' })
    const again = await app.post('/api/v1/webhooks', hook, { 'idempotency-key': 'hook' })
    const id = first.body.webhook_id as string
    const rotation = `/api/v1/webhooks/${id}/rotate_secret`
    const rotated = await app.post(rotation, {}, { 'idempotency-key': 'rotate' })
    const rotatedAgain = await app.post(rotation, {}, { 'idempotency-key': 'rotate' })
    const secrets = [first.body.secret, rotated.body.secret] as string[]
    for (const secret of secrets) expect(secret).toMatch(/^whsec_/)
    for (const { body } of [again, rotatedAgain])
      expect(body.secret).toBe('(shown once, in the first response)')
    const rows = await dumpWholeDatabase(app.databaseUrl)
    for (const secret of secrets) expect(rows.filter((row) => row.includes(secret))).toEqual([])
  })
})

describe('access to secrets', () => {
  it('a key without the scope admin can list secrets and cannot write them', async () => {
    const app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'configured-admin-key' } })
    const asAdmin = { authorization: 'Bearer configured-admin-key' }
    const { body } = await app.post('/api/v1/api-keys', { name: 'k', scopes: ['read', 'write'] }, asAdmin)
    const headers = { authorization: `Bearer ${body.key as string}` }
    const write = { value: CANARY }
    expect((await app.post('/api/v1/secrets', { name: 'A', ...write }, headers)).status).toBe(403)
    expect((await app.call('PUT', '/api/v1/secrets/A', write, { headers })).status).toBe(403)
    expect((await app.call('DELETE', '/api/v1/secrets/A', undefined, { headers })).status).toBe(403)
    expect((await app.get('/api/v1/secrets', headers)).status).toBe(200)
    expect((await app.post('/api/v1/secrets', { name: 'A', ...write }, asAdmin)).status).toBe(201)
    await app.stop()
  })

  it('a service on PostgreSQL without a key works and refuses to store secrets', async () => {
    const app = await startApp({ databaseKind: 'postgres', env: { ENCRYPTION_KEY: '' } })
    expect(app.logLines.join()).toContain('ENCRYPTION_KEY is not set')
    expect((await app.post('/api/v1/assistants', { name: 'A' })).status).toBe(201)
    for (const [path, body] of [
      ['/api/v1/secrets', { name: 'A', value: CANARY }],
      ['/api/v1/webhooks', { url: 'https://example.com', events: ['run.completed'] }],
      ['/api/v1/assistants', { name: 'A', config: { tools: [toolWith(CANARY)] } }],
    ] as const) {
      const { status, body: error } = await app.post(path, body)
      expect(status).toBe(422)
      expect(error.message).toContain('set ENCRYPTION_KEY to the same value on every node')
    }
    await app.stop()
  })

  it('a key that is too short is reported without being printed', async () => {
    const start = startApp({ env: { ENCRYPTION_KEY: 'short-key-value' } })
    await expect(start).rejects.toThrow(/ENCRYPTION_KEY must be a comma-separated list of keys with 32 bytes/)
    await expect(start).rejects.not.toThrow(/short-key-value/)
    const misplaced = startApp({ env: { ENCRYPTION_KEY: `${TEST_ENCRYPTION_KEY},plaintext` } })
    await expect(misplaced).rejects.toThrow(/`plaintext` can only be in the first place/)
  })
})
