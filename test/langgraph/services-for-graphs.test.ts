/** What a project can use of the server that runs it: the logger of the SDK, and stream transformers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { readEvents } from '../support/agent-protocol.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const LOGGING = `
  import { Annotation, StateGraph } from '@langchain/langgraph'
  import { getLogger } from '@langchain/langgraph-sdk/logging'
  const logger = getLogger()
  export const graph = new StateGraph(Annotation.Root({ mood: Annotation() }))
    .addNode('talk', ({ mood }) => {
      logger.warn('the mood is %s', mood, { node: 'talk' })
      logger.child({ part: 'second' }).error({ message: 'an object', code: 7 })
      if (mood === 'bad') throw new TypeError('I give up')
      return { mood: 'fine' }
    })
    .addEdge('__start__', 'talk')
    .compile()
`

const TRANSFORMED = `
  import { Annotation, StateGraph, StreamChannel } from '@langchain/langgraph'
  const countUpdates = () => {
    const steps = StreamChannel.remote('steps')
    let resolve
    const count = new Promise((resolveCount) => (resolve = resolveCount))
    let total = 0
    return {
      init: () => ({ steps, count }),
      process: (event) => {
        if (event.method === 'updates') steps.push('update ' + ++total)
        return true
      },
      finalize: () => resolve(total),
    }
  }
  export const graph = new StateGraph(Annotation.Root({ word: Annotation() }))
    .addNode('first', (_, { writer }) => { writer({ name: 'steps', payload: 'from a node' }); return { word: 'a' } })
    .addNode('second', () => ({ word: 'b' }))
    .addEdge('__start__', 'first')
    .addEdge('first', 'second')
    .compile({ transformers: [countUpdates] })
`

const APP = `
  import { getLogger } from '@langchain/langgraph-sdk/logging'
  import { Hono } from 'hono'
  export const app = new Hono().get('/custom', (context) => {
    getLogger().warn('a custom route was called')
    return context.text('ok')
  })
`

let app: TestApp
let url: string

beforeAll(async () => {
  const { folder } = makeProject({ logging: LOGGING, transformed: TRANSFORMED })
  writeFileSync(join(folder, 'app.mjs'), APP)
  const graphs = { logging: './logging.mjs:graph', transformed: './transformed.mjs:graph' }
  const config = { graphs, http: { app: './app.mjs:app' } }
  writeFileSync(join(folder, 'langgraph.json'), JSON.stringify(config))
  app = await startApp({ execute: true, project: folder })
  url = await app.listen()
})
afterAll(() => app.stop())

const waitForRun = async (mood: string): Promise<{ run_id: string; lines: Record<string, unknown>[] }> => {
  const before = app.logLines.length
  const { body: thread } = await app.post('/threads')
  await app.post(`/threads/${thread.thread_id}/runs/wait`, { assistant_id: 'logging', input: { mood } })
  const { body: runs } = await app.get(`/threads/${thread.thread_id}/runs`)
  const lines = app.logLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  return { run_id: runs[0].run_id as string, lines }
}

it('the logger of the SDK writes to the log of the service, with the ids of the run', async () => {
  const { run_id, lines } = await waitForRun('good')
  expect(lines).toMatchObject([
    { level: 40, msg: 'the mood is good', node: 'talk', run_id },
    { level: 50, msg: 'an object', code: 7, part: 'second', run_id },
  ])
})

it('the logger of the SDK also works in the routes of a project', async () => {
  await fetch(`${url}/custom`)
  await expect.poll(() => app.logLines.join('')).toContain('"msg":"a custom route was called"')
})

it('the log of a failed run contains the stack', async () => {
  const { run_id } = await waitForRun('bad')
  const findLine = () => app.logLines.find((text) => text.includes('run failed'))
  // The line is written after the commit that ends the wait.
  await expect.poll(findLine).toBeDefined()
  expect(JSON.parse(findLine() ?? '')).toMatchObject({
    level: 40,
    run_id,
    err: { message: 'I give up', stack: expect.stringMatching(/^I give up\n +at .*logging\.mjs:\d+/) },
  })
})

it('stream transformers emit their values to the agent streaming protocol', async () => {
  const thread_id = newId()
  const params = { assistant_id: 'transformed', input: {} }
  await app.post(`/threads/${thread_id}/commands`, { id: 1, method: 'run.start', params })
  const events = await readEvents(url, thread_id, { since: 0, channels: ['custom', 'lifecycle'] })
  const values = events.filter(({ method }) => method === 'custom').map(({ params: { data } }) => data)
  expect(values.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { name: 'count', payload: 2 },
    { name: 'steps', payload: 'from a node' },
    { name: 'steps', payload: 'update 1' },
    { name: 'steps', payload: 'update 2' },
  ])
})
