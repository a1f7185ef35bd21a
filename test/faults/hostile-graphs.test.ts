/**
 * Graphs that could take the service down: only their own runs fail. While each of them runs, clients request
 * /ok and create ordinary runs. HEDDLE_LONG=1 adds further graphs and events.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { readAllFrames } from '../support/event-stream.js'
import { readMetric, summarizeDurations } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import type { Run } from './run-audit.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const TIMEOUT_MS = 90_000
const MEGABYTE = 1_048_576
const MEMORY_MB = 128
const HANG_SECONDS = 2
/**
 * For threads that were started meanwhile and memory that the allocator keeps; far less than any of the
 * graphs takes.
 */
const ALLOWED_GROWTH_MB = 400
const FLOOD = LONG ? 100_000 : 20_000
/** Runs of the graph `patient` end when this file exists. */
const patienceEnd = join(makeTempFolder(), 'end')

/** A graph of one node; `code` is its body. */
const toGraphSource = (code: string): string => `
  import { existsSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { FakeListChatModel } from '@langchain/core/utils/testing'
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const State = Annotation.Root({ said: Annotation() })
  export const graph = new StateGraph(State)
    .addNode('node', async (_, config) => { ${code} })
    .addEdge(START, 'node')
    .addEdge('node', END)
    .compile()
`

/** More megabytes than any limit allows, but not all memory of the machine, in case the limit does not work. */
const BUFFER_COUNT = 1_500
const WAIT_FOREVER = 'await new Promise(() => undefined)'

/** These graphs always crash their thread: each run is retried up to the limit and then fails. */
const FATAL = {
  'loops for ever': 'for (;;) {}',
  'exits the process': 'process.exit(3)',
  'allocates arrays without end': 'for (const all = []; ; ) all.push(new Array(1000).fill(all.length))',
  ...(LONG && {
    'throws outside of any handler': `setTimeout(() => { throw new Error('out of band') }); ${WAIT_FOREVER}`,
    'allocates buffers without end': `
    for (const all = []; all.length < ${BUFFER_COUNT}; ) all.push(Buffer.alloc(${MEGABYTE}, 1)); for (;;) {}`,
    'allocates buffers without end, a turn at a time': `
    const all = []; while (all.length < ${BUFFER_COUNT}) { all.push(Buffer.alloc(${MEGABYTE}, 1)); await turn() } ${WAIT_FOREVER}`,
  }),
}

const toGraphId = (title: string): string => title.replace(/\W+/g, '-')

let heddle: Heddle
let baselineMb: number
/** Ordinary runs per second without a hostile graph beside them. */
let undisturbedPerSecond: number
const memory = async () => (await readMetric(heddle.url, 'process_resident_memory_bytes')) / MEGABYTE

const create = async (graphId: string): Promise<string> => {
  const body = { assistant_id: builtInAssistantId(graphId), input: {} }
  const { status, body: run } = await callServer(heddle, 'POST', '/api/v1/runs', { body })
  expect(status).toBe(201)
  return run.run_id as string
}

/** Waits with `join`, because polling every open run loads the service that is measured. */
const waitForRun = async (runId: string): Promise<Run> => {
  const { thread_id } = await readRun(runId)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  await (await fetch(`${heddle.url}/threads/${thread_id}/runs/${runId}/join`, { signal })).text()
  const run = await readRun(runId)
  if (['queued', 'in_progress'].includes(run.status)) throw new Error(`still ${JSON.stringify(run)}`)
  return run
}

const readRun = async (runId: string): Promise<Run> => {
  const { body } = await callServer(heddle, 'GET', `/api/v1/runs/${runId}`)
  return body as Run
}

