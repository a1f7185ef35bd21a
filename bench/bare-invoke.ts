/**
 * The LangGraph floor: invokes the same graph in one thread, without checkpoints and without a server.
 *
 *   node bare-invoke.js <graph file> <concurrency> <seconds>
 */
import { pathToFileURL } from 'node:url'
import { ThroughputCounter } from './throughput-counter.js'
import { median } from './rounds.js'

interface Graph {
  invoke(input: object): Promise<{ reply: string }>
}

const [file = '', concurrency, seconds] = process.argv.slice(2)
/** Warm-up is counted in invocations: on a busy machine a time would end before the code is compiled, and the floor
 * would be too low. */
const WARM_UP = 2_000

const { graph } = (await import(pathToFileURL(file).href)) as { graph: Graph }

/** Runs `concurrency` loops of invocations until `shouldContinue`, called with each duration, returns false. */
const invokeAll = async (shouldContinue: (ms: number) => boolean): Promise<void> => {
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const started = performance.now()
      const { reply } = await graph.invoke({ text: 'weft' })
      if (reply !== 'WEFT') throw new Error(`unexpected reply: ${reply}`)
      if (!shouldContinue(performance.now() - started)) isStopped = true
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, loop))
}

let warmUpCount = 0
await invokeAll(() => ++warmUpCount < WARM_UP)
const counter = new ThroughputCounter(0, Number(seconds))
const times: number[] = []
await invokeAll((ms) => {
  if (counter.count()) times.push(ms)
  return !counter.isOver
})
const { perSecond, completed } = counter
process.stdout.write(JSON.stringify({ perSecond, completed, medianMs: median(times) }))
