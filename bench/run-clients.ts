/** Clients that create a run and wait for its result on either server. Every result is checked. */
import { randomUUID } from 'node:crypto'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import type { HttpResponse, HttpConnection } from './http-connection.js'

export interface RunTimes {
  /** From the request to the first event, or to the result if the client does not stream. */
  firstEventMs: number
  resultMs: number
}

export type RunClient = (connection: HttpConnection) => Promise<RunTimes>

const input = { text: 'weft' }
const RESULT = '"reply":"WEFT"'
const RUN_ID = /"run_id":"([^"]+)"/

const buildRunBody = (graph: string, fields: object = {}): string =>
  JSON.stringify({ assistant_id: builtInAssistantId(graph), input, ...fields })

/** Creates a run of a project graph and returns its id. */
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

/** Creates a run and follows it to its last event, with two requests. */
export const runOnHeddleWith =
  (graph: string): RunClient =>
  async (connection) => {
    const started = performance.now()
    const runId = await createRun(connection, graph)
    let firstEventMs: number | undefined
    const response = await connection.get(getStreamPath(runId), () => {
      firstEventMs ??= performance.now() - started
    })
    const isCorrect = response.body.includes('event: run.completed') && response.body.includes(RESULT)
    if (firstEventMs === undefined || !isCorrect) throw toUnexpectedError(response)
    return { firstEventMs, resultMs: performance.now() - started }
  }

export const runOnHeddle = runOnHeddleWith('echo')

const peerRun = { assistant_id: 'echo', input }

const waitOnPeer = async (connection: HttpConnection, path: string, body: object): Promise<RunTimes> => {
  const started = performance.now()
  const response = await connection.post(path, JSON.stringify(body))
  if (!response.body.includes(RESULT)) throw toUnexpectedError(response)
  const resultMs = performance.now() - started
  return { firstEventMs: resultMs, resultMs }
}

/** Sends one request that waits for the result. The peer deletes the run after its response. */
export const runOnPeer: RunClient = (connection) => waitOnPeer(connection, '/runs/wait', peerRun)

/** Runs in a new thread, whose state is stored. */
export const runInThread =
  (graph: string): RunClient =>
  (connection) =>
    waitOnPeer(connection, `/threads/${randomUUID()}/runs/wait`, {
      assistant_id: graph,
      input,
      if_not_exists: 'create',
    })

export const runInThreadOnPeer = runInThread('echo')

/**
 * Streams the run and takes the time at which the result first appears, because the peer ends its responses half a second
 * later. The next run starts after the response has ended.
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
  new Error(`unexpected response: ${String(status)} ${body.slice(0, 500)}`)
