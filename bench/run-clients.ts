/** A run from its creation to its result, as users of either server make it. Every result is checked. */
import { randomUUID } from 'node:crypto'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import type { HttpResponse, HttpConnection } from './http-connection.js'

export interface RunTimes {
  /** From the request to the first event; of servers that are not asked for events, to the result. */
  firstEventMs: number
  resultMs: number
}

export type RunClient = (connection: HttpConnection) => Promise<RunTimes>

const input = { text: 'weft' }
const RESULT = '"reply":"WEFT"'
const RUN_ID = /"run_id":"([^"]+)"/

const buildRunBody = (graph: string, fields: object = {}): string =>
  JSON.stringify({ assistant_id: builtInAssistantId(graph), input, ...fields })

/** Makes a run of a graph of the project; the run's id. */
export const createRun = async (
  connection: HttpConnection,
  graph: string,
  fields?: object,
): Promise<string> => {
  const response = await connection.post('/api/v1/runs', buildRunBody(graph, fields))
  const id = RUN_ID.exec(response.body)?.[1]
  if (response.status !== 201 || id === undefined) throw toUnexpectedError(response)
  return id
}

export const getStreamPath = (runId: string): string => `/api/v1/stream?run_id=${runId}`

/** Created, then followed to its last event: two requests. */
export const runOnHeddle: RunClient = async (connection) => {
  const started = performance.now()
  const runId = await createRun(connection, 'echo')
  let firstEventMs: number | undefined
  const response = await connection.get(getStreamPath(runId), () => {
    firstEventMs ??= performance.now() - started
  })
  const isCorrect = response.body.includes('event: run.completed') && response.body.includes(RESULT)
  if (firstEventMs === undefined || !isCorrect) throw toUnexpectedError(response)
  return { firstEventMs, resultMs: performance.now() - started }
}

const peerRun = { assistant_id: 'echo', input }

const waitOnPeer = async (connection: HttpConnection, path: string, body: object): Promise<RunTimes> => {
  const started = performance.now()
  const response = await connection.post(path, JSON.stringify(body))
  if (!response.body.includes(RESULT)) throw toUnexpectedError(response)
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
export const streamOnPeer: RunClient = async (connection) => {
  const started = performance.now()
  let firstEventMs: number | undefined
  let resultMs: number | undefined
  const response = await connection.post('/runs/stream', JSON.stringify(peerRun), (chunk) => {
    firstEventMs ??= performance.now() - started
    if (chunk.includes(RESULT)) resultMs ??= performance.now() - started
  })
  if (firstEventMs === undefined || resultMs === undefined) throw toUnexpectedError(response)
  return { firstEventMs, resultMs }
}

export const toUnexpectedError = ({ status, body }: HttpResponse): Error =>
  new Error(`not what was expected: ${String(status)} ${body.slice(0, 500)}`)