beforeAll(async () => {
  const effects = makeEffects([5, 20])
  const hostile = Object.entries(FATAL).map(([title, code]) => [toGraphId(title), toGraphSource(code)])
  const { env } = makeProject({
    steps: effects.source,
    ...Object.fromEntries(hostile),
    flood: toGraphSource(`
      const model = new FakeListChatModel({ responses: ['x'.repeat(${FLOOD / 100})] })
      for (let call = 0; call < 100; call++) await model.invoke('x').then(turn)`),
    diligent: `
      import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
      const State = Annotation.Root({ steps: Annotation() })
      const compute = ({ steps = 0 }) => {
        for (const end = Date.now() + 100; Date.now() < end; );
        return { steps: steps + 1 }
      }
      export const graph = new StateGraph(State)
        .addNode('compute', compute)
        .addEdge(START, 'compute')
        .addConditionalEdges('compute', ({ steps }) => (steps < ${HANG_SECONDS * 15} ? 'compute' : END))
        .compile()
        .withConfig({ recursionLimit: 1_000 })
    `,
    patient: toGraphSource(`while (!existsSync(${JSON.stringify(patienceEnd)})) await sleep(50)`),
    careless: toGraphSource(
      'Promise.reject(new Error("nobody catches this")); await turn(); return { said: "fine" }',
    ),
  })
  heddle = await startHeddle({
    env: { ...env, EXECUTOR_HANG_SECONDS: String(HANG_SECONDS), EXECUTOR_MEMORY_MB: String(MEMORY_MB) },
  })
  // Warm-up, so that later measurements show only what hostile graphs leave behind.
  for (let count = 0; count < 10; count++) await waitForRun(await create('steps'))
  baselineMb = await memory()
  const { okMs, ordinaryMs, perSecond } = await watchOthers(sleep(2_000))
  undisturbedPerSecond = perSecond
  console.log(
    JSON.stringify({
      test: 'hostile-graphs',
      graph: 'none',
      node: process.version,
      ...summarizeDurations('ok', okMs),
      ...summarizeDurations('ordinary', ordinaryMs),
      ordinary_per_second: perSecond,
    }),
  )
})
afterAll(async () => {
  expect((await heddle.stop()).code).toBe(0)
})

/** Measures what other clients see until the promise is settled: the end of a hostile run, or a pause for comparison. */
const watchOthers = async <T>(hostile: Promise<T>) => {
  const started = performance.now()
  let hasEnded = false
  const okMs: number[] = []
  const ordinary: Promise<Run>[] = []
  const ordinaryMs: number[] = []
  let peak = 0
  const probe = async (): Promise<void> => {
    while (!hasEnded) {
      const requested = performance.now()
      expect((await fetch(`${heddle.url}/ok`)).status).toBe(200)
      okMs.push(performance.now() - requested)
      await sleep(50)
    }
  }
  const work = async (): Promise<void> => {
    while (!hasEnded) {
      const created = performance.now()
      const waiting = waitForRun(await create('steps'))
      ordinary.push(waiting)
      void waiting.then(() => ordinaryMs.push(performance.now() - created)).catch(() => undefined)
      peak = Math.max(peak, await memory())
      await sleep(200)
    }
  }
  const load = Promise.all([probe(), work()])
  const run = await hostile.finally(() => (hasEnded = true))
  await load
  const runs = await Promise.all(ordinary)
  return { run, okMs, ordinary: runs, ordinaryMs, perSecond: toRate(runs.length, started), peak }
}

const toRate = (count: number, since: number): number =>
  Math.round((10_000 * count) / (performance.now() - since)) / 10

const waitForMemory = async (): Promise<number> => {
  const end = performance.now() + 60_000
  for (;;) {
    const now = await memory()
    if (now < baselineMb + ALLOWED_GROWTH_MB || performance.now() > end) return now
    await sleep(250)
  }
}

const report = async (
  graph: string,
  { run, okMs, ordinary, ordinaryMs, perSecond, peak }: Awaited<ReturnType<typeof watchOthers<Run>>>,
) => {
  const figures = {
    test: 'hostile-graphs',
    graph,
    status: run.status,
    error: run.error,
    attempts: run.attempt,
    ...summarizeDurations('ok', okMs),
    ...summarizeDurations('ordinary', ordinaryMs),
    ordinary_per_second: perSecond,
    throughput_ratio: Math.round((100 * perSecond) / undisturbedPerSecond) / 100,
    ordinary: ordinary.length,
    ordinary_completed: ordinary.filter(({ status }) => status === 'completed').length,
    ordinary_blamed: ordinary.filter(({ attempt }) => attempt !== 1).length,
    memory_mb: Math.round(baselineMb),
    peak_mb: Math.round(peak),
    after_mb: Math.round(await waitForMemory()),
  }
  console.log(JSON.stringify(figures))
  if (figures.ordinary_blamed > 0) console.log(listCrashes().slice(-10).join('\n'))
  expect(figures.ordinary).toBeGreaterThan(0)
  // Compares runs and not only their number, so that a failure shows how they ended.
  expect(ordinary.filter(({ status }) => status !== 'completed').slice(0, 3)).toEqual([])
  expect(figures.ordinary_blamed).toBe(0)
  expect(figures.after_mb).toBeLessThan(baselineMb + ALLOWED_GROWTH_MB)
  return figures
}

