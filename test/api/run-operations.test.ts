/** Reruns, deletes, reservations and bulk operations of runs. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, MISSING_ID, type TestApp, type TestResponse } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { createAssistant, createThread, executeRun, waitForRun } from '../support/runs.js'
import { signToken, TOKEN_ENV } from '../support/tenant-tokens.js'

const POLL = { timeout: 60_000, interval: 50 }
const GRAPH = JSON.parse(readFileSync('examples/graphs/refund-approval.json', 'utf8')) as object
const SMALL = { order_id: 'A-1', amount: 40 }
const LARGE = { order_id: 'A-2', amount: 250 }

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies whose shape they know
type Body = any

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let assistant_id: string
  /** The same service for other callers of the same tenant. */
  const callAs = async (subject: string, method: string, url: string, body?: object): Promise<TestResponse> =>
    app.call(method, url, body, {
      headers: { authorization: `Bearer ${await signToken('acme', subject)}` },
    })
  const waitForOperation = async (id: string): Promise<Body> => {
    const read = async (): Promise<Body> => (await app.get(`/api/v1/operations/${id}`)).body
    await expect.poll(async () => (await read()).status as string, POLL).toBe('completed')
    return read()
  }
  const bulk = async (body: object): Promise<Body> => {
    const { status, body: operation } = await app.post('/api/v1/runs/bulk', body)
    expect(status, JSON.stringify(operation)).toBe(202)
    return operation
  }
  const listRuns = async (query: string): Promise<Body[]> =>
    (await app.get(`/api/v1/runs?view=summary&limit=100&${query}`)).body.data as Body[]
  const executeMany = (count: number, body: object): Promise<Body[]> =>
    Promise.all(Array.from({ length: count }, () => executeRun(app, body)))

  beforeAll(async () => {
    app = await startApp({
      databaseKind,
      execute: true,
      env: { ...TOKEN_ENV, RATE_LIMIT_PER_MINUTE: '100000' },
      headers: { authorization: `Bearer ${await signToken('acme', 'maria')}` },
    })
    assistant_id = await createAssistant(app, { ...GRAPH, graph_id: 'agent' })
  })
  afterAll(() => app.stop())

  it('a rerun is a new run with the same input that names the first one', async () => {
    const first = await executeRun(app, { assistant_id, input: SMALL, metadata: { order: 1 } })
    expect(first).toMatchObject({ created_by: 'maria', retry_of: null, preview: 'A-1' })
    expect(first.duration_ms).toBeGreaterThanOrEqual(0)
    expect(first.queue_ms).toBeGreaterThanOrEqual(0)
    const { status, body } = await callAs('tom', 'POST', `/api/v1/runs/${first.run_id}/rerun`, {})
    expect(status).toBe(201)
    expect(body).toMatchObject({
      retry_of: first.run_id,
      created_by: 'tom',
      input: SMALL,
      metadata: { order: 1 },
    })
    // A temporary thread belongs to one run.
    expect(body.thread_id).not.toBe(first.thread_id)
    expect((await waitForRun(app, body.run_id)).output).toEqual(first.output)
  })

  it('a rerun takes another input and another version of the assistant, and stays in its thread', async () => {
    const thread_id = await createThread(app)
    const first = await executeRun(app, { assistant_id, thread_id, input: SMALL })
    const { body: changed } = await app.patch(`/api/v1/assistants/${assistant_id}`, {
      description: 'changed',
    })
    const url = `/api/v1/runs/${first.run_id}/rerun`
    const { body } = await app.post(url, {
      input: { order_id: 'B-1', amount: 7 },
      assistant_version: changed.version,
    })
    expect(body).toMatchObject({ thread_id, assistant_version: changed.version, preview: 'B-1' })
    expect((await waitForRun(app, body.run_id)).output.answer).toBe('Your refund of 7 is on its way.')
    expect((await app.post(url)).body.assistant_version).toBe(first.assistant_version)
    const unknown = await app.post(url, { assistant_version: 99 })
    expect(unknown).toMatchObject({
      status: 400,
      body: { details: { assistant_version: expect.any(String) } },
    })
  })

  it('a rerun from a checkpoint continues there without executing earlier nodes again', async () => {
    const first = await executeRun(app, { assistant_id, input: LARGE })
    expect(first.status).toBe('requires_action')
    const resumeUrl = `/api/v1/runs/${first.run_id}/resume`
    expect((await app.post(resumeUrl, { input: 'reject' })).status).toBe(200)
    const refused = await waitForRun(app, first.run_id, ['completed', 'failed'])
    expect(refused.output.answer).toBe('We cannot refund order A-2.')
    const { body: events } = await app.get(`/api/v1/runs/${first.run_id}/events?types=checkpoint.saved`)
    const checkpoints = events.data as { checkpoint_id: string; step: number }[]
    const beforeAsk = checkpoints.find(({ step }) => step === 1)?.checkpoint_id
    const url = `/api/v1/runs/${first.run_id}/rerun`
    const { status, body } = await app.post(url, { from_checkpoint_id: beforeAsk })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ thread_id: first.thread_id, input: null })
    const waiting = await waitForRun(app, body.run_id)
    expect(waiting.required_action?.interrupts[0].value.prompt, JSON.stringify(waiting)).toBe(
      'Refund 250 for order A-2?',
    )
    await app.post(`/api/v1/runs/${body.run_id}/resume`, { input: 'approve' })
    const paid = await waitForRun(app, body.run_id, ['completed', 'failed'])
    expect(paid.output).toEqual({
      decision: 'approve',
      answer: 'Your refund of 250 is on its way.',
      log: ['asked for 250 on order A-2', 'a person said approve', 'paid'],
    })
    expect((await app.post(url, { from_checkpoint_id: MISSING_ID })).status).toBe(400)
  })

  it('a run that has not ended cannot be repeated or deleted', async () => {
    const { body } = await app.post('/api/v1/runs', { assistant_id, input: SMALL, after_seconds: 3_600 })
    const url = `/api/v1/runs/${body.run_id}`
    expect((await app.post(`${url}/rerun`)).status).toBe(409)
    expect((await app.remove(url)).status).toBe(409)
    expect((await app.post(`${url}/cancel`)).status).toBe(200)
    expect((await app.remove(url)).body).toEqual({ deleted: true, run_id: body.run_id })
    expect((await app.get(url)).status).toBe(404)
    expect((await app.remove(url)).status).toBe(404)
  })

  it('reruns and deletes with the same Idempotency-Key happen once', async () => {
    const run = await executeRun(app, { assistant_id, input: SMALL })
    const headers = { 'idempotency-key': `again-${run.run_id as string}` }
    const url = `/api/v1/runs/${run.run_id as string}`
    const rerun = await app.post(`${url}/rerun`, {}, headers)
    expect((await app.post(`${url}/rerun`, {}, headers)).body.run_id).toBe(rerun.body.run_id)
    const removed = await app.call('DELETE', url, undefined, { headers })
    expect(removed.status).toBe(200)
    const repeated = await app.call('DELETE', url, undefined, { headers })
    expect(repeated).toMatchObject({ status: 200, body: removed.body })
    expect(repeated.headers['idempotency-replayed']).toBe('true')
  })

  it('deleting a run keeps its thread, unless the thread was temporary', async () => {
    const thread_id = await createThread(app)
    const kept = await executeRun(app, { assistant_id, thread_id, input: SMALL })
    expect((await app.remove(`/api/v1/runs/${kept.run_id}`)).status).toBe(200)
    expect((await app.get(`/api/v1/threads/${thread_id}`)).status).toBe(200)
    expect((await app.get(`/api/v1/runs/${kept.run_id}/events`)).status).toBe(404)
    const temporary = await executeRun(app, { assistant_id, input: SMALL })
    expect((await app.get(`/api/v1/threads/${temporary.thread_id}`)).status).toBe(200)
    expect((await app.remove(`/api/v1/runs/${temporary.run_id}`)).status).toBe(200)
    expect((await app.get(`/api/v1/threads/${temporary.thread_id}`)).status).toBe(404)
  })

  it('a reserved run can be resumed only by its holder, until the reservation ends', async () => {
    const run = await executeRun(app, { assistant_id, input: LARGE })
    expect(run.waiting_since).toBe(run.updated_at)
    const url = `/api/v1/runs/${run.run_id as string}`
    const reserved = await app.post(`${url}/reserve`, { seconds: 60 })
    expect(reserved).toMatchObject({ status: 200, body: { reserved_by: 'maria' } })
    expect((await listRuns(`q=${run.run_id as string}`))[0]).toMatchObject({ reserved_by: 'maria' })
    const conflict = { status: 409, body: { details: { reserved_by: 'maria' } } }
    expect(await callAs('tom', 'POST', `${url}/reserve`, {})).toMatchObject(conflict)
    expect(await callAs('tom', 'DELETE', `${url}/reserve`)).toMatchObject(conflict)
    expect(await callAs('tom', 'POST', `${url}/resume`, { input: 'approve' })).toMatchObject(conflict)
    expect((await app.get(url)).body.status).toBe('requires_action')
    // The holder can extend and end the reservation.
    expect((await app.post(`${url}/reserve`, { seconds: 90 })).status).toBe(200)
    expect((await app.remove(`${url}/reserve`)).body.reserved_by).toBeNull()
    expect((await callAs('tom', 'POST', `${url}/reserve`, { seconds: 60 })).status).toBe(200)
    app.clock.advance(61_000)
    expect((await app.get(url)).body.reserved_by).toBeNull()
    expect((await app.post(`${url}/resume`, { input: 'approve' })).body.reserved_by).toBeNull()
    await waitForRun(app, run.run_id, ['completed'])
    const ended = await app.post(`${url}/reserve`)
    expect(ended).toMatchObject({ status: 409, body: { details: { status: 'completed' } } })
    for (const seconds of [0, 86_401, 1.5, '60'])
      expect((await app.post(`${url}/reserve`, { seconds })).status).toBe(400)
  })

  it('two API keys with the same name are different holders of a reservation', async () => {
    const admin = { authorization: `Bearer ${await signToken('acme', 'admin', 'admin')}` }
    const createKey = async () => {
      const { body } = await app.post('/api/v1/api-keys', { name: 'desk', scopes: ['read', 'write'] }, admin)
      const headers = { authorization: `Bearer ${body.key as string}` }
      return { headers, id: (await app.get('/api/v1/me', headers)).body.id as string }
    }
    const [first, second] = [await createKey(), await createKey()]
    expect(first.id).not.toBe(second.id)
    const run = await executeRun(app, { assistant_id, input: LARGE })
    const url = `/api/v1/runs/${run.run_id as string}`
    const reserved = await app.post(`${url}/reserve`, {}, first.headers)
    expect(reserved.body).toMatchObject({ reserved_by: 'desk', reserved_by_id: first.id })
    const callAsSecond = (method: string, path: string, body?: object) =>
      app.call(method, url + path, body, { headers: second.headers })
    const conflict = { status: 409, body: { details: { reserved_by: 'desk' } } }
    expect(await callAsSecond('POST', '/reserve', {})).toMatchObject(conflict)
    expect(await callAsSecond('DELETE', '/reserve')).toMatchObject(conflict)
    expect(await callAsSecond('POST', '/resume', { input: 'approve' })).toMatchObject(conflict)
    const resumed = await app.post(`${url}/resume`, { input: 'approve' }, first.headers)
    expect(resumed.body).toMatchObject({ run_id: run.run_id, reserved_by: null, reserved_by_id: null })
  })

  it('a bulk operation repeats the runs that match a filter, each once', async () => {
    const metadata = { batch: 'rerun' }
    const runs = await executeMany(30, { assistant_id, input: SMALL, metadata })
    const filter = { metadata, status: 'completed', assistant_id }
    const dry = await bulk({ action: 'rerun', filter, dry_run: true })
    expect(dry).toMatchObject({ status: 'completed', dry_run: true, total: 30, done: 0, failed: 0 })
    const { operation_id } = await bulk({ action: 'rerun', filter })
    const operation = await waitForOperation(operation_id)
    expect(operation).toMatchObject({ total: 30, done: 30, failed: 0, capped: false, created_by: 'maria' })
    const all = await listRuns(`metadata=${encodeURIComponent(JSON.stringify(metadata))}`)
    const repeated = all.map(({ retry_of }) => retry_of as string | null).filter((id) => id !== null)
    expect(repeated.toSorted()).toEqual(runs.map(({ run_id }) => run_id as string).toSorted())
  })

  it('a bulk operation cancels what has not ended, and deletes what has', async () => {
    const metadata = { batch: 'cancel' }
    await executeMany(3, { assistant_id, input: SMALL, metadata })
    await Promise.all(
      Array.from({ length: 25 }, () =>
        app.post('/api/v1/runs', { assistant_id, input: SMALL, metadata, after_seconds: 3_600 }),
      ),
    )
    const cancelled = await bulk({ action: 'cancel', filter: { metadata } })
    expect(await waitForOperation(cancelled.id)).toMatchObject({ total: 25, done: 25, failed: 0 })
    const removed = await bulk({ action: 'delete', filter: { metadata } })
    expect(await waitForOperation(removed.id)).toMatchObject({ total: 28, done: 28, failed: 0 })
    expect(await listRuns(`metadata=${encodeURIComponent(JSON.stringify(metadata))}`)).toEqual([])
  })

  it('a bulk operation reports the runs that it cannot change', async () => {
    const run = await executeRun(app, { assistant_id, input: SMALL })
    const run_ids = [run.run_id, MISSING_ID, run.run_id]
    const errors = [
      { run_id: run.run_id, code: 'resource_conflict', message: expect.stringContaining('completed') },
      { run_id: MISSING_ID, code: 'resource_not_found', message: expect.any(String) },
    ]
    const dry = await bulk({ action: 'cancel', run_ids, dry_run: true })
    expect(dry).toMatchObject({ total: 2, failed: 2, errors })
    expect((await app.get(`/api/v1/operations/${dry.id as string}`)).body).toEqual(dry)
    const { id } = await bulk({ action: 'cancel', run_ids })
    expect(await waitForOperation(id)).toMatchObject({ total: 2, done: 0, failed: 2, errors })
  })

  it('a bulk operation of another tenant is not visible and changes nothing here', async () => {
    const run = await executeRun(app, { assistant_id, input: SMALL })
    const headers = { authorization: `Bearer ${await signToken('other', 'eve')}` }
    const { body } = await app.post('/api/v1/runs/bulk', { action: 'delete', run_ids: [run.run_id] }, headers)
    expect((await app.get(`/api/v1/operations/${body.id as string}`)).status).toBe(404)
    const readStatus = async (): Promise<Body> =>
      (await app.get(`/api/v1/operations/${body.id as string}`, headers)).body
    await expect.poll(async () => (await readStatus()).status as string, POLL).toBe('completed')
    expect(await readStatus()).toMatchObject({ total: 1, done: 0, failed: 1 })
    expect((await app.get(`/api/v1/runs/${run.run_id as string}`)).status).toBe(200)
  })

  it.each([
    [{ action: 'delete' }, 'run_ids'],
    [{ action: 'delete', run_ids: [MISSING_ID], filter: {} }, 'filter'],
    [{ action: 'explode', filter: {} }, 'action'],
    [{ action: 'cancel', filter: { colour: 'red' } }, 'filter/colour'],
    [{ action: 'cancel', filter: { status: 'done' } }, 'status'],
    [{ action: 'cancel', run_ids: [] }, 'run_ids'],
    [{ action: 'cancel', run_ids: ['1'] }, 'run_ids/0'],
  ])('the bulk operation %j is rejected', async (body, field) => {
    const response = await app.post('/api/v1/runs/bulk', body)
    expect(response.status).toBe(400)
    expect(response.body.details).toHaveProperty([field])
  })
})
