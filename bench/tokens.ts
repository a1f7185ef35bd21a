/** Measures the latency of a token from the model to the client through the service, which stores it before sending. */
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection, type HttpResponse } from './http-connection.js'
import { atMost, printNote, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { createRun, getStreamPath, toUnexpectedError } from './run-clients.js'
import { startServer } from './server-process.js'

/** Matches tokens in events of the service and in chunks of the model. */
const TOKEN = /"(?:token|content)":"(\d+) "/g
const TOKENS = 400
const ROUNDS = 4
const CONCURRENT_STREAMS = 8

export const benchTokens = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const model = await startServer(programs.tokenServer, {})
    defer(model.stop)
    const heddle = await startHeddle(programs, defer, {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
      DEFAULT_MODEL: 'openai:metronome',
    })
    // Warm-up: the first run loads and compiles code and is not counted.
    await measureService(heddle.port)
    const direct: number[] = []
    const single: number[] = []
    const concurrent: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      direct.push(...(await measureModel(model.port)))
      single.push(...(await measureService(heddle.port)))
      const many = await Promise.all(
        Array.from({ length: CONCURRENT_STREAMS }, () => measureService(heddle.port)),
      )
      concurrent.push(...many.flat())
    }
    printNote(`from the model itself ${formatPercentiles(direct)}`)
    printNote(`through the service   ${formatPercentiles(single)}`)
    printNote(`… ${CONCURRENT_STREAMS} concurrent streams  ${formatPercentiles(concurrent)}`)
    return [
      atMost('tokens, 200 per second: p99 latency to the client', quantile(single, 0.99), 30, ' ms', 1),
      { label: '… without the service', measured: `${quantile(direct, 0.99).toFixed(1)} ms` },
      {
        label: `… with ${CONCURRENT_STREAMS} concurrent streams`,
        measured: `${quantile(concurrent, 0.99).toFixed(1)} ms`,
      },
    ]
  })

const formatPercentiles = (delays: readonly number[]): string =>
  [0.5, 0.9, 0.99, 1]
    .map((fraction) => `p${fraction * 100} ${quantile(delays, fraction).toFixed(1)} ms`)
    .join(', ')

/** Runs the built-in agent once and returns the latency of each token in milliseconds. */
const measureService = async (port: number): Promise<number[]> => {
  const connection = await HttpConnection.open(port)
  const runId = await createRun(connection, 'agent', { input: { message: 'What time is it?' } })
  return collectDelays(connection, (onChunk) => connection.get(getStreamPath(runId), onChunk))
}

const measureModel = async (port: number): Promise<number[]> => {
  const connection = await HttpConnection.open(port)
  return collectDelays(connection, (onChunk) => connection.post('/v1/chat/completions', '{}', onChunk))
}

const collectDelays = async (
  connection: HttpConnection,
  request: (onChunk: (chunk: string) => void) => Promise<HttpResponse>,
): Promise<number[]> => {
  const delays: number[] = []
  const response = await request((chunk) => {
    const now = process.hrtime.bigint()
    for (const [, emitted] of chunk.matchAll(TOKEN)) delays.push(Number(now - BigInt(emitted!)) / 1e6)
  })
  connection.close()
  if (delays.length !== TOKENS) throw toUnexpectedError(response)
  return delays
}
