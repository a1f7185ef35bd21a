import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

const AGENT = 'fe096781-5601-53d2-b2f6-0d3403f7e9ca'

describe.each(DATABASE_KINDS)('runs on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  const thread = async (body: object = {}) =>
    (await app.post('/api/v1/threads', body)).body.thread_id as string
  const assistant = async () =>
    (await app.post('/api/v1/assistants', { name: 'A' })).body.assistant_id as string

  it('a new run is queued and has all fields', async () => {
    const [thread_id, assistant_id] = [await thread(), await assistant()]
    const request = { thread_id, assistant_id, input: { message: 'hello' }, metadata: { m: 1 } }
    const { status, body } = await app.post('/api/v1/runs', request)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...request,
      status: 'queued',
      output: null,
      error: null,
      required_action: null,
      usage: null,
      attempt: 0,
      assistant_version: 1,
      started_at: null,
      completed_at: null,
    })
    expect((await app.get(`/api/v1/runs/${body.run_id}`)).body).toEqual(body)
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('busy')
  })

  it('a run without an assistant uses that of its thread, or the built-in one', async () => {
    const assistant_id = await assistant()
    const run = await app.post('/api/v1/runs', { thread_id: await thread({ assistant_id }) })
    expect(run.body.assistant_id).toBe(assistant_id)
    expect((await app.post('/api/v1/runs', { thread_id: await thread() })).body.assistant_id).toBe(AGENT)
  })

  it('a run records the version of its assistant', async () => {
    const assistant_id = await assistant()
    await app.patch(`/api/v1/assistants/${assistant_id}`, { name: 'B' })
    expect((await app.post('/api/v1/runs', { assistant_id })).body.assistant_version).toBe(2)
  })

  it('a run without a thread gets a temporary thread that is not listed', async () => {
    const { body } = await app.post('/api/v1/runs', { assistant_id: AGENT, input: {} })
    expect((await app.get(`/api/v1/threads/${body.thread_id}`)).status).toBe(200)
    const { body: listed } = await app.get('/api/v1/threads?limit=100')
    expect(listed.data.map(({ id }: { id: string }) => id)).not.toContain(body.thread_id)
  })

  it.each([
    [{}, 400],
    [{ input: {} }, 400],
    [{ thread_id: null, assistant_id: null }, 400],
    [{ thread_id: MISSING_ID }, 404],
    [{ assistant_id: MISSING_ID }, 404],
    [{ thread_id: 'x' }, 400],
    [{ assistant_id: AGENT, input: 'text' }, 400],
    [{ assistant_id: AGENT, input: [] }, 400],
    [{ assistant_id: AGENT, multitask_strategy: 'whatever' }, 400],
    [{ assistant_id: AGENT, metadata: 'x' }, 400],
  ])('the run %j is rejected with %i and not stored', async (body, status) => {
    const count = async () => (await app.get('/api/v1/runs?limit=100')).body.data.length as number
    const before = await count()
    expect((await app.post('/api/v1/runs', body)).status).toBe(status)
    expect(await count()).toBe(before)
  })

  it('a run with multitask_strategy=reject is rejected by a busy thread', async () => {
    const thread_id = await thread()
    expect((await app.post('/api/v1/runs', { thread_id })).status).toBe(201)
    const refused = await app.post('/api/v1/runs', { thread_id, multitask_strategy: 'reject' })
    expect(refused).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
    expect((await app.post('/api/v1/runs', { thread_id, multitask_strategy: 'enqueue' })).status).toBe(201)
  })

  it('runs are listed by thread, assistant and status, and by combinations of them', async () => {
    const [thread_id, assistant_id] = [await thread(), await assistant()]
    const queued = await app.post('/api/v1/runs', { thread_id, assistant_id })
    const cancelled = await app.post('/api/v1/runs', { thread_id })
    await app.post(`/api/v1/runs/${cancelled.body.run_id}/cancel`)
    const ids = async (url: string) =>
      (await app.get(url)).body.data.map(({ id }: { id: string }) => id) as string[]
    expect(await ids(`/api/v1/runs?thread_id=${thread_id.toUpperCase()}`)).toEqual([
      cancelled.body.id,
      queued.body.id,
    ])
    expect(await ids(`/api/v1/threads/${thread_id}/runs`)).toEqual([cancelled.body.id, queued.body.id])
    expect(await ids(`/api/v1/threads/${thread_id}/runs?status=queued`)).toEqual([queued.body.id])
    expect(await ids(`/api/v1/runs?assistant_id=${assistant_id}`)).toEqual([queued.body.id])
    expect(await ids(`/api/v1/runs?thread_id=${thread_id}&status=cancelled`)).toEqual([cancelled.body.id])
    expect(
      await ids(`/api/v1/runs?thread_id=${thread_id}&assistant_id=${assistant_id}&status=failed`),
    ).toEqual([])
    expect(await ids(`/api/v1/runs?thread_id=${MISSING_ID}`)).toEqual([])
    expect((await app.get(`/api/v1/threads/${MISSING_ID}/runs`)).status).toBe(404)
    expect((await app.get('/api/v1/runs?status=odd')).status).toBe(400)
    expect((await app.get('/api/v1/runs?thread_id=odd')).status).toBe(400)
  })

  it('a run can be created with the path of its thread', async () => {
    const thread_id = await thread()
    expect(await app.post(`/api/v1/threads/${thread_id}/runs`, { input: { message: 'x' } })).toMatchObject({
      status: 201,
      body: { thread_id },
    })
    expect((await app.post(`/api/v1/threads/${MISSING_ID}/runs`, {})).status).toBe(404)
  })

  it('cancelling a run is idempotent and makes its thread idle', async () => {
    const thread_id = await thread()
    const { body } = await app.post('/api/v1/runs', { thread_id })
    const cancelled = await app.post(`/api/v1/runs/${body.run_id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(cancelled.body.completed_at).not.toBeNull()
    expect((await app.post(`/api/v1/runs/${body.run_id}/cancel`)).body).toEqual(cancelled.body)
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('idle')
    expect((await app.post(`/api/v1/runs/${MISSING_ID}/cancel`)).status).toBe(404)
  })

  it('a run accepts tool outputs only while it waits for them, and only all at once', async () => {
    const { body: run } = await app.post('/api/v1/runs', { assistant_id: AGENT })
    const url = `/api/v1/runs/${run.run_id}/submit_tool_outputs`
    const outputs = (...ids: string[]) => ({
      tool_outputs: ids.map((tool_call_id) => ({ tool_call_id, output: 1 })),
    })
    expect((await app.post(url, outputs('a'))).status).toBe(409)
    expect((await app.post(url, {})).status).toBe(400)
    expect((await app.post(`/api/v1/runs/${MISSING_ID}/submit_tool_outputs`, outputs('a'))).status).toBe(404)

    const requiredAction = JSON.stringify({
      type: 'submit_tool_outputs',
      tool_calls: ['a', 'b'].map((id) => ({ id, name: 'lookup', arguments: {} })),
    })
    const db = await Database.open({ url: app.databaseUrl, durability: 'full', poolSize: 1 })
    await db.write([
      rawStatement(
        `update runs set status = 'requires_action', required_action = '${requiredAction}' where run_id = '${run.run_id}'`,
      ),
    ])
    await db.close()

    const waiting = await app.get(`/api/v1/runs/${run.run_id}`)
    expect(waiting.body.required_action.tool_calls).toHaveLength(2)
    expect((await app.post(url, outputs('a'))).status).toBe(400)
    expect((await app.post(url, outputs('a', 'b', 'c'))).status).toBe(400)
    expect((await app.post(url, outputs('a', 'a'))).status).toBe(400)
    const accepted = await app.post(url, outputs('b', 'a'))
    expect(accepted).toMatchObject({ status: 200, body: { status: 'queued', required_action: null } })
    expect((await app.post(url, outputs('a', 'b'))).status).toBe(409)
  })
})