/** The lines of the log that report crashed threads. */
const listCrashes = (): string[] =>
  heddle
    .output()
    .split('\n')
    .filter((line) => line.includes('crashed'))

describe('hostile graphs', () => {
  it.each(Object.keys(FATAL))(
    'a graph that %s fails after its attempts, and other runs complete',
    { timeout: 2 * TIMEOUT_MS },
    async (title) => {
      const runId = await create(toGraphId(title))
      const figures = await report(title, await watchOthers(waitForRun(runId)))
      expect(figures).toMatchObject({
        status: 'failed',
        // Three attempts in a row without progress; an earlier one may have crashed before its input was stored.
        error: { code: 'max_attempts_exceeded', message: expect.stringContaining('after 3 attempts') },
      })
      expect((await readAllFrames(heddle.url, runId)).at(-1)?.event).toBe('run.failed')
    },
  )

  it('runs that were present at two crashes complete in quarantine', { timeout: TIMEOUT_MS }, async () => {
    const countCrashes = () => readMetric(heddle.url, 'heddle_run_executions_total{outcome="crashed"}')
    const countExecuting = () => readMetric(heddle.url, 'heddle_runs_executing')
    // In quarantine, each of them is executed in a thread of its own.
    const BYSTANDERS = LONG ? 12 : 6
    const bystanders = await Promise.all(Array.from({ length: BYSTANDERS }, () => create('patient')))
    onTestFailed(() => {
      console.log(listCrashes().slice(-10).join('\n'))
    })
    for (let count = 0; count < 2; count++) {
      await expect.poll(countExecuting, { timeout: 30_000 }).toBeGreaterThanOrEqual(BYSTANDERS / 2)
      const crashesBefore = await countCrashes()
      const looping = await create(toGraphId('loops for ever'))
      await expect
        .poll(countCrashes, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(crashesBefore + BYSTANDERS / 2)
      // Its next attempts would keep a core busy during the tests that follow.
      await callServer(heddle, 'POST', `/api/v1/runs/${looping}/cancel`)
    }
    writeFileSync(patienceEnd, '')
    const ended = await Promise.all(bystanders.map(waitForRun))
    const ends = ended.map(({ status, attempt }) => `${status} at attempt ${String(attempt)}`)
    expect([...new Set(ends)]).toEqual(['completed at attempt 1'])
  })

  it(
    `a graph that emits ${FLOOD} events completes, and its stream contains all of them`,
    { timeout: 2 * TIMEOUT_MS },
    async () => {
      const runId = await create('flood')
      const figures = await report('flood', await watchOthers(waitForRun(runId)))
      expect(figures).toMatchObject({ status: 'completed', attempts: 1 })
      const frames = await readAllFrames(heddle.url, runId)
      expect(frames.every(({ id }, index) => id === index + 1)).toBe(true)
      expect(frames.filter(({ event }) => event === 'llm.token')).toHaveLength(FLOOD)
    },
  )

  it(
    'a graph that computes for a long time in short steps does not count as hanging',
    { timeout: TIMEOUT_MS },
    async () => {
      const run = await waitForRun(await create('diligent'))
      expect(run).toMatchObject({ status: 'completed', attempt: 1, output: { steps: HANG_SECONDS * 15 } })
    },
  )

  it('an unhandled rejection in a graph has no effect', { timeout: TIMEOUT_MS }, async () => {
    expect(await waitForRun(await create('careless'))).toMatchObject({ status: 'completed', attempt: 1 })
  })
})
