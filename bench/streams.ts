/**
 * Measures what streaming costs: many runs whose model sends tokens slowly. The model server, the driver, the service, LangGraph's
 * server and bare `graph.stream()` take part in one run.
 */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder, type Defer } from './cleanup.js'
import { measureLiveBytes } from './live-bytes.js'
import { printNote, type Finding } from './report.js'
import { executeProgram } from './run-program.js'
import { runStreams } from './run-streams.js'
import { startServer, type ServerProcess } from './server-process.js'
import { makeStreamClients, type StreamClient } from './stream-clients.js'
import { IS_SCALED, PEER_LOADS, SERVICE_LOADS, toModel, TWENTY, WARM_UP, type Load } from './stream-loads.js'
import { printResult, toFindings, type Result } from './stream-results.js'
import { startPeer } from './start-peer.js'
import { measureSqlite, sumSizes } from './table-sizes.js'

const MAX_RUNS = 1_000

export const benchStreams = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    if (IS_SCALED) printNote('HEDDLE_BENCH_SCALE is set: the loads are not those of the targets')
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
      const measureStorage = (): number => sumSizes(measureSqlite(file))
      return measureService(service, makeStreamClients(service.port)[client], measureStorage)
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
      return measurePeer(peer)
    },
    'graph.stream() alone': () => measureBareStream(programs, modelEnv),
  }
}

const measureService = async (
  service: ServerProcess,
  client: StreamClient,
  measureStorage: () => number,
): Promise<Result[]> => {
  await runStreams(client, WARM_UP)
  const results: Result[] = []
  for (const load of SERVICE_LOADS) results.push(await measureLoad(load, service, client, measureStorage))
  return results
}

/** A load that the other server does not carry is reported, and ends its measurement. */
const measurePeer = async (peer: ServerProcess): Promise<Result[]> => {
  const client = makeStreamClients(peer.port).codeTuples
  const results: Result[] = []
  try {
    await runStreams(client, WARM_UP)
    for (const load of PEER_LOADS) results.push(await measureLoad(load, peer, client))
  } catch (error) {
    printNote(`  ${String(error)}`)
  }
  return results
}

const measureLoad = async (
  load: Load,
  server: ServerProcess,
  client: StreamClient,
  measureStorage?: () => number,
): Promise<Result> => {
  // With few streams each token is written alone, which takes the most storage, and the database is small enough to be measured while they run.
  // During later loads, earlier runs are compacted.
  const measureSize = load === TWENTY ? measureStorage : undefined
  const storedBefore = measureSize?.() ?? 0
  const cpuBefore = server.cpuSecondsByThread()
  server.resetPeak()
  const started = performance.now()
  let liveBytes: Promise<number> | undefined
  const streams = await runStreams(client, load, (received) => {
    if (measureSize !== undefined) liveBytes = measureLiveBytes(received, load, measureSize)
  })
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
    ...(measureSize !== undefined && { bytesPerRun: (measureSize() - storedBefore) / load.streams }),
    ...(liveBytes !== undefined && { liveBytes: await liveBytes }),
  }
  printResult(result)
  return result
}

type BareStream = Pick<Result, 'delays' | 'seconds' | 'cpuSeconds' | 'residentMb'>

const measureBareStream = async (programs: Programs, env: Record<string, string>): Promise<Result[]> => {
  const results: Result[] = []
  for (const load of PEER_LOADS) {
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
