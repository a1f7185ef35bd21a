/** Waits for the end of a run while the connection is kept alive: line breaks, which JSON allows, and at last the result. */
import type { FastifyReply } from 'fastify'
import { toRunResult } from '../../domain/runs/to-langgraph-run.js'
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Bus } from '../../events/bus.js'
import { parseEventsRow } from '../../events/run-event.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'

export interface RunWaitDeps {
  bus: Bus
  runs: Runs
  cancellation: RunCancellation
  runEvents: RunEventStore
}

const KEEP_ALIVE_MS = 5_000
/** Those among which the error of a failed run is: before its end. */
const TRAILING_EVENTS = 3
/** News may be lost. */
const POLL_MS = 2_000

/** Undefined: it was given up. */
export const waitForRun = async (
  { bus, runs }: Pick<RunWaitDeps, 'bus' | 'runs'>,
  { tenant_id, run_id }: Pick<Row<'runs'>, 'tenant_id' | 'run_id'>,
  signal: AbortSignal,
): Promise<Row<'runs'> | undefined> => {
  let wake: () => void = () => undefined
  const unsubscribe = bus.subscribe(run_id, () => {
    wake()
  })
  const timer = setInterval(() => {
    wake()
  }, POLL_MS)
  signal.addEventListener('abort', () => {
    wake()
  })
  try {
    for (;;) {
      const notification = new Promise<void>((resolve) => (wake = resolve))
      if (signal.aborted) return undefined
      const run = await runs.row(tenant_id, run_id)
      if (isFinal(run.status) || run.status === 'requires_action') return run
      await notification
    }
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}

/** What a run came to. The name of an error that a graph threw is told by its events alone. */
export const getRunResult = async (runEvents: RunEventStore, run: Row<'runs'>): Promise<unknown> => {
  if (run.status !== 'failed') return toRunResult(run)
  const lastSeq = await runEvents.getLastSeq(run)
  const rows = await runEvents.listAfter(run, lastSeq - TRAILING_EVENTS, TRAILING_EVENTS)
  const errorEvent = rows.flatMap(parseEventsRow).findLast(({ type }) => type === 'lg.error')
  return errorEvent === undefined
    ? toRunResult(run)
    : { __error__: (JSON.parse(errorEvent.text) as { data?: unknown }).data }
}

export const sendRunResult = async (
  deps: RunWaitDeps,
  reply: FastifyReply,
  run: Row<'runs'>,
  cancelOnDisconnect: boolean,
): Promise<FastifyReply> => {
  const disconnected = new AbortController()
  reply.hijack()
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
    const finishedRun = await waitForRun(deps, run, disconnected.signal)
    if (finishedRun !== undefined)
      response.end(JSON.stringify(await getRunResult(deps.runEvents, finishedRun)))
  } catch (error) {
    response.end(JSON.stringify({ __error__: { error: 'Error', message: (error as Error).message } }))
  } finally {
    clearInterval(keepAlive)
  }
  return reply
}
