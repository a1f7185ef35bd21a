import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { DAY_MS, purge } from '../support/retention.js'
import { createAssistant, executeRun } from '../support/runs.js'

/** A list of long texts, whose versions are stored as changes, and a nested graph. */
const SOURCE = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), deep: Annotation() })
const Inner = Annotation.Root({ deep: Annotation() })
const inner = new StateGraph(Inner).addNode('dig', () => ({ deep: 'deep '.repeat(300) })).addEdge(START, 'dig').compile()
export const graph = new StateGraph(State)
  .addNode('first', () => ({ log: ['first '.repeat(300)] }))
  .addNode('inner', inner)
  .addEdge(START, 'first').addEdge('first', 'inner')
  .compile()
`

describe.each(DATABASE_KINDS)('retention on %s', (databaseKind) => {
  let app: TestApp
  const project = makeProject({ steps: SOURCE }).folder
  beforeAll(async () => {
    const env = { RETENTION_DAYS: '36500', BUILT_IN_AGENT: 'true' }
    app = await startApp({ databaseKind, execute: true, project, env })
  })
  afterAll(() => app.stop())

  const purgeAfter = async (days: number): Promise<void> => {
    const db = await openDatabase(app.databaseUrl)
    await purge(db, { now: Date.now() + days * DAY_MS, days })
    await db.close()
  }

  it('a thread and an assistant have a period of their own', async () => {
    const { body: thread } = await app.post('/api/v1/threads', { retention_days: 7.5 })
    expect(thread.retention_days).toBe(7.5)
    const path = `/api/v1/threads/${thread.thread_id}`
    expect((await app.get(path)).body.retention_days).toBe(7.5)
    expect((await app.get('/api/v1/threads')).body.data[0].retention_days).toBe(7.5)
    expect((await app.patch(path, { title: 'Other' })).body.retention_days).toBe(7.5)
    expect((await app.patch(path, { retention_days: null })).body.retention_days).toBe(null)
    expect((await app.get(path)).body.retention_days).toBe(null)

    const assistant_id = await createAssistant(app, { graph_id: 'steps', retention_days: 3 })
    const assistantPath = `/api/v1/assistants/${assistant_id}`
    expect((await app.get(assistantPath)).body.retention_days).toBe(3)
    expect((await app.patch(assistantPath, { name: 'B' })).body.retention_days).toBe(3)
    expect((await app.post(`${assistantPath}/latest`, { version: 1 })).body.retention_days).toBe(3)
    expect((await app.get('/api/v1/assistants')).body.data[0].retention_days).toBe(3)
    expect((await app.patch(assistantPath, { retention_days: 4 })).body.retention_days).toBe(4)
    for (const retention_days of [0, -1, 36_501, '3'])
      expect((await app.patch(assistantPath, { retention_days })).status).toBe(400)
  })

  it('the period of a deleted thread does not apply to a new one with the same ID', async () => {
    const thread_id = newId()
    await app.post('/api/v1/threads', { thread_id, retention_days: 2 })
    await app.remove(`/api/v1/threads/${thread_id}`)
    expect((await app.post('/api/v1/threads', { thread_id })).body.retention_days).toBe(null)
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.retention_days).toBe(null)
  })

  it('a thread keeps its state when its runs are purged, and can be continued', async () => {
    const { body: thread } = await app.post('/threads')
    const path = `/threads/${thread.thread_id}`
    const run = () =>
      app.post(`${path}/runs/wait`, { assistant_id: 'steps', input: { log: ['given '.repeat(300)] } })
    for (let turn = 0; turn < 3; turn++) expect((await run()).status).toBe(200)
    const before = (await app.get(`${path}/state`)).body
    expect(before.values.log).toHaveLength(6)
    await purgeAfter(1)
    const after = (await app.get(`${path}/state`)).body
    expect(after.values).toEqual(before.values)
    expect(after.checkpoint).toEqual(before.checkpoint)
    expect((await app.get(`${path}/runs`)).body).toEqual([])
    expect((await app.post(`${path}/history`, { limit: 100 })).body).toHaveLength(1)
    expect((await run()).body.log).toHaveLength(8)
    expect((await app.get(`${path}/state`)).body.values.log.slice(0, 6)).toEqual(before.values.log)
  })

  it('a purged run does not exist any more, and the storage statistics count it', async () => {
    const run = await executeRun(app, {
      assistant_id: builtInAssistantId('agent'),
      input: { message: 'hello' },
    })
    const before = (await app.get('/api/v1/stats/storage')).body
    expect(before.retention).toEqual({ days: 36_500, assistants: 1, threads: 0 })
    expect(Date.parse(before.oldest_run_at)).toBeLessThanOrEqual(Date.parse(run.created_at))
    await purgeAfter(2)
    expect((await app.get(`/api/v1/runs/${run.run_id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/threads/${run.thread_id}`)).status).toBe(404)
    const after = (await app.get('/api/v1/stats/storage')).body
    expect(after.purged.runs).toBeGreaterThan(before.purged.runs)
    expect(after.purged.threads).toBeGreaterThan(before.purged.threads)
    expect(Date.parse(after.last_purge_at)).toBeGreaterThan(Date.now())
  })

  it('the storage statistics contain bytes and rows of every kind', async () => {
    const { status, body } = await app.get('/api/v1/stats/storage')
    expect(status).toBe(200)
    const sum = body.kinds.reduce((total: number, { bytes }: { bytes: number }) => total + bytes, 0)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(body.total_bytes)
    const threads = body.kinds.find(({ kind }: { kind: string }) => kind === 'threads')
    expect(threads.bytes).toBeGreaterThan(0)
    expect(body.free_bytes === null).toBe(databaseKind === 'postgres')
    expect((await app.get('/api/v1/stats/storage?from=2026-01-01')).status).toBe(400)
    const { text } = await app.get('/metrics')
    expect(text).toMatch(/^heddle_storage_bytes\{kind="runs"\} [1-9]/m)
  })
})
