/** Waits for a run and sends its result. Newlines, which JSON allows before a value, keep the connection alive meanwhile. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { toRunResult } from '../../domain/runs/to-langgraph-run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import { toBuffers, type OutputText } from '../../platform/shared-text.js'
import type { RunResultRow } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { stopCountingRequest } from '../http/pending-requests.js'
import { waitForRun, type RunWaitDeps } from '../http/wait-for-run.js'

export interface RunResultDeps extends RunWaitDeps {
  runEvents: RunEventStore
}

const KEEP_ALIVE_MS = 5_000
/** The `lg.error` event of a failed run is among this many last events. */
const TRAILING_EVENTS = 3

/** The result of a finished run, as JSON. The class name of an error that a graph threw is only in the `lg.error` event. */
export const getRunResult = async (runEvents: RunEventStore, run: RunResultRow): Promise<OutputText> => {
  if (run.status !== 'failed') return toRunResult(run)
  const lastSeq = await runEvents.getLastSeq(run)
  const rows = await runEvents.listAfter(run, lastSeq - TRAILING_EVENTS, TRAILING_EVENTS)
  const errorEvent = rows.flatMap(({ events }) => events).findLast(({ type }) => type === 'lg.error')
  return errorEvent === undefined
    ? toRunResult(run)
    : JSON.stringify({ __error__: (JSON.parse(errorEvent.text) as { data?: unknown }).data })
}

export const readRunResult = async (
  { runs, runEvents }: Pick<RunResultDeps, 'runs' | 'runEvents'>,
  { tenant_id, run_id }: Pick<Row<'runs'>, 'tenant_id' | 'run_id'>,
): Promise<OutputText> => getRunResult(runEvents, await runs.requireResult(tenant_id, run_id))

export const sendRunResult = async (
  deps: RunResultDeps,
  reply: FastifyReply,
  run: Row<'runs'>,
  cancelOnDisconnect: boolean,
): Promise<FastifyReply> => {
  const disconnected = new AbortController()
  reply.request.largeInput?.release()
  reply.hijack()
  stopCountingRequest(reply.request)
  const response = reply.raw
  response.writeHead(200, { ...reply.getHeaders(), 'content-type': 'application/json' } as Record<
    string,
    string
  >)
  response.once('close', () => {
    if (response.writableEnded) return
    disconnected.abort()
    if (cancelOnDisconnect) void deps.cancellation.cancelRun(run.tenant_id, run.run_id).catch(() => undefined)
  })
  const keepAlive = setInterval(() => response.write('\n'), KEEP_ALIVE_MS)
  try {
    if (await waitForRun(deps, run, disconnected.signal)) endWith(response, await readRunResult(deps, run))
  } catch (error) {
    response.end(JSON.stringify({ __error__: { error: 'Error', message: (error as Error).message } }))
  } finally {
    clearInterval(keepAlive)
  }
  return reply
}

/** The pieces of a large result are sent together, in one system call. */
const endWith = (response: ServerResponse, result: OutputText): void => {
  const pieces = typeof result === 'string' ? [result] : toBuffers(result)
  const last = pieces.pop()
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end(last)
}
