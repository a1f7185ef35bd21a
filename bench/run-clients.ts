/** A run from its creation to its result, as users of either server make it. Every result is checked. */
import { randomUUID } from 'node:crypto'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import type { Answer, HttpConnection } from './http-connection.js'

export interface RunTimes {
  /** From the request to the first event; of servers that are not asked for events, to the result. */
  firstEventMs: number
  resultMs: number
}

export type RunClient = (connection: HttpConnection) => Promise<RunTimes>

const input = { text: 'weft' }
const RESULT = '"reply":"WEFT"'
const RUN_ID = /"run_id":"([^"]+)"/

const runBody = (graph: string, more: object = {}): string =>
  JSON.stringify({ assistant_id: builtInAssistantId(graph), input, ...more })

/** Makes a run of a graph of the project; the run's id. */
export const createRun = async (
  connection: HttpConnection,
  graph: string,
  more?: object,
): Promise<string> => {
  const answer = await connection.post('/api/v1/runs', runBody(graph, more))
  const id = RUN_ID.exec(answer.body)?.[1]
  if (answer.status !== 201 || id === undefined) throw unexpected(answer)
  return id
}

export const streamPath = (runId: string): string => `/api/v1/stream?run_id=${runId}`

/** Created, then followed to its last event: two requests. */
export const runOnHeddle: RunClient = async (connection) => {
  const started = performance.now()
  const runId = await createRun(connection, 'echo')
  let firstEventMs: number | undefined
  const answer = await connection.get(streamPath(runId), () => {
    firstEventMs ??= performance.now() - started
  })
  const isRight = answer.body.includes('event: run.completed') && answer.body.includes(RESULT)
  if (firstEventMs === undefined || !isRight) throw unexpected(answer)
  return { firstEventMs, resultMs: performance.now() - started }
}

const peerRun = { assistant_id: 'echo', input }

const waitOnPeer = async (connection: HttpConnection, path: string, body: object): Promise<RunTimes> => {
  const started = performance.now()
  const answer = await connection.post(path, JSON.stringify(body))
  if (!answer.body.includes(RESULT)) throw unexpected(answer)
  const resultMs = performance.now() - started
  return { firstEventMs: resultMs, resultMs }
}

/** One request that waits for the result. The peer forgets the run with its answer. */
export const runOnPeer: RunClient = (connection) => waitOnPeer(connection, '/runs/wait', peerRun)

/** In a thread of its own, whose state stays. */
export const runInThreadOnPeer: RunClient = (connection) =>
  waitOnPeer(connection, `/threads/${randomUUID()}/runs/wait`, { ...peerRun, if_not_exists: 'create' })

/**
 * Followed, and the clock stopped when the result is first seen: the peer ends its answers half a second later, streams
 * like waits. The end is still awaited before the next one.
 */
export const followOnPeer: RunClient = async (connection) => {
  const started = performance.now()
  let firstEventMs: number | undefined
  let resultMs: number | undefined
  const answer = await connection.post('/runs/stream', JSON.stringify(peerRun), (part) => {
    firstEventMs ??= performance.now() - started
    if (part.includes(RESULT)) resultMs ??= performance.now() - started
  })
  if (firstEventMs === undefined || resultMs === undefined) throw unexpected(answer)
  return { firstEventMs, resultMs }
}

export const unexpected = ({ status, body }: Answer): Error =>
  new Error(`not what was expected: ${String(status)} ${body.slice(0, 500)}`)
