/**
 * What LangGraph itself can do: the same graph invoked in one thread, without checkpoints and without a server.
 *
 *   node bare-invoke.js <graph file> <at once> <seconds>
 */
import { pathToFileURL } from 'node:url'
import { ThroughputCounter } from './throughput-counter.js'
import { median } from './rounds.js'

interface Graph {
  invoke(input: object): Promise<{ reply: string }>
}

const [file = '', concurrency, seconds] = process.argv.slice(2)
/** By number and not by time: on a busy machine a floor that is not compiled yet would flatter whoever stands on it. */
const WARM_UP = 2_000

const { graph } = (await import(pathToFileURL(file).href)) as { graph: Graph }

/** Each of them one invocation at a time, until `goesOn`, told how long one took, says no. */
const invokeAll = async (shouldContinue: (ms: number) => boolean): Promise<void> => {
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const started = performance.now()
      const { reply } = await graph.invoke({ text: 'weft' })
      if (reply !== 'WEFT') throw new Error(`not what was expected: ${reply}`)
      if (!shouldContinue(performance.now() - started)) isStopped = true
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, loop))
}

let warmUpCount = 0
await invokeAll(() => ++warmUpCount < WARM_UP)
const pacer = new ThroughputCounter(0, Number(seconds))
const times: number[] = []
await invokeAll((ms) => {
  if (pacer.count()) times.push(ms)
  return !pacer.isOver
})
const { perSecond, answered } = pacer
process.stdout.write(JSON.stringify({ perSecond, answered, medianMs: median(times) }))
