/** How long a token is on its way from the model to the client, through the service, stored before it is sent. */
import type { Programs } from './build.js'
import { cleaningUp } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection, type Answer } from './http-connection.js'
import { atMost, note, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { createRun, streamPath, unexpected } from './run-clients.js'
import { startServer } from './server-process.js'

/** Of the service's events and of the model's own. */
const TOKEN = /"(?:token|content)":"(\d+) "/g
const TOKENS = 400
const ROUNDS = 4
const MANY = 8

export const benchTokens = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => {
    const model = await startServer(programs.tokenServer, {})
    defer(model.stop)
    const heddle = await startHeddle(programs, defer, {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
      DEFAULT_MODEL: 'openai:metronome',
    })
    // The first run loads and compiles; it is not counted.
    await throughService(heddle.port)
    const direct: number[] = []
    const alone: number[] = []
    const amongMany: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      direct.push(...(await fromModel(model.port)))
      alone.push(...(await throughService(heddle.port)))
      const many = await Promise.all(Array.from({ length: MANY }, () => throughService(heddle.port)))
      amongMany.push(...many.flat())
    }
    note(`from the model itself ${describe(direct)}`)
    note(`through the service   ${describe(alone)}`)
    note(`… ${MANY} streams at once   ${describe(amongMany)}`)
    return [
      atMost('tokens, 200 a second: p99 of the way to the client', quantile(alone, 0.99), 30, ' ms', 1),
      { what: '… without the service', measured: `${quantile(direct, 0.99).toFixed(1)} ms` },
      { what: `… with ${MANY} streams at once`, measured: `${quantile(amongMany, 0.99).toFixed(1)} ms` },
    ]
  })

const describe = (delays: readonly number[]): string =>
  [0.5, 0.9, 0.99, 1].map((part) => `p${part * 100} ${quantile(delays, part).toFixed(1)} ms`).join(', ')

/** Of one run of the built-in agent: how long each token was on its way, in milliseconds. */
const throughService = async (port: number): Promise<number[]> => {
  const connection = await HttpConnection.open(port)
  const runId = await createRun(connection, 'agent', { input: { message: 'What time is it?' } })
  return delaysOf(connection, (onPart) => connection.get(streamPath(runId), onPart))
}

const fromModel = async (port: number): Promise<number[]> => {
  const connection = await HttpConnection.open(port)
  return delaysOf(connection, (onPart) => connection.post('/v1/chat/completions', '{}', onPart))
}

const delaysOf = async (
  connection: HttpConnection,
  request: (onPart: (part: string) => void) => Promise<Answer>,
): Promise<number[]> => {
  const delays: number[] = []
  const answer = await request((part) => {
    const now = process.hrtime.bigint()
    for (const [, emitted] of part.matchAll(TOKEN)) delays.push(Number(now - BigInt(emitted!)) / 1e6)
  })
  connection.close()
  if (delays.length !== TOKENS) throw unexpected(answer)
  return delays
}
