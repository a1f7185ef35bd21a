/**
 * Measures what streaming costs: many runs whose model sends tokens slowly. The model server, the driver, the service, LangGraph's
 * server and bare `graph.stream()` take part in one run.
 */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder, type Defer } from './cleanup.js'
import { printNote, type Finding } from './report.js'
import { executeProgram } from './run-program.js'
import { startServer, type ServerProcess } from './server-process.js'
import { makeStreamClients, type StreamClient } from './stream-clients.js'
import { describeLoad, printResult, toFindings, type Load, type Result } from './stream-results.js'
import { startPeer } from './start-peer.js'
import { measureSqlite, sumSizes } from './table-sizes.js'

/** Far more tokens than any of the servers can send. */
const SATURATION: Load = { streams: 400, perSecond: 250, tokens: 100 }
const LOADS: Load[] = [
  { streams: 20, perSecond: 25, tokens: 250 },
  { streams: 100, perSecond: 25, tokens: 250 },
  { streams: 400, perSecond: 25, tokens: 250 },
  { streams: 1_000, perSecond: 1, tokens: 20 },
  SATURATION,
]
const WARM_UP: Load = { streams: 4, perSecond: 1_000, tokens: 500 }
const MAX_RUNS = 1_000

const toModel = ({ tokens, perSecond }: Load): string => `metronome-${tokens}-${perSecond}`

export const benchStreams = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const model = await startServer(programs.tokenServer, {})
    defer(model.stop)
    const modelEnv = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1` }
    const results = new Map<string, Result[]>()
    for (const [name, measure] of Object.entries(makeVariants(programs, modelEnv))) {
      printNote(name)
      results.set(name, await withCleanup(measure))
    }
    return toFindings(results)
  })

type Measure = (defer: Defer) => Promise<Result[]>

const makeVariants = (programs: Programs, modelEnv: Record<string, string>): Record<string, Measure> => {
  const onService =
    (client: keyof ReturnType<typeof makeStreamClients>, env: Record<string, string> = {}): Measure =>
    async (defer) => {
      const file = `${makeTemporaryFolder(defer)}/heddle.db`
      const service = await startServer(programs.service, {
        DATABASE_URL: `sqlite:${file}`,
        ...modelEnv,
        ...env,
      })
      defer(service.stop)
      return measureServer(service, makeStreamClients(service.port)[client], () =>
        sumSizes(measureSqlite(file)),
      )
    }
  const project = { LANGGRAPH_JSON: join(programs.project, 'langgraph.json') }
  return {
    'built-in agent, native API': onService('agent'),
    'built-in agent, LangGraph API': onService('agentTuples'),
    'declarative graph, native API': onService('declarative'),
    'code graph, native API': onService('code', project),
    'code graph, LangGraph API': onService('codeTuples', project),
    'LangGraph.js server': async (defer) => {
      const peer = await startPeer(programs, MAX_RUNS, modelEnv)
      defer(peer.stop)
      return measureServer(peer, makeStreamClients(peer.port).codeTuples)
    },
    'graph.stream() alone': () => measureBareStream(programs, modelEnv),
  }
}

const measureServer = async (
  server: ServerProcess,
  client: StreamClient,
  measureStorage?: () => number,
): Promise<Result[]> => {
  await runStreams(client, WARM_UP)
  const results: Result[] = []
  for (const load of LOADS) {
    const storedBefore = measureStorage?.() ?? 0
    const cpuBefore = server.cpuSecondsByThread()
    server.resetPeak()
    const started = performance.now()
    const streams = await runStreams(client, load)
    const seconds = (performance.now() - started) / 1000
    const threads = [...server.cpuSecondsByThread()].map(
      ([id, value]) => [id, value - (cpuBefore.get(id) ?? 0)] as const,
    )
    const others = threads.filter(([id]) => id !== server.pid).map(([, value]) => value)
    const mainSeconds = threads.find(([id]) => id === server.pid)?.[1] ?? 0
    const result: Result = {
      load,
      delays: streams.flat(),
      laterDelays: streams.flatMap((delays) => delays.slice(load.perSecond)),
      seconds,
      cpuSeconds: threads.reduce((sum, [, value]) => sum + value, 0),
      threads: [mainSeconds, ...others.toSorted((a, b) => b - a).slice(0, 4)],
      residentMb: server.peakResidentMb(),
      ...(measureStorage !== undefined && { storedBytes: measureStorage() - storedBefore }),
    }
    printResult(result)
    results.push(result)
  }
  return results
}

/** Returns the delays of the tokens of each stream. */
const runStreams = async (client: StreamClient, load: Load): Promise<number[][]> => {
  const start = await client(toModel(load))
  const streams = await Promise.all(Array.from({ length: load.streams }, start))
  const received = streams.flat().length
  const expected = load.streams * load.tokens
  if (received !== expected)
    throw new Error(`received ${received} tokens instead of ${expected} (${describeLoad(load)})`)
  return streams
}

type BareStream = Pick<Result, 'delays' | 'seconds' | 'cpuSeconds' | 'residentMb'>

const measureBareStream = async (programs: Programs, env: Record<string, string>): Promise<Result[]> => {
  const results: Result[] = []
  for (const load of LOADS) {
    const args = [join(programs.project, 'converse.mjs'), toModel(load), load.streams]
    const result = {
      load,
      threads: [],
      ...(await executeProgram<BareStream>(programs.bareStream, args, env)),
    }
    printResult(result)
    results.push(result)
  }
  return results
}
