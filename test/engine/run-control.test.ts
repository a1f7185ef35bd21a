import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { readRunEvents, executeRun, createAssistant, createThread, waitForRun } from '../support/runs.js'

const project = join(packageRoot, 'test/engine/project')
const slow = builtInAssistantId('slow')
const NEVER_MS = 600_000

describe.each(DATABASE_KINDS)('a run under way on %s', (engine) => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'heddle-effects-'))
  beforeAll(async () => {
    app = await startApp({ databaseKind: engine, execute: true, project })
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const create = async (body: object) => (await app.post('/api/v1/runs', body)).body.run_id as string
  const effectsFile = (name: string) => join(folder, name)
  const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

  it('is executed one after another with the others of its thread, in the order in which they were made', async () => {
    const effects = effectsFile('order')
    const thread_id = await createThread(app)
    const ids = []
    for (const name of ['a', 'b', 'c', 'd'])
      ids.push(await create({ thread_id, assistant_id: slow, input: { effects, ms: 5, name } }))
    for (const id of ids) expect((await waitForRun(app, id)).status).toBe('completed')
    const expected = ['a', 'b', 'c', 'd'].flatMap((name) =>
      ['one begins', 'one ends', 'two begins', 'two ends'].map((step) => `${name} ${step}`),
    )
    expect(readLines(effects)).toEqual(expected)
  })

  it('is cancelled while it executes: its graph stops, and the thread is free', async () => {
    const effects = effectsFile('cancelled')
    const thread_id = await createThread(app)
    const id = await create({ thread_id, assistant_id: slow, input: { effects, ms: 300 } })
    await waitForRun(app, id, ['in_progress'])
    const { status, body } = await app.post(`/api/v1/runs/${id}/cancel`)
    expect([status, body.status]).toEqual([200, 'cancelled'])
    expect((await app.post(`/api/v1/runs/${id}/cancel`)).body.status).toBe('cancelled')
    // What the cancelled run had stored of its input is part of the thread's state.
    const next = await executeRun(app, { thread_id, assistant_id: slow, input: { effects: '', ms: 350 } })
    expect(next.status).toBe('completed')
    // By now the second node of the cancelled run would have begun.
    expect(readLines(effects).filter((line) => line.includes('two'))).toEqual([])
    const events = await readRunEvents(app, id)
    expect(events.at(-1)?.type).toBe('run.cancelled')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  it('is cancelled while it waits in the queue, and never starts', async () => {
    const thread_id = await createThread(app)
    const first = await create({ thread_id, assistant_id: slow, input: { ms: 100 } })
    const second = await create({ thread_id, assistant_id: slow, input: {} })
    expect((await app.post(`/api/v1/runs/${second}/cancel`)).body.status).toBe('cancelled')
    expect((await waitForRun(app, first)).status).toBe('completed')
    expect(await app.get(`/api/v1/runs/${second}`)).toMatchObject({
      body: { status: 'cancelled', attempt: 0 },
    })
    expect((await readRunEvents(app, second)).map(({ type }) => type)).toEqual(['run.cancelled'])
  })

  it('stops the call of its model when it is cancelled', async () => {
    const assistant_id = await createAssistant(app, { config: { model: 'demo:slow' } })
    const id = await create({ assistant_id, input: { message: 'Tell me about yourself, at length' } })
    await waitForRun(app, id, ['in_progress'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await app.post(`/api/v1/runs/${id}/cancel`)
    const eventCount = (await readRunEvents(app, id)).length
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect((await readRunEvents(app, id)).length).toBe(eventCount)
  })

  it('does not start before its time', async () => {
    const id = await create({ assistant_id: slow, input: {}, after_seconds: 0.6 })
    const run = await waitForRun(app, id)
    expect(Date.parse(run.started_at) - Date.parse(run.created_at)).toBeGreaterThanOrEqual(600)
  })

  it('makes way for another that asks to interrupt it, and keeps what it has done', async () => {
    const thread_id = await createThread(app)
    const assistant_id = await createAssistant(app, { config: { model: 'demo:slow' } })
    await executeRun(app, { thread_id, input: { message: 'My name is Ada' } })
    const interruptedRun = await create({
      thread_id,
      assistant_id,
      input: { message: 'Tell me about yourself, at length' },
    })
    await waitForRun(app, interruptedRun, ['in_progress'])
    const strategy = { multitask_strategy: 'interrupt' }
    const run = await executeRun(app, { thread_id, input: { message: 'What is my name?' }, ...strategy })
    expect(run.output.response).toContain('Ada')
    expect((await app.get(`/api/v1/runs/${interruptedRun}`)).body.status).toBe('cancelled')
    expect((await readRunEvents(app, interruptedRun)).at(-1)?.type).toBe('run.cancelled')
  })

  it('is undone by another that asks to roll it back', async () => {
    const thread_id = await createThread(app)
    const assistant_id = await createAssistant(app, { config: { model: 'demo:slow' } })
    await executeRun(app, { thread_id, input: { message: 'Hello' } })
    await app.post('/api/v1/messages', { thread_id, content: 'Posted before' })
    const interruptedRun = await create({ thread_id, assistant_id, input: { message: 'My name is Ada' } })
    await waitForRun(app, interruptedRun, ['in_progress'])
    await new Promise((resolve) => setTimeout(resolve, 60))
    const strategy = { multitask_strategy: 'rollback' }
    const run = await executeRun(app, { thread_id, input: { message: 'What is my name?' }, ...strategy })
    expect(run.output.response).not.toContain('Ada')
    const { body } = await app.get(`/api/v1/threads/${thread_id}/messages`)
    const contents = body.data.map(({ content }: { content: string }) => content)
    expect(contents).not.toContain('My name is Ada')
    // What a client posted is not the old run's to take away.
    expect(contents).toContain('Posted before')
  })

  it('is refused with 409 when the thread is busy and it asks to be alone', async () => {
    const thread_id = await createThread(app)
    const id = await create({ thread_id, assistant_id: slow, input: { ms: 200 } })
    const refused = await app.post('/api/v1/runs', {
      thread_id,
      assistant_id: slow,
      multitask_strategy: 'reject',
    })
    expect(refused.status).toBe(409)
    await app.post(`/api/v1/runs/${id}/cancel`)
  })

  it('fails with what its node threw, and its thread shows it', async () => {
    const thread_id = await createThread(app)
    const run = await executeRun(app, { thread_id, assistant_id: builtInAssistantId('fails'), input: {} })
    expect(run).toMatchObject({
      status: 'failed',
      output: null,
      error: { code: 'graph_error', message: 'this node always fails' },
      attempt: 1,
    })
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('error')
    expect((await readRunEvents(app, run.run_id)).at(-1)?.data).toMatchObject({
      type: 'run.failed',
      error: run.error,
    })
  })

  it('leaves its thread when that is deleted', async () => {
    const thread_id = await createThread(app)
    const id = await create({ thread_id, assistant_id: slow, input: { ms: NEVER_MS } })
    await waitForRun(app, id, ['in_progress'])
    expect((await app.remove(`/api/v1/threads/${thread_id}`)).status).toBe(200)
    expect((await app.get(`/api/v1/runs/${id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/stream?run_id=${id}`)).status).toBe(404)
  })
})

describe('limits of a run', () => {
  it('fails when it takes too long', async () => {
    const app = await startApp({ execute: true, project, env: { RUN_TIMEOUT_SECONDS: '1' } })
    const run = await executeRun(app, { assistant_id: slow, input: { ms: NEVER_MS } })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    await app.stop()
  })

  it('fails when nobody answers it in time, and not before', async () => {
    const app = await startApp({ execute: true, project, env: { ACTION_TIMEOUT_SECONDS: '1' } })
    const effects = join(tmpdir(), `heddle-unanswered-${String(process.pid)}`)
    const waiting = await executeRun(app, { assistant_id: builtInAssistantId('asks'), input: { effects } })
    expect(waiting.status).toBe('requires_action')
    const run = await waitForRun(app, waiting.run_id, ['failed'])
    expect(run).toMatchObject({ error: { code: 'action_expired' }, required_action: null })
    expect((await readRunEvents(app, run.run_id)).at(-1)?.type).toBe('run.failed')
    rmSync(effects)
    await app.stop()
  })

  it('names the limit of steps that a graph ran into', async () => {
    const app = await startApp({ execute: true })
    const graph_schema = {
      nodes: [{ id: 'again', type: 'transform', set: { n: '1' } }],
      edges: [
        { from: 'start', to: 'again' },
        { from: 'again', to: 'again' },
      ],
    }
    const assistant_id = await createAssistant(app, { graph_schema, config: { recursion_limit: 5 } })
    const run = await executeRun(app, { assistant_id, input: {} })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'recursion_limit_exceeded' } })
    await app.stop()
  })

  it('fails with model_not_configured when no provider serves the model and the demo model is off', async () => {
    const app = await startApp({ execute: true, env: { DEMO_MODEL: 'off' } })
    const assistant_id = await createAssistant(app, { config: { model: 'openai:gpt-4o' } })
    const run = await executeRun(app, { assistant_id, input: { message: 'hello' } })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'model_not_configured' } })
    expect(run.error.message).toContain('OPENAI_API_KEY')
    await app.stop()
  })
})
