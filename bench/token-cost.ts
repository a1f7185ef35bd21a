/**
 * Measures the processor time per token of the built-in agent: in a process that only executes the graph, with our model client and with
 * LangChain's, and in the whole service with all its threads.
 */
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import { atMost, toInfoFinding, type Finding } from './report.js'
import { executeProgram } from './run-program.js'
import { startServer, type ServerProcess } from './server-process.js'
import { startWithAgent } from './start-heddle.js'

const ROUNDS = 5
const CONCURRENT_STREAMS = 10
/** Set by token-server.ts. */
const TOKENS_PER_STREAM = 400
const TARGET_MICROSECONDS = 80
const CONTENT = /"content":"\d+ "/g

export const benchTokenCost = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const model = await startServer(programs.tokenServer, {})
    defer(model.stop)
    const costs = await executeProgram<Record<string, number>>(programs.agentTokens, [model.port, ROUNDS])
    return [
      ...Object.entries(costs).map(([name, cost]) =>
        toInfoFinding(`token-cost: processor time per token, graph only: ${name}`, formatMicroseconds(cost)),
      ),
      await measureService(programs, model, defer),
    ]
  })

const formatMicroseconds = (cost: number): string => `${cost.toFixed(0)} µs`

const measureService = async (programs: Programs, model: ServerProcess, defer: Defer): Promise<Finding> => {
  const heddle = await startWithAgent(programs, defer, {
    OPENAI_BASE_URL: `http://127.0.0.1:${String(model.port)}/v1`,
    DEFAULT_MODEL: 'openai:metronome',
  })
  const streamAll = () =>
    Promise.all(Array.from({ length: CONCURRENT_STREAMS }, () => streamRun(heddle.port)))
  await streamAll()
  const before = heddle.cpuSeconds()
  for (let round = 0; round < ROUNDS; round++) await streamAll()
  const seconds = heddle.cpuSeconds() - before
  const cost = (seconds * 1e6) / (ROUNDS * CONCURRENT_STREAMS * TOKENS_PER_STREAM)
  const label = '… service, all threads, POST /runs/stream with messages-tuple'
  return atMost(label, cost, TARGET_MICROSECONDS, ' µs', 0)
}

const streamRun = async (port: number): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${String(port)}/runs/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'What time is it?' }] },
      stream_mode: ['messages-tuple'],
    }),
  })
  const text = await response.text()
  const tokens = text.match(CONTENT)?.length ?? 0
  if (tokens !== TOKENS_PER_STREAM)
    throw new Error(`${String(tokens)} tokens instead of ${String(TOKENS_PER_STREAM)}: ${text.slice(0, 500)}`)
}
