/** MAX_STATE_BYTES: a state that is too large fails its run or its update, and the thread keeps its last stored state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { executeRun, readRunEvents } from '../support/runs.js'

const LIMIT = 100_000

/** Adds an item of 30,000 characters at each of its steps, until it has as many items as requested. */
const GROWING_GRAPH = `
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  items: Annotation({ reducer: (list, added) => list.concat(added), default: () => [] }),
  wanted: Annotation(),
})
export const graph = new StateGraph(State)
  .addNode('grow', async ({ items }) => ({ items: [String(items.length).repeat(30000)] }))
  .addEdge(START, 'grow')
  .addConditionalEdges('grow', ({ items, wanted }) => (items.length < wanted ? 'grow' : END))
  .compile()
`

describe.for(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const { folder } = makeProject({ growing: GROWING_GRAPH })
    const env = { MAX_STATE_BYTES: String(LIMIT) }
    app = await startApp({ databaseKind, execute: true, project: folder, env })
  })
  afterAll(async () => {
    await app.stop()
  })

  const createThread = async (): Promise<string> => (await app.post('/threads', {})).body.thread_id
  const runAndWait = async (thread_id: string, input: object | null) =>
    (await app.post(`/threads/${thread_id}/runs/wait`, { assistant_id: 'growing', input })).body
  const countItems = async (thread_id: string): Promise<number> =>
    (await app.get(`/threads/${thread_id}/state`)).body.values.items.length

  it('a run whose state grows beyond the limit fails with its own code and keeps the steps before', async () => {
    const threadId = await createThread()
    const result = await runAndWait(threadId, { wanted: 10 })
    expect(result.__error__).toMatchObject({ error: 'StateTooLargeError' })
    expect(result.__error__.message).toMatch(
      /at most 100,000 bytes \(MAX_STATE_BYTES\).*"items" with 120,\d+ bytes/,
    )
    const [run] = (await app.get(`/api/v1/runs?thread_id=${threadId}`)).body.data
    expect(run).toMatchObject({ status: 'failed', error: { code: 'state_too_large' } })
    // Three items fit; the execution ends with the step that adds the fourth.
    const [newest] = (await app.get(`/threads/${threadId}/history?limit=1`)).body
    expect(newest.values.items).toHaveLength(3)
    const started = (await readRunEvents(app, run.run_id)).filter(({ type }) => type === 'node.started')
    expect(started.length).toBeLessThanOrEqual(5)
  })

  it('a thread with a run that failed because of its size can be used', async () => {
    const threadId = await createThread()
    await runAndWait(threadId, { wanted: 10 })
    const update = { values: { wanted: 1 }, as_node: '__start__' }
    expect((await app.post(`/threads/${threadId}/state`, update)).status).toBe(200)
    expect(await countItems(threadId)).toBe(3)
  })

  it('a run of the native API fails with the same code', async () => {
    const run = await executeRun(app, { assistant_id: builtInAssistantId('growing'), input: { wanted: 10 } })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'state_too_large' } })
  })

  it('a state update that makes the state too large is rejected and changes nothing', async () => {
    const threadId = await createThread()
    await runAndWait(threadId, { wanted: 2 })
    const values = { items: ['x'.repeat(60_000)] }
    const response = await app.post(`/threads/${threadId}/state`, { values, as_node: 'grow' })
    expect(response.status).toBe(413)
    expect(response.body).toMatchObject({ error: 'state_too_large' })
    expect(response.body.message).toMatch(/"items" with 120,\d+ bytes/)
    expect(await countItems(threadId)).toBe(2)
    const small = { values: { items: ['small'] }, as_node: 'grow' }
    expect((await app.post(`/threads/${threadId}/state`, small)).status).toBe(200)
    expect(await countItems(threadId)).toBe(3)
  })

  it('an input that is larger than a state may be is rejected by both APIs', async () => {
    const threadId = await createThread()
    const input = { items: ['x'.repeat(LIMIT)] }
    for (const [url, body] of [
      [`/threads/${threadId}/runs/wait`, { assistant_id: 'growing', input }],
      ['/api/v1/runs', { assistant_id: builtInAssistantId('growing'), thread_id: threadId, input }],
    ] as const) {
      const response = await app.post(url, body)
      expect(response.status).toBe(413)
      expect(response.body).toMatchObject({
        error: 'state_too_large',
        details: { size: 100_000 + '{"items":[""]}'.length, limit: LIMIT },
      })
    }
    expect((await app.get(`/api/v1/runs?thread_id=${threadId}`)).body.data).toEqual([])
  })
})
