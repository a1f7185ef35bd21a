/** A failed run leaves exactly one line in the log, with run, thread, node and stack, whatever kind of graph failed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { createAssistant, executeRun, waitForRun } from '../support/runs.js'

const IMPORTS = `
  import { Annotation, END, START, StateGraph, entrypoint, task } from '@langchain/langgraph'
  const State = Annotation.Root({ text: Annotation() })
  const fail = () => { throw new TypeError('broken on purpose') }
`
const ACTION_TIMEOUT_SECONDS = 1_000

const failingGraph = (nodes: string): string => `${IMPORTS}
  export const graph = new StateGraph(State)${nodes}.compile()
`
const GRAPHS = {
  code: failingGraph(`.addNode('works', () => ({})).addNode('breaks', fail)
    .addEdge(START, 'works').addEdge('works', 'breaks').addEdge('breaks', END)`),
  parallel: failingGraph(`.addNode('idle', () => new Promise((resolve) => setTimeout(resolve, 5_000).unref()))
    .addNode('breaks', fail).addEdge(START, 'idle').addEdge(START, 'breaks')`),
  edge: failingGraph(`.addNode('decides', () => ({})).addEdge(START, 'decides')
    .addConditionalEdges('decides', fail, ['decides', END])`),
  nested: `${IMPORTS}
    const inner = new StateGraph(State).addNode('breaks', fail).addEdge(START, 'breaks').compile()
    export const graph = new StateGraph(State).addNode('outer', inner).addEdge(START, 'outer').compile()`,
  functional: `${IMPORTS}
    const breaks = task('breaks', fail)
    export const graph = entrypoint('whole', async () => breaks())`,
  asks: `${IMPORTS}
    import { interrupt } from '@langchain/langgraph'
    export const graph = new StateGraph(State).addNode('ask', () => interrupt('?')).addEdge(START, 'ask').compile()`,
}
const DECLARATIVE = {
  nodes: [
    { id: 'first', type: 'transform', set: { one: '1' } },
    {
      id: 'deep',
      type: 'subgraph',
      graph: { nodes: [{ id: 'broken', type: 'transform', set: { x: 'input.missing * 2' } }] },
    },
  ],
  edges: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'deep' },
  ],
}

describe.each(DATABASE_KINDS)('the log of failed runs on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const { folder } = makeProject(GRAPHS)
    const env = { BUILT_IN_AGENT: 'true', ACTION_TIMEOUT_SECONDS: String(ACTION_TIMEOUT_SECONDS) }
    app = await startApp({ databaseKind, execute: true, project: folder, env })
  })
  afterAll(() => app.stop())

  /** The line is written after the commit that a client sees, so it may follow the response. Waits for further lines, too. */
  const readLines = async (runId: string): Promise<Record<string, unknown>[]> => {
    const findLines = () => app.logLines.filter((line) => line.includes(runId))
    await expect.poll(findLines).not.toEqual([])
    await sleep(50)
    return findLines().map((line) => JSON.parse(line) as never)
  }

  it.each([
    ['code', 'breaks'],
    ['parallel', 'breaks'],
    ['edge', 'decides'],
    ['nested', 'outer'],
    ['functional', 'whole'],
  ])('the failure of the graph %s is logged with its node and stack', async (graphId, node) => {
    const run = await executeRun(app, { assistant_id: builtInAssistantId(graphId), input: {} })
    const { run_id, thread_id, assistant_id } = run
    expect(run.status).toBe('failed')
    const stack: unknown = expect.stringMatching(
      new RegExp(`^broken on purpose\\n +at .*${graphId}\\.mjs:\\d+`),
    )
    const err: unknown = expect.objectContaining({ code: 'graph_error', message: 'broken on purpose', stack })
    expect(await readLines(run_id)).toEqual([
      expect.objectContaining({ level: 40, msg: 'run failed', run_id, thread_id, assistant_id, node, err }),
    ])
  })

  it('the failure in a subgraph of a declarative graph is logged with the node of the outermost graph', async () => {
    const assistant_id = await createAssistant(app, { graph_schema: DECLARATIVE })
    const { run_id, thread_id, status } = await executeRun(app, { assistant_id, input: {} })
    expect(status).toBe('failed')
    const err: unknown = expect.objectContaining({ stack: expect.stringMatching(/\n +at /) as unknown })
    expect(await readLines(run_id)).toEqual([
      expect.objectContaining({ msg: 'run failed', run_id, thread_id, node: 'deep', err }),
    ])
  })

  it('the failure of the built-in agent is logged with its stack', async () => {
    const assistant_id = await createAssistant(app, {})
    const messages = [{ role: 'nobody', content: 7 }]
    const run = await executeRun(app, { assistant_id, input: { messages } })
    expect(run.status).toBe('failed')
    const err: unknown = expect.objectContaining({ stack: expect.stringMatching(/\n +at /) as unknown })
    expect(await readLines(run.run_id)).toEqual([expect.objectContaining({ msg: 'run failed', err })])
  })

  it('the failure of a run of the LangGraph API is logged once', async () => {
    const { body: thread } = await app.post('/threads')
    const { thread_id } = thread
    await app.post(`/threads/${thread_id}/runs/wait`, { assistant_id: 'code', input: {} })
    const { body: runs } = await app.get(`/threads/${thread_id}/runs`)
    const err: unknown = expect.objectContaining({ stack: expect.stringMatching(/code\.mjs:\d+/) as unknown })
    expect(await readLines(runs[0].run_id)).toEqual([
      expect.objectContaining({ msg: 'run failed', thread_id, node: 'breaks', err }),
    ])
  })

  it('a required action that expires is logged as the failure of its run', async () => {
    const { run_id } = await executeRun(app, { assistant_id: builtInAssistantId('asks'), input: {} })
    app.clock.advance(ACTION_TIMEOUT_SECONDS * 1_000)
    await waitForRun(app, run_id, ['failed'])
    const err: unknown = expect.objectContaining({ code: 'action_expired' })
    expect(await readLines(run_id)).toEqual([expect.objectContaining({ msg: 'run failed', err })])
  })
})
