/**
 * Clients that read slowly or not at all cost bounded memory and do not slow down others; disconnected
 * clients leave nothing behind. HEDDLE_LONG=1 uses more clients, and waits until the stalled ones are
 * disconnected.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { followRun, streamPath, type Frame } from '../support/event-stream.js'
import { readMetric, summarizeDurations } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const DRIPPING = LONG ? 150 : 30
const STALLED = LONG ? 50 : 10
const FAST = LONG ? 20 : 5
/** The number and size of events in each stream; the kernel buffers some megabytes of it. */
const EVENTS = 200
const EVENT_BYTES = 100_000
const TIMEOUT_MS = 120_000
const MEGABYTE = 1_048_576

/** A node that runs in a loop and returns a large value each time. */
const BULKY = `
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
  const State = Annotation.Root({ count: Annotation(), bulk: Annotation() })
  export const graph = new StateGraph(State)
    .addNode('more', ({ count = 0 }) => ({ count: count + 1, bulk: String(count % 10).repeat(${EVENT_BYTES}) }))
    .addEdge(START, 'more')
    .addConditionalEdges('more', ({ count }) => (count < ${EVENTS} ? 'more' : END))
    .compile()
    .withConfig({ recursionLimit: ${EVENTS + 10} })
`

it(
  `${DRIPPING} slow and ${STALLED} stalled clients do not slow down ${FAST} fast ones`,
  { timeout: 3 * TIMEOUT_MS },
  async () => {
    // A small heap, so that growth shows retained memory and not garbage that has not been collected yet.
    const env = { ...makeProject({ bulky: BULKY }).env, NODE_OPTIONS: '--max-old-space-size=256' }
    const heddle = await startHeddle({ env })
    const body = { assistant_id: builtInAssistantId('bulky'), input: {} }
    const runBulky = async (): Promise<string> =>
      (await callServer(heddle, 'POST', '/api/v1/runs', { body })).body.run_id as string
    const memory = async () => (await readMetric(heddle.url, 'process_resident_memory_bytes')) / MEGABYTE
    const readWithFastClients = (runId: string) =>
      Promise.all(Array.from({ length: FAST }, () => readFast(heddle, runId)))

    // Baseline: time and memory of the fast clients alone.
    const alone = await readWithFastClients(await runBulky())
    const baselineMb = await memory()

    const runId = await runBulky()
    const slow = [
      ...Array.from({ length: DRIPPING }, () => readSlowly(heddle, runId, 100)),
      ...Array.from({ length: STALLED }, () => readSlowly(heddle, runId, 0)),
    ]
    await vi.waitFor(async () => expect(await openStreams(heddle)).toBe(DRIPPING + STALLED), {
      timeout: TIMEOUT_MS,
    })
    // Once while the run executes and once after its end.
    const together = [...(await readWithFastClients(runId)), ...(await readWithFastClients(runId))]
    let peak = await memory()
    for (let count = 0; count < (LONG ? 350 : 20); count++) {
      await sleep(100)
      peak = Math.max(peak, await memory())
    }
    const dropped = await readMetric(heddle.url, 'heddle_streams_dropped_total')

    for (const socket of slow) socket.destroy()
    await vi.waitFor(async () => expect(await openStreams(heddle)).toBe(0), { timeout: 10_000 })
    const figures = {
      test: 'slow-readers',
      slow: slow.length,
      fast: FAST,
      stream_mb: Math.round((EVENTS * EVENT_BYTES) / MEGABYTE),
      ...summarizeDurations(
        'alone',
        alone.map(({ ms }) => ms),
      ),
      ...summarizeDurations(
        'together',
        together.map(({ ms }) => ms),
      ),
      memory_mb: Math.round(baselineMb),
      growth_mb: Math.round(peak - baselineMb),
      dropped,
    }
    console.log(JSON.stringify(figures))
    for (const { frames } of [...alone, ...together]) expectCompleteStream(frames)
    expect(figures.growth_mb).toBeLessThan(150 + slow.length / 2)
    if (LONG) expect(dropped).toBeGreaterThanOrEqual(STALLED)
    expect((await heddle.stop()).code).toBe(0)
  },
)

const openStreams = ({ url }: Heddle) => readMetric(url, 'heddle_streams_open')

const readFast = async ({ url }: Heddle, runId: string): Promise<{ frames: Frame[]; ms: number }> => {
  const started = performance.now()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { frames, connections } = await followRun(() => url, runId, { idleTimeoutMs: TIMEOUT_MS, signal })
  expect(connections).toBe(1)
  return { frames, ms: performance.now() - started }
}

const expectCompleteStream = (frames: readonly Frame[]): void => {
  expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1))
  expect(frames.filter(({ event }) => event === 'node.completed')).toHaveLength(EVENTS)
  expect(frames.at(-1)?.event).toBe('run.completed')
}

/** Reads that many bytes ten times a second and leaves the rest in the network buffers. */
const readSlowly = ({ port }: Heddle, runId: string, bytes: number): Socket => {
  const socket = connect({ port, host: 'localhost' }, () => {
    socket.write(`GET ${streamPath(runId)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })
  socket.on('error', () => undefined)
  const timer = setInterval(() => {
    if (bytes > 0) socket.read(bytes)
  }, 100)
  // Without a `data` listener, a socket reads only until its own buffer is full.
  socket.on('readable', () => undefined)
  socket.once('close', () => {
    clearInterval(timer)
  })
  return socket
}
