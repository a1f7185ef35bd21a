/** The results of streams.ts: their output, and the targets that they are compared with. */
import { atLeast, atMost, printNote, toInfoFinding, type Finding } from './report.js'
import { quantile } from './rounds.js'

export interface Load {
  streams: number
  /** Tokens per second of each stream. */
  perSecond: number
  /** Tokens of each stream. */
  tokens: number
}

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
  storedBytes?: number
}

export const describeLoad = ({ streams, perSecond }: Load): string =>
  `${streams} streams, ${perSecond} tokens a second each`

const getRate = ({ delays, seconds }: Result): number => delays.length / seconds
const getCpuMicros = ({ cpuSeconds, delays }: Result): number => (cpuSeconds / delays.length) * 1e6
const formatDelay = (delays: readonly number[], fraction: number): string =>
  `${quantile(delays, fraction).toFixed(1)} ms`

export const printResult = (result: Result): void => {
  const { load, delays, laterDelays = [], threads, residentMb, storedBytes } = result
  const byThread = threads.map((seconds) => ((seconds / delays.length) * 1e6).toFixed(0)).join(' + ')
  const parts = [
    `${getRate(result).toFixed(0).padStart(6)} tokens/s`,
    `delay p50 ${formatDelay(delays, 0.5)}, p99 ${formatDelay(delays, 0.99)}`,
    ...(laterDelays.length === 0 ? [] : [`p99 after a second ${formatDelay(laterDelays, 0.99)}`]),
    `${getCpuMicros(result).toFixed(0)} µs CPU per token${byThread === '' ? '' : ` (${byThread})`}`,
    `${residentMb.toFixed(0)} MB`,
    ...(storedBytes === undefined ? [] : [`${(storedBytes / delays.length).toFixed(0)} bytes per token`]),
  ]
  printNote(`  ${describeLoad(load).padEnd(38)} ${parts.join(', ')}`)
}

const AGENT = 'built-in agent, native API'
const CODE_GRAPH = 'code graph, LangGraph API'
const PEER = 'LangGraph.js server'
const BARE = 'graph.stream() alone'

export const toFindings = (results: ReadonlyMap<string, readonly Result[]>): Finding[] => {
  const find = (name: string, isLoad: (load: Load) => boolean): Result =>
    results.get(name)!.find(({ load }) => isLoad(load))!
  const getBestRate = (name: string): number => Math.max(...results.get(name)!.map(getRate))
  const isHundred = ({ streams }: Load): boolean => streams === 100
  const isThousand = ({ streams }: Load): boolean => streams === 1_000
  const hundred = find(AGENT, isHundred)
  const thousand = find(AGENT, isThousand)
  const codeGraphMicros = getCpuMicros(find(CODE_GRAPH, isHundred)) - getCpuMicros(find(BARE, isHundred))
  return [
    atLeast(
      "built-in agent: tokens/s at saturation, of LangGraph's server",
      getBestRate(AGENT) / getBestRate(PEER),
      10,
    ),
    toInfoFinding('… tokens/s', `${getBestRate(AGENT).toFixed(0)} and ${getBestRate(PEER).toFixed(0)}`),
    atMost('… CPU per token at 100 streams, all threads', getCpuMicros(hundred), 80, ' µs', 0),
    atMost('… delay p99 at 100 streams', quantile(hundred.delays, 0.99), 30, ' ms', 1),
    toInfoFinding('… without the first second of each stream', formatDelay(hundred.laterDelays ?? [], 0.99)),
    atMost('code graph: CPU per token beyond graph.stream(), 100 streams', codeGraphMicros, 60, ' µs', 0),
    atMost('1,000 runs in flight: delay p99', quantile(thousand.delays, 0.99), 100, ' ms', 1),
    atMost('… memory', thousand.residentMb, 450, ' MB', 0),
    atMost(
      'bytes stored per token, 100 streams',
      (hundred.storedBytes ?? 0) / hundred.delays.length,
      150,
      '',
      0,
    ),
  ]
}
