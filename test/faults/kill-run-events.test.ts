/** The events of a run whose server ends in the middle of a node record both executions, without a gap and without a repetition. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { followRun, readAllFrames, readFrames, type Frame } from '../support/event-stream.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

const TIMEOUT_MS = 60_000

/** The node `wait` ends once there is a file with the ID of the run in the folder. */
const makeGraph = (folder: string) => `
  import { existsSync } from 'node:fs'
  import { Annotation, START, StateGraph } from '@langchain/langgraph'
  export const graph = new StateGraph(Annotation.Root({ trail: Annotation({ reducer: (a, b) => [...a, ...b], default: () => [] }) }))
    .addNode('begin', () => ({ trail: ['begin'] }))
    .addNode('wait', async (_, { configurable }) => {
      while (!existsSync(${JSON.stringify(folder)} + '/' + configurable.run_id)) await new Promise((resolve) => setTimeout(resolve, 20))
      return { trail: ['wait'] }
    })
    .addEdge(START, 'begin').addEdge('begin', 'wait').compile()`

const ENDS = [
  // A drain gives the attempt back.
  { signal: 'SIGKILL', reason: 'worker_lost', attempts: [1, 2] },
  { signal: 'SIGTERM', reason: 'drained', attempts: [1, 1] },
] as const

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    'a run whose server ends by SIGKILL or SIGTERM continues its events with run.released and run.claimed',
    { timeout: 3 * TIMEOUT_MS * ENDS.length },
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const folder = makeTempFolder()
      const { env } = makeProject({ waiter: makeGraph(folder) })
      const settings = { databaseUrl, env: { ...env, SHUTDOWN_GRACE_SECONDS: '3' } }
      const start = () => startHeddle(settings)
      let heddle = await start()
      for (const end of ENDS) heddle = await expectContinuedEvents(heddle, end, { folder, start })
      await heddle.stop()
      await drop()
    },
  )
})

/** Ends the server in the middle of a run, checks the events of the run on the next server, and returns that one. */
const expectContinuedEvents = async (
  first: Heddle,
  { signal, reason, attempts }: (typeof ENDS)[number],
  { folder, start }: { folder: string; start: () => Promise<Heddle> },
): Promise<Heddle> => {
  const body = { assistant_id: builtInAssistantId('waiter'), input: {} }
  const { body: run } = await callServer(first, 'POST', '/api/v1/runs', { body })
  let url: string | undefined = first.url
  const followed = followRun(() => url, run.run_id, {
    idleTimeoutMs: TIMEOUT_MS,
    signal: AbortSignal.timeout(2 * TIMEOUT_MS),
  })
  await waitForNode(first.url, run.run_id, 'wait')
  first.kill(signal)
  url = undefined
  await first.exited
  writeFileSync(join(folder, run.run_id as string), '')
  const second = await start()
  url = second.url
  const { frames, connections } = await followed

  const stored = await readAllFrames(second.url, run.run_id)
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, index) => index + 1))
  expect(connections).toBeGreaterThan(1)
  expect(frames.map(({ text }) => text)).toEqual(stored.map(({ text }) => text))
  const page = await callServer(second, 'GET', `/api/v1/runs/${run.run_id}/events?limit=1000`)
  expect(page.body.data).toEqual(stored.map(({ id, data }) => ({ seq: id, ...data })))

  const lifecycle = stored.filter(({ event }) => event.startsWith('run.'))
  const workers = [expect.any(String), expect.any(String)]
  expect(lifecycle.map(({ data }) => data)).toMatchObject([
    { type: 'run.queued' },
    { type: 'run.claimed', attempt: attempts[0], worker: workers[0], checkpoint_id: null },
    { type: 'run.started' },
    { type: 'run.released', reason },
    { type: 'run.claimed', attempt: attempts[1], worker: workers[1] },
    { type: 'run.completed', output: { trail: ['begin', 'wait'] } },
  ])
  const claims = stored.filter(({ event }) => event === 'run.claimed')
  expect(new Set(claims.map(({ data }) => data.worker as string)).size).toBe(2)
  const release = stored.findIndex(({ event }) => event === 'run.released')
  const saved = stored.slice(0, release).findLast(({ event }) => event === 'checkpoint.saved')
  expect(claims[1]?.data.checkpoint_id).toBe(saved?.data.checkpoint_id)
  if (reason === 'worker_lost') expect(stored[release]?.data.at).toBe(stored[release - 1]?.data.at)
  const times = stored.map(({ data }) => data.at as number)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(listNodeEvents(stored, 'begin')).toEqual(['node.started', 'node.completed'])
  expect(listNodeEvents(stored, 'wait')).toEqual(['node.started', 'node.started', 'node.completed'])
  return second
}

const listNodeEvents = (frames: readonly Frame[], nodeId: string): string[] =>
  frames.filter(({ data }) => data.node_id === nodeId).map(({ event }) => event)

const waitForNode = async (url: string, runId: string, nodeId: string): Promise<void> => {
  for await (const { event, data } of readFrames(url, runId))
    if (event === 'node.started' && data.node_id === nodeId) return
}
