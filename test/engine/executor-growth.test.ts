/** A further executor thread takes its first run when it has loaded the graphs. Until then, requests go to the other threads. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder } from '../support/heddle-process.js'
import { waitForRun } from '../support/runs.js'

/** So many runs in one thread make the pool start a second one. */
const RUNS = 4
const folder = makeTempFolder()
const importHeld = join(folder, 'import-held')
const importing = join(folder, 'importing')
const runsHeld = join(folder, 'runs-held')
const started = join(folder, 'started')

const SOURCE = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
  const waitWhile = async (file) => { while (existsSync(file)) await sleep(5) }
  if (existsSync(${JSON.stringify(importHeld)})) writeFileSync(${JSON.stringify(importing)}, '')
  await waitWhile(${JSON.stringify(importHeld)})
  export const graph = new StateGraph(Annotation.Root({ value: Annotation() }))
    .addNode('wait', async () => {
      appendFileSync(${JSON.stringify(started)}, '.')
      await waitWhile(${JSON.stringify(runsHeld)})
      return { value: 'done' }
    })
    .addEdge(START, 'wait')
    .addEdge('wait', END)
    .compile()
`

let app: TestApp
beforeAll(async () => {
  const project = makeProject({ held: SOURCE })
  app = await startApp({ execute: true, project: project.folder, env: { EXECUTOR_THREADS: '2' } })
})
afterAll(() => app.stop())

it('a state is read while the second thread loads the graph', { timeout: 60_000 }, async () => {
  for (const file of [importHeld, runsHeld]) writeFileSync(file, '')
  const createRun = async () => {
    const { thread_id } = (await app.post('/threads', {})).body as { thread_id: string }
    return app.post(`/threads/${thread_id}/runs`, { assistant_id: 'held', input: { value: '' } })
  }
  const created = await Promise.all(Array.from({ length: RUNS }, createRun))
  const countStarted = () => (existsSync(started) ? readFileSync(started, 'utf8').length : 0)
  await expect.poll(countStarted, { timeout: 30_000 }).toBe(RUNS)
  const readState = () => app.get(`/threads/${created[0]!.body.thread_id}/state`)
  // This is one more execution than the first thread takes, so the second one starts. The state is stored after the node
  // has started.
  const readNext = async () => ((await readState()).body as { next: string[] }).next
  await expect.poll(readNext, { timeout: 30_000 }).toEqual(['wait'])
  await expect.poll(() => existsSync(importing), { timeout: 30_000 }).toBe(true)
  expect(await readNext()).toEqual(['wait'])

  for (const file of [importHeld, runsHeld]) rmSync(file)
  const runs = await Promise.all(created.map(({ body: { run_id } }) => waitForRun(app, run_id)))
  expect(runs.map(({ status }) => status)).toEqual(Array<string>(RUNS).fill('completed'))
})
