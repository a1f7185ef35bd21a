/** The results of streams.ts: their output, and the targets that they are compared with. */
import { atLeast, atMost, printNote, toInfoFinding, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { describeLoad, HUNDRED, SATURATION, THOUSAND, TWENTY, type Load } from './stream-loads.js'

export interface Result {
  load: Load
  /** Milliseconds from the socket of the model to the socket of the client, for each token. */
  delays: number[]
  /** The same without the first second of each stream, in which other runs start. */
  laterDelays?: number[]
  seconds: number
  cpuSeconds: number
  /** CPU seconds of the main thread, then of the others, in descending order. */
  threads: number[]
  residentMb: number
  /** Growth of all tables until all runs have ended. Only with 20 streams, as `liveBytes`. */
  bytesPerRun?: number
  /** Growth of all tables per token while the runs stream. */
  liveBytes?: number
}

const getRate = ({ delays, seconds }: Result): number => delays.length / seconds
const getCpuMicros = ({ cpuSeconds, delays }: Result): number => (cpuSeconds / delays.length) * 1e6
const formatDelay = (delays: readonly number[], fraction: number): string =>
  delays.length === 0 ? 'not measured' : `${quantile(delays, fraction).toFixed(1)} ms`

export const printResult = (result: Result): void => {
  const { load, delays, laterDelays = [], threads, residentMb, bytesPerRun, liveBytes } = result
  const byThread = threads.map((seconds) => ((seconds / delays.length) * 1e6).toFixed(0)).join(' + ')
  const parts = [
    `${getRate(result).toFixed(0).padStart(6)} tokens/s`,
    `delay p50 ${formatDelay(delays, 0.5)}, p99 ${formatDelay(delays, 0.99)}`,
    ...(laterDelays.length === 0 ? [] : [`p99 after a second ${formatDelay(laterDelays, 0.99)}`]),
    `${getCpuMicros(result).toFixed(0)} µs CPU per token${byThread === '' ? '' : ` (${byThread})`}`,
    `${residentMb.toFixed(0)} MB`,
    ...(bytesPerRun === undefined ? [] : [`${(bytesPerRun / 1000).toFixed(1)} kB stored per run`]),
    ...(liveBytes === undefined ? [] : [`${liveBytes.toFixed(0)} bytes per token while streaming`]),
  ]
  printNote(`  ${describeLoad(load).padEnd(38)} ${parts.join(', ')}`)
}

const AGENT = 'built-in agent, native API'
const CODE_GRAPH = 'code graph, LangGraph API'
const PEER = 'LangGraph.js server'
const BARE = 'graph.stream() alone'

const TARGETS = {
  ratio: 10,
  cpuMicros: 80,
  delayMs: 30,
  overheadMicros: 60,
  thousandDelayMs: 100,
  thousandMb: 450,
  bytes: 150,
}

export const toFindings = (results: ReadonlyMap<string, readonly Result[]>): Finding[] => {
  const find = (name: string, load: Load): Result =>
    results.get(name)!.find((result) => result.load === load)!
  const hundred = find(AGENT, HUNDRED)
  const thousand = find(AGENT, THOUSAND)
  const codeGraphMicros = getCpuMicros(find(CODE_GRAPH, HUNDRED)) - getCpuMicros(find(BARE, HUNDRED))
  return [
    ...compareRates(results),
    atMost('… CPU per token at 100 streams, all threads', getCpuMicros(hundred), TARGETS.cpuMicros, ' µs', 0),
    toInfoFinding('… at saturation', `${getCpuMicros(find(AGENT, SATURATION)).toFixed(0)} µs`),
    atMost('… delay p99 at 100 streams', quantile(hundred.delays, 0.99), TARGETS.delayMs, ' ms', 1),
    toInfoFinding('… without the first second of each stream', formatDelay(hundred.laterDelays ?? [], 0.99)),
    atMost(
      'code graph: CPU per token beyond graph.stream(), 100 streams',
      codeGraphMicros,
      TARGETS.overheadMicros,
      ' µs',
      0,
    ),
    atMost(
      '1,000 runs in flight: delay p99',
      quantile(thousand.delays, 0.99),
      TARGETS.thousandDelayMs,
      ' ms',
      1,
    ),
    toInfoFinding('… without the first second of each stream', formatDelay(thousand.laterDelays ?? [], 0.99)),
    atMost('… memory', thousand.residentMb, TARGETS.thousandMb, ' MB', 0),
    ...[...results].flatMap(([name, measured]) => {
      const { liveBytes } = measured.find(({ load }) => load === TWENTY) ?? {}
      if (liveBytes === undefined) return []
      return [atMost(`bytes stored per token while streaming: ${name}`, liveBytes, TARGETS.bytes, '', 0)]
    }),
  ]
}

/** Compares the highest rates of the built-in agent and of LangGraph's server. */
const compareRates = (results: ReadonlyMap<string, readonly Result[]>): Finding[] => {
  const label = "built-in agent: tokens/s at saturation, of LangGraph's server"
  const getBestRate = (name: string): number => Math.max(0, ...results.get(name)!.map(getRate))
  const rate = getBestRate(AGENT)
  const peerRate = getBestRate(PEER)
  if (peerRate === 0) return [toInfoFinding(label, 'not measured')]
  return [
    atLeast(label, rate / peerRate, TARGETS.ratio),
    toInfoFinding('… tokens/s', `${rate.toFixed(0)} and ${peerRate.toFixed(0)}`),
  ]
}
