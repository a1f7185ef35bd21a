/** The code of a graph may take longer to load than a run may stop the event loop of its thread. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { waitForRun } from '../support/runs.js'

const HANG_SECONDS = 1
/** More than the load of one thread, so that further threads start and load the graph while runs wait for it. */
const RUNS = 12

const SLOW_IMPORT = `
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
  for (const end = performance.now() + ${HANG_SECONDS * 2_000}; performance.now() < end; );
  export const graph = new StateGraph(Annotation.Root({ done: Annotation() }))
    .addNode('wait', () => new Promise((resolve) => setTimeout(resolve, 500, { done: true })))
    .addEdge(START, 'wait')
    .addEdge('wait', END)
    .compile()
`

let app: TestApp
beforeAll(async () => {
  const { folder } = makeProject({ slow: SLOW_IMPORT })
  const env = { EXECUTOR_HANG_SECONDS: String(HANG_SECONDS), EXECUTOR_THREADS: '2' }
  app = await startApp({ execute: true, project: folder, env })
})
afterAll(() => app.stop())

it('a thread that loads the code of a graph does not count as hanging', { timeout: 60_000 }, async () => {
  const body = { assistant_id: builtInAssistantId('slow'), input: {} }
  const created = await Promise.all(Array.from({ length: RUNS }, () => app.post('/api/v1/runs', body)))
  const runs = await Promise.all(created.map(({ body: { run_id } }) => waitForRun(app, run_id)))
  const ends = new Set(runs.map(({ status, attempt }) => `${status} at attempt ${attempt}`))
  expect([...ends]).toEqual(['completed at attempt 1'])
  expect(app.logLines.filter((line) => line.includes('executor thread crashed'))).toEqual([])
})
