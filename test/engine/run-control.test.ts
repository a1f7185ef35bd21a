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

describe.each(DATABASE_KINDS)('controlling runs on %s', (databaseKind) => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'heddle-effects-'))
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, project, env: { BUILT_IN_AGENT: 'true' } })
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const create = async (body: object) => (await app.post('/api/v1/runs', body)).body.run_id as string
  const effectsFile = (name: string) => join(folder, name)
  const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

  it('runs of one thread execute one after another, in the order of their creation', async () => {
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

  it('cancelling an executing run stops its graph and frees the thread', async () => {
    const effects = effectsFile('cancelled')
    const thread_id = await createThread(app)
    const id = await create({ thread_id, assistant_id: slow, input: { effects, ms: 300 } })
    await waitForRun(app, id, ['in_progress'])
    const { status, body } = await app.post(`/api/v1/runs/${id}/cancel`)
    expect([status, body.status]).toEqual([200, 'cancelled'])
    expect((await app.post(`/api/v1/runs/${id}/cancel`)).body.status).toBe('cancelled')
    // The input that the cancelled run has stored stays part of the thread's state.
    const next = await executeRun(app, { thread_id, assistant_id: slow, input: { effects: '', ms: 350 } })
    expect(next.status).toBe('completed')
    // By now the second node of the cancelled run would have started.
    expect(readLines(effects).filter((line) => line.includes('two'))).toEqual([])
    const events = await readRunEvents(app, id)
    expect(events.at(-1)?.type).toBe('run.cancelled')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  it('a run that is cancelled in the queue never starts', async () => {
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

  it('cancelling a run aborts its model call', async () => {
    const assistant_id = await createAssistant(app, { config: { model: 'demo:slow' } })
    const id = await create({ assistant_id, input: { message: 'Tell me about yourself, at length' } })
    await waitForRun(app, id, ['in_progress'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await app.post(`/api/v1/runs/${id}/cancel`)
    const eventCount = (await readRunEvents(app, id)).length
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect((await readRunEvents(app, id)).length).toBe(eventCount)
  })

  it('a run with after_seconds does not start before that time', async () => {
    const id = await create({ assistant_id: slow, input: {}, after_seconds: 0.6 })
    const run = await waitForRun(app, id)
    expect(Date.parse(run.started_at) - Date.parse(run.created_at)).toBeGreaterThanOrEqual(600)
  })

  it('a run with the strategy interrupt cancels the active run and keeps the state of the thread', async () => {
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

  it('a run with the strategy rollback cancels the active run and removes what it stored', async () => {
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
    // A message that a client posted does not belong to the old run and stays.
    expect(contents).toContain('Posted before')
  })

  it('a run with the strategy reject is refused with 409 while the thread is busy', async () => {
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

  it('a run fails with the error of its node, and its thread has the status error', async () => {
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

  it('deleting a thread removes its executing run', async () => {
    const thread_id = await createThread(app)
    const id = await create({ thread_id, assistant_id: slow, input: { ms: NEVER_MS } })
    await waitForRun(app, id, ['in_progress'])
    expect((await app.remove(`/api/v1/threads/${thread_id}`)).status).toBe(200)
    expect((await app.get(`/api/v1/runs/${id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/stream?run_id=${id}`)).status).toBe(404)
  })
})

it('the executions metric counts completed, failed and cancelled runs by outcome', async () => {
  const app = await startApp({ execute: true, project })
  const countExecutions = async () => {
    const { text } = await app.get('/metrics')
    return Object.fromEntries(
      [...text.matchAll(/^heddle_run_executions_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, outcome, count]) => [outcome, Number(count)],
      ),
    )
  }
  await executeRun(app, { assistant_id: slow, input: {} })
  await executeRun(app, { assistant_id: builtInAssistantId('fails'), input: {} })
  const { body } = await app.post('/api/v1/runs', { assistant_id: slow, input: { ms: NEVER_MS } })
  await waitForRun(app, body.run_id, ['in_progress'])
  await app.post(`/api/v1/runs/${body.run_id}/cancel`)
  // An execution is counted after its last write.
  await expect
    .poll(countExecutions, { timeout: 5_000 })
    .toMatchObject({ completed: 1, failed: 1, cancelled: 1 })
  await app.stop()
})

describe('limits of a run', () => {
  it('a run that takes longer than RUN_TIMEOUT_SECONDS fails', async () => {
    const app = await startApp({ execute: true, project, env: { RUN_TIMEOUT_SECONDS: '1' } })
    const run = await executeRun(app, { assistant_id: slow, input: { ms: NEVER_MS } })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    await app.stop()
  })

  it('a run whose required action expires fails', async () => {
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

  it('a run that reaches the recursion limit fails with recursion_limit_exceeded', async () => {
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

  it('a run fails with model_not_configured if no provider serves the model and the demo model is off', async () => {
    const app = await startApp({ execute: true, env: { DEMO_MODEL: 'off' } })
    const assistant_id = await createAssistant(app, { config: { model: 'openai:gpt-4o' } })
    const run = await executeRun(app, { assistant_id, input: { message: 'hello' } })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'model_not_configured' } })
    expect(run.error.message).toContain('OPENAI_API_KEY')
    await app.stop()
  })
})
