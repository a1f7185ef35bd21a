/** Search, saved views, nodes and the deliveries of all webhooks. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { createAssistant, createThread, executeRun } from '../support/runs.js'

const SECRET = 'a secret of more than thirty-two bytes'
const TIMEOUT = { timeout: 25_000 }

const toHeaders = async (tenant: string, sub = 'admin', scope = 'admin') => {
  const jwt = new SignJWT({ sub, tenant, scope }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}` }
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let [own, other]: Record<string, string>[] = []
  beforeAll(async () => {
    const env = { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, RATE_LIMIT_BURST: '100000' }
    app = await startApp({ databaseKind, env })
    own = await toHeaders('own')
    other = await toHeaders('other')
  })
  afterAll(() => app.stop())

  const create = async (path: string, body: object, headers = own) => {
    const response = await app.post(`/api/v1${path}`, body, headers)
    expect(response.status, response.text).toBe(201)
    return response.body
  }

  describe('search', () => {
    const search = async (q: string, headers = own) =>
      (await app.get(`/api/v1/search?q=${encodeURIComponent(q)}`, headers)).body.data as {
        type: string
        id: string
        title: string
      }[]

    it('names, titles and URLs are found by any part, without regard to case', async () => {
      const assistant = await create('/assistants', { name: 'Refund desk' })
      const thread = await create('/threads', { title: 'A REFUND for order 4711' })
      const dataset = await create('/datasets', { name: 'refund cases' })
      const webhook = await create('/webhooks', { url: 'https://example.com/refunds', events: ['*'] })
      const found = await search('refund')
      expect(found.map(({ type, id }) => [type, id]).sort()).toEqual(
        [
          ['assistant', assistant.assistant_id],
          ['dataset', dataset.dataset_id],
          ['thread', thread.thread_id],
          ['webhook', webhook.webhook_id],
        ].sort(),
      )
      expect(found.find(({ type }) => type === 'thread')!.title).toBe('A REFUND for order 4711')
      expect(await search('refund', other)).toEqual([])
    })

    it('a list of threads by the LangGraph API can have their titles and assistants', async () => {
      const { assistant_id } = await create('/assistants', { name: 'titles' })
      const { thread_id } = await create('/threads', { title: 'Order 4711', assistant_id })
      const body = {
        ids: [thread_id],
        select: ['thread_id'],
        extract: { name: 'title', assistant: 'assistant_id', first: 'values.messages[0].content' },
      }
      expect((await app.post('/threads/search', body, own)).body).toEqual([
        { thread_id, extracted: { name: 'Order 4711', assistant: assistant_id, first: null } },
      ])
    })

    it('threads are found by the title in their metadata', async () => {
      const { thread_id } = await create('/threads', { metadata: { title: 'Broken Kettle' } })
      const untitled = await create('/threads', { metadata: { note: 'kettle' } })
      expect(await search('kettle')).toMatchObject([
        { type: 'thread', id: thread_id, title: 'Broken Kettle' },
      ])
      expect(await search(untitled.thread_id)).toMatchObject([{ title: untitled.thread_id }])
    })

    it('runs and threads are found by the start of their ID', async () => {
      const run = await create('/runs', { thread_id: (await create('/threads', {})).thread_id })
      expect((await search(run.run_id)).map(({ id }) => id)).toEqual([run.run_id])
      expect((await search(run.run_id.slice(0, 30).toUpperCase())).map(({ type }) => type)).toContain('run')
      expect((await search(run.thread_id)).map(({ type, title }) => [type, title])).toEqual([
        ['thread', run.thread_id],
      ])
      expect(await search(run.run_id, other)).toEqual([])
    })

    it('the characters % and _ have no special meaning', async () => {
      const assistant = await create('/assistants', { name: '100%_sure' })
      await create('/assistants', { name: '100 times sure' })
      expect((await search('100%_s')).map(({ id }) => id)).toEqual([assistant.assistant_id])
      expect(await search('%_%_%_%')).toEqual([])
      expect(await search('\\')).toEqual([])
    })

    it('at most 20 results are returned, and every kind gets a place', async () => {
      for (let index = 0; index < 25; index++) await create('/threads', { title: `crowded ${String(index)}` })
      await create('/datasets', { name: 'crowded dataset' })
      const found = await search('crowded')
      expect(found).toHaveLength(20)
      expect(found.map(({ type }) => type)).toContain('dataset')
    })

    it('a search without a text, or with an unknown parameter, is rejected', async () => {
      for (const [query, field] of [
        ['', 'q'],
        ['?q=', 'q'],
        ['?q=a&kind=run', 'kind'],
      ] as const) {
        const { status, body } = await app.get(`/api/v1/search${query}`, own)
        expect([status, Object.keys(body.details)]).toEqual([400, [field]])
      }
    })
  })

  describe('saved views', () => {
    const request = { name: 'Failed', screen: 'runs', query: 'status=failed' }

    it('a view is created, listed by screen, changed and deleted', async () => {
      const view = await create('/views', { ...request, shared: true })
      expect(view).toMatchObject({ ...request, shared: true, created_by: 'admin' })
      const path = `/api/v1/views/${view.view_id}`
      expect((await app.get(path, own)).body).toEqual(view)
      const list = async (query: string) =>
        (await app.get(`/api/v1/views${query}`, own)).body.data.map(({ id }: { id: string }) => id)
      expect(await list('?screen=runs')).toContain(view.id)
      expect(await list('?screen=threads')).not.toContain(view.id)
      const changed = await app.call('PATCH', path, { name: 'Broken' }, { headers: own! })
      expect(changed.body).toMatchObject({ ...request, name: 'Broken', shared: true })
      expect((await app.call('DELETE', path, undefined, { headers: own! })).body.deleted).toBe(true)
      expect((await app.get(path, own)).status).toBe(404)
    })

    it('a view that is not shared exists only for the user who created it, and a shared one for its tenant', async () => {
      const colleague = await toHeaders('own', 'colleague')
      const view = await create('/views', request)
      const path = `/api/v1/views/${view.view_id}`
      for (const headers of [colleague, other!]) {
        expect((await app.get(path, headers)).status).toBe(404)
        expect((await app.call('PATCH', path, { shared: true }, { headers })).status).toBe(404)
        expect((await app.call('DELETE', path, undefined, { headers })).status).toBe(404)
        expect((await app.get('/api/v1/views', headers)).text).not.toContain(view.view_id)
      }
      await app.call('PATCH', path, { shared: true }, { headers: own! })
      expect((await app.get(path, colleague)).body.created_by).toBe('admin')
      expect((await app.get('/api/v1/views', colleague)).text).toContain(view.view_id)
      expect((await app.get(path, other)).status).toBe(404)
    })

    it('a view of an API key does not exist for another key with the same name', async () => {
      const createKey = async () => {
        const key = await create('/api-keys', { name: 'desk', scopes: ['read', 'write'] })
        return { authorization: `Bearer ${key.key as string}` }
      }
      const [first, second] = [await createKey(), await createKey()]
      const view = await create('/views', request, first)
      expect(view.created_by).toBe('desk')
      expect((await app.get(`/api/v1/views/${view.view_id}`, first)).status).toBe(200)
      expect((await app.get(`/api/v1/views/${view.view_id}`, second)).status).toBe(404)
      expect((await app.get('/api/v1/views', first)).text).toContain(view.view_id)
      expect((await app.get('/api/v1/views', second)).text).not.toContain(view.view_id)
    })

    it.each([
      ['screen', { ...request, screen: 'Runs!' }],
      ['name', { ...request, name: '' }],
      ['query', { name: 'n', screen: 'runs' }],
      ['shared', { ...request, shared: 'yes' }],
    ])('an invalid %s is rejected', async (field, body) => {
      const response = await app.post('/api/v1/views', body, own)
      expect([response.status, Object.keys(response.body.details)]).toEqual([400, [field]])
    })
  })
})

describe.each(DATABASE_KINDS)('nodes on %s', (databaseKind) => {
  it('a node shows its version, role and load, and a stopped node disappears', async () => {
    const database = await createTestDatabase(databaseKind)
    const first = await startApp({ databaseUrl: database.url, execute: true })
    const list = async () => (await first.get('/api/v1/nodes')).body.data
    const [node] = await list()
    expect(node).toMatchObject({ role: 'all', is_alive: true, executing: 0, draining: false })
    expect(node.version).toBe((await first.get('/info')).body.version)
    if (databaseKind === 'postgres') {
      const second = await startApp({ databaseUrl: database.url, execute: true })
      await expect.poll(async () => (await list()).length, TIMEOUT).toBe(2)
      expect((await second.get('/api/v1/nodes')).body.data.map(({ id }: { id: string }) => id)).toEqual(
        (await list()).map(({ id }: { id: string }) => id),
      )
      await second.stop()
      await expect.poll(async () => (await list()).length, TIMEOUT).toBe(1)
    }
    expect((await first.get('/api/v1/nodes?all=1')).status).toBe(400)
    await first.stop()
    await database.drop()
  })
})

describe.each(DATABASE_KINDS)('deliveries of all webhooks on %s', (databaseKind) => {
  it('deliveries are listed over all webhooks, filtered and paged', async () => {
    const app = await startApp({ databaseKind, execute: true })
    const register = async (name: string) =>
      (
        await app.post('/api/v1/webhooks', {
          url: `https://${name}.invalid/hook`,
          events: ['run.completed', 'run.started'],
        })
      ).body.webhook_id as string
    const webhooks = [await register('a'), await register('b'), await register('c')]
    const assistant_id = await createAssistant(app, {})
    const run = await executeRun(app, {
      assistant_id,
      thread_id: await createThread(app),
      input: { message: 'a' },
    })
    const later = await executeRun(app, {
      assistant_id,
      thread_id: await createThread(app),
      input: { message: 'b' },
    })
    const list = async (query: string) => (await app.get(`/api/v1/deliveries${query}`)).body
    await expect.poll(async () => (await list('')).data.length, TIMEOUT).toBe(12)
    interface Item {
      id: string
      webhook_id: string
      run_id: string
      event_type: string
      created_at: string
    }
    const all = (await list('')).data as Item[]
    expect(new Set(all.map(({ webhook_id }) => webhook_id))).toEqual(new Set(webhooks))
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    )
    expect(all[0]!.run_id).toBe(later.run_id)

    const paged: Item[] = []
    for (let cursor = ''; ;) {
      const page = await list(`?limit=5${cursor}`)
      paged.push(...page.data)
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    const toKey = ({ id, webhook_id }: Item) => `${id} ${webhook_id}`
    expect(paged.map(toKey)).toEqual(all.map(toKey))

    const ofRun = (await list(`?run_id=${run.run_id}&event_type=run.completed`)).data as Item[]
    expect(ofRun.map(({ webhook_id }) => webhook_id).sort()).toEqual([...webhooks].sort())
    expect(new Set(ofRun.map(({ run_id }) => run_id))).toEqual(new Set([run.run_id]))
    expect((await list(`?webhook_id=${webhooks[0]}`)).data).toHaveLength(4)
    expect((await list('?status=delivered')).data).toEqual([])
    expect((await list(`?run_id=${MISSING_ID}`)).data).toEqual([])
    for (const query of ['?state=failed', '?status=lost', '?run_id=x', '?cursor=x'])
      expect([query, (await app.get(`/api/v1/deliveries${query}`)).status]).toEqual([query, 400])
    const { totals } = (await app.get('/api/v1/stats')).body
    expect(totals.webhooks.attempts).toBeGreaterThanOrEqual(totals.webhooks.failures)
    await expect
      .poll(async () => (await app.get('/api/v1/stats')).body.totals.webhooks.failures, TIMEOUT)
      .toBeGreaterThan(0)
    await app.stop()
  })
})
