/** Filters, counts and summaries of the list of runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

interface ListedRun {
  run_id: string
  preview: string | null
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  const ids: Record<string, string> = {}
  let support: string
  let judge: string

  const create = async (name: string, body: object): Promise<void> => {
    const { status, body: run } = await app.post('/api/v1/runs', body)
    expect(status).toBe(201)
    ids[name] = run.run_id
    app.clock.advance(1_000)
  }
  /** The names of the runs that the list contains, in its order. */
  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await app.get(`/api/v1/runs?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
    return (body.data as ListedRun[]).map(({ run_id }) => names.get(run_id) ?? run_id)
  }

  beforeAll(async () => {
    app = await startApp({ databaseKind })
    support = (await app.post('/api/v1/assistants', { name: 'support desk', graph_id: 'agent' })).body.id
    judge = (await app.post('/api/v1/assistants', { name: 'eval-judge', graph_id: 'agent' })).body.id
    await create('refund', {
      assistant_id: support,
      input: { message: 'Refund ORDER 4711, please\nIt is broken' },
      metadata: { customer: 'acme', tags: ['a', 'b'] },
    })
    await create('Übergabe', { assistant_id: support, input: { message: 'Übergabe 100%_sicher' } })
    await create('judged', {
      assistant_id: judge,
      input: { messages: [{ role: 'user', content: 'Score it' }] },
    })
    await create('cancelled', { assistant_id: support, input: { n: 1 } })
    expect((await app.post(`/api/v1/runs/${ids['cancelled'] ?? ''}/cancel`)).status).toBe(200)
  })
  afterAll(() => app.stop())

  it('lists filter by status, assistant, time, metadata and text', async () => {
    expect(await list('')).toEqual(['cancelled', 'judged', 'Übergabe', 'refund'])
    expect(await list('order=asc')).toEqual(['refund', 'Übergabe', 'judged', 'cancelled'])
    expect(await list('status=cancelled')).toEqual(['cancelled'])
    expect(await list('status=cancelled,queued')).toHaveLength(4)
    expect(await list('status=cancelled&status=failed')).toEqual(['cancelled'])
    expect(await list('status=completed,cancelled')).toEqual(['cancelled'])
    expect(await list(`assistant_id=${judge.toUpperCase()}`)).toEqual(['judged'])
    expect(await list('assistant_id=support%20desk')).toEqual(['cancelled', 'Übergabe', 'refund'])
    expect(await list('assistant_id=support%20desk,eval-judge&status=queued')).toHaveLength(3)
    expect(await list('assistant_id=!eval-judge')).toEqual(['cancelled', 'Übergabe', 'refund'])
    expect(await list('assistant_id=nobody')).toEqual([])
    expect(await list('assistant_id=!nobody')).toHaveLength(4)
    const at = (seconds: number): string => new Date(app.clock.now() - seconds * 1_000).toISOString()
    expect(await list(`created_after=${at(2)}`)).toEqual(['cancelled', 'judged'])
    expect(await list(`created_before=${at(3)}&order=asc`)).toEqual(['refund'])
    expect(await list(`created_after=${at(3)}&created_before=${at(1)}`)).toEqual(['judged', 'Übergabe'])
    const metadata = (json: object): string => `metadata=${encodeURIComponent(JSON.stringify(json))}`
    expect(await list(metadata({ customer: 'acme' }))).toEqual(['refund'])
    expect(await list(metadata({ tags: ['b'] }))).toEqual(['refund'])
    expect(await list(metadata({ customer: 'other' }))).toEqual([])
    expect(await list('q=please%20order')).toEqual(['refund'])
    expect(await list('q=broken')).toEqual([])
    expect(await list(`q=${encodeURIComponent('übergabe')}`)).toEqual(['Übergabe'])
    expect(await list(`q=${encodeURIComponent('%_s')}`)).toEqual(['Übergabe'])
    expect(await list(`q=${encodeURIComponent('100x')}`)).toEqual([])
    expect(await list(`thread_id=${MISSING}`)).toEqual([])
    expect(await list('error_code=graph_error')).toEqual([])
  })

  it('text finds runs by the beginning of their ID', async () => {
    const id = ids['judged'] ?? ''
    for (const order of ['asc', 'desc']) {
      expect(await list(`q=${id}&order=${order}`)).toEqual(['judged'])
      expect(await list(`q=${id.slice(0, 30).toUpperCase()}&order=${order}`)).toContain('judged')
    }
    expect(await list(`q=${id.slice(0, 4)}`)).toHaveLength(4)
    expect(await list(`q=${id}&status=cancelled`)).toEqual([])
    expect(await list(`q=${MISSING}`)).toEqual([])
  })

  it('pages of a filtered list continue where the last one ended, and its cursor fits no other list', async () => {
    for (const filter of [
      'status=queued,cancelled',
      'assistant_id=!nobody,!eval-judge',
      'q=0',
      'order=asc&q=0',
    ]) {
      const found: ListedRun[] = []
      for (let query = ''; ;) {
        const page = await app.get(`/api/v1/runs?${filter}&limit=1&view=summary${query}`)
        found.push(...(page.body.data as ListedRun[]))
        if (page.body.next_cursor === null) break
        query = `&cursor=${String(page.body.next_cursor)}`
        expect((await app.get(`/api/v1/runs?status=failed${query}`)).status).toBe(400)
      }
      const { body } = await app.get(`/api/v1/runs?${filter}&view=summary`)
      expect(found).toEqual(body.data)
      expect(found.length).toBeGreaterThan(1)
    }
  })

  it('summaries have a preview and no payloads', async () => {
    const { body } = await app.get('/api/v1/runs?view=summary&order=asc')
    const [refund] = body.data
    expect(refund).toMatchObject({
      preview: 'Refund ORDER 4711, please',
      status: 'queued',
      queue_ms: null,
      duration_ms: null,
      created_by: null,
      retry_of: null,
      reserved_by: null,
    })
    for (const name of ['input', 'output', 'required_action', 'kwargs', 'resume'])
      expect(refund).not.toHaveProperty(name)
    expect(body.data[2].preview).toBe('Score it')
    expect(body.data[3].preview).toBeNull()
  })

  it('counts use the filters of the list', async () => {
    const count = async (query: string) => (await app.get(`/api/v1/runs/counts?${query}`)).body
    expect(await count('')).toEqual({ total: 4, capped: false, by: null, counts: [] })
    expect(await count('by=status')).toEqual({
      total: 4,
      capped: false,
      by: 'status',
      counts: [
        { value: 'queued', count: 3, capped: false },
        { value: 'cancelled', count: 1, capped: false },
      ],
    })
    expect((await count('by=assistant_id')).counts).toEqual([
      { value: support, count: 3, capped: false },
      { value: judge, count: 1, capped: false },
    ])
    expect(await count('by=error_code')).toMatchObject({ total: 0, counts: [] })
    expect(await count('by=status&assistant_id=!eval-judge&q=order')).toMatchObject({ total: 1 })
    expect(await count('status=queued&q=order')).toMatchObject({ total: 1 })
  })

  it.each([
    ['colour=red', 'colour'],
    ['status=done', 'status'],
    ['error_code=oops', 'error_code'],
    ['guardrail_outcome=good', 'guardrail_outcome'],
    ['created_after=yesterday', 'created_after'],
    ['metadata=1', 'metadata'],
    ['metadata={', 'metadata'],
    ['metadata=%7B%22a%22%3A%22%5Cu0000%22%7D', 'metadata'],
    ['min_duration_ms=-1', 'min_duration_ms'],
    ['attempt_gte=0', 'attempt_gte'],
    ['ended_after=yesterday', 'ended_after'],
    ['cron_id=1', 'cron_id'],
    ['thread_id=1', 'thread_id'],
    ['q=', 'q'],
    ['assistant_id=!', 'assistant_id'],
  ])('lists and counts reject %s and name the parameter', async (query, field) => {
    for (const path of ['/api/v1/runs', '/api/v1/runs/counts', '/runs']) {
      const { status, body } = await app.get(`${path}?${query}`)
      expect(status).toBe(400)
      expect(body.details).toHaveProperty([field])
    }
  })

  it('lists reject an unknown order and view, counts an unknown field', async () => {
    expect((await app.get('/api/v1/runs?order=random')).status).toBe(400)
    expect((await app.get('/api/v1/runs?view=tiny')).status).toBe(400)
    expect((await app.get('/api/v1/runs/counts?by=colour')).status).toBe(400)
    expect((await app.get('/api/v1/runs/counts?limit=1')).status).toBe(400)
  })
})

const MISSING = '0198c9a2-0000-7000-8000-000000000000'
