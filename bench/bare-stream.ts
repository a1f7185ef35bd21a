/**
 * The LangGraph floor of streams: `graph.stream()` in one process, without checkpoints and without a server.
 *
 *   node bare-stream.js <graph file> <model> <streams>
 *
 * Prints the delays of the tokens in milliseconds, the CPU time and the memory as JSON.
 */
import { pathToFileURL } from 'node:url'

interface Graph {
  stream(input: object, options: object): Promise<AsyncIterable<[{ content: unknown }, unknown]>>
}

const [file = '', model = '', streams] = process.argv.slice(2)
const { graph } = (await import(pathToFileURL(file).href)) as { graph: Graph }
const WARM_UP_MODEL = 'metronome-500-1000'
const delays: number[] = []

const streamOnce = async (modelName: string): Promise<void> => {
  const input = { messages: [{ role: 'user', content: 'What time is it?' }], model: modelName }
  for await (const [{ content }] of await graph.stream(input, { streamMode: 'messages' })) {
    if (typeof content === 'string' && content.endsWith(' '))
      delays.push(Number(process.hrtime.bigint() - BigInt(content.trimEnd())) / 1e6)
  }
}

await Promise.all(Array.from({ length: 4 }, () => streamOnce(WARM_UP_MODEL)))
delays.length = 0
const started = performance.now()
const cpuBefore = process.cpuUsage()
await Promise.all(Array.from({ length: Number(streams) }, () => streamOnce(model)))
const { user, system } = process.cpuUsage(cpuBefore)
process.stdout.write(
  JSON.stringify({
    delays,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    residentMb: process.memoryUsage.rss() / 1024 / 1024,
  }),
)
