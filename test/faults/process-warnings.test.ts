/**
 * Under load the process emits no warnings of Node.js. A MaxListenersExceededWarning means that listeners are added and never removed, or
 * that a limit is lower than the number of listeners that a legitimate request needs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { readAllFrames } from '../support/event-stream.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
/** Each kind of request is sent as often, so more than ten runs could each leave a listener behind. */
const RUNS = LONG ? 200 : 4
const STREAMS_PER_RUN = LONG ? 10 : 5
/** More than the ten listeners from which on Node.js warns. */
const BRANCHES = 15

/** Many branches in one step, each with a model and a nested graph, under the abort signal of the run. */
const FAN_OUT = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { FakeListChatModel } from '@langchain/core/utils/testing'
  import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph'
  const State = Annotation.Root({ text: Annotation({ reducer: (a, b) => b, default: () => '' }) })
  const inner = new StateGraph(State).addNode('wait', async (_, { signal }) => {
    await sleep(50, undefined, { signal })
    return { text: 'done' }
  }).addEdge(START, 'wait').compile()
  const model = new FakeListChatModel({ responses: ['hello'], sleep: 1 })
  export const graph = new StateGraph(State)
    .addNode('branch', async (_, config) => {
      await model.invoke('x', config)
      return inner.invoke({}, config)
    })
    .addConditionalEdges(START, () => Array.from({ length: ${BRANCHES} }, () => new Send('branch', {})))
    .addEdge('branch', END)
    .compile()
`
/** The same as a declarative graph. */
const MAP = {
  nodes: [
    {
      id: 'each',
      type: 'map',
      over: 'input.items',
      do: { type: 'llm', prompt: 'Say hello' },
      output: 'said',
    },
  ],
}

const findWarnings = (output: string): string[] =>
  output.split('\n').filter((line) => /\(node:\d+\)|Warning:/.test(line))

const createRun = async (heddle: Heddle, body: object): Promise<string> =>
  (await callServer(heddle, 'POST', '/api/v1/runs', { body })).body.run_id as string

describe.each(DATABASE_KINDS)('the output of the process on %s', (databaseKind) => {
  it(
    'streams, waiting clients, cancelled runs and parallel branches cause no warning',
    { timeout: LONG ? 600_000 : 120_000 },
    async () => {
      const database = await createTestDatabase(databaseKind)
      const { env } = makeProject({ fanout: FAN_OUT })
      const heddle = await startHeddle({
        databaseUrl: database.url,
        env: { ...env, BUILT_IN_AGENT: 'true', NODE_OPTIONS: '--trace-warnings' },
      })
      const { body: mapper } = await callServer(heddle, 'POST', '/api/v1/assistants', {
        body: { name: 'mapper', graph_schema: MAP },
      })
      const fanOut = { assistant_id: builtInAssistantId('fanout'), input: {} }
      const map = {
        assistant_id: mapper.assistant_id as string,
        input: { items: Array.from({ length: BRANCHES }, String) },
      }
      const follow = async (body: object): Promise<number> => {
        const runId = await createRun(heddle, body)
        const streams = await Promise.all(
          Array.from({ length: STREAMS_PER_RUN }, () => readAllFrames(heddle.url, runId)),
        )
        return streams.filter((frames) => frames.at(-1)?.event === 'run.completed').length
      }
      const cancel = async (): Promise<void> => {
        const runId = await createRun(heddle, fanOut)
        await sleep(20)
        await callServer(heddle, 'POST', `/api/v1/runs/${runId}/cancel`)
      }
      const wait = async (): Promise<void> => {
        await callServer(heddle, 'POST', '/runs/wait', { body: { assistant_id: 'fanout', input: {} } })
      }
      const completed = await Promise.all(
        Array.from({ length: RUNS }, (_, index) => follow(index % 2 === 0 ? fanOut : map)),
      )
      await Promise.all(Array.from({ length: RUNS }, cancel))
      await Promise.all(Array.from({ length: RUNS }, wait))
      const { code, stdout, stderr } = await heddle.stop()
      await database.drop()
      const warnings = findWarnings(stdout + stderr)
      const streams = completed.reduce((sum, count) => sum + count, 0)
      console.log(
        JSON.stringify({
          test: 'process-warnings',
          database: databaseKind,
          node: process.version,
          runs: 3 * RUNS,
          branches: BRANCHES,
          streams,
          warnings: warnings.length,
        }),
      )
      expect(warnings.slice(0, 3)).toEqual([])
      expect(streams).toBe(RUNS * STREAMS_PER_RUN)
      expect(code).toBe(0)
    },
  )
})
