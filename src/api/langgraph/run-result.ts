/** Waits for the end of a run while the connection is kept alive: line breaks, which JSON allows, and at last the result. */
import type { FastifyReply } from 'fastify'
import { resultOf } from '../../domain/runs/to-langgraph-run.js'
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Bus } from '../../events/bus.js'
import { fromEventsRow } from '../../events/run-event.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'

export interface WaitParts {
  bus: Bus
  runs: Runs
  stops: RunStops
  runEvents: RunEventStore
}

const KEEP_ALIVE_MS = 5_000
/** Those among which the error of a failed run is: before its end. */
const LAST_EVENTS = 3
/** News may be lost. */
const LOOK_MS = 2_000

/** Undefined: it was given up. */
export const untilOver = async (
  { bus, runs }: Pick<WaitParts, 'bus' | 'runs'>,
  { tenant_id, run_id }: Pick<Row<'runs'>, 'tenant_id' | 'run_id'>,
  signal: AbortSignal,
): Promise<Row<'runs'> | undefined> => {
  let wake: () => void = () => undefined
  const unfollow = bus.follow(run_id, () => {
    wake()
  })
  const timer = setInterval(() => {
    wake()
  }, LOOK_MS)
  signal.addEventListener('abort', () => {
    wake()
  })
  try {
    for (;;) {
      const news = new Promise<void>((resolve) => (wake = resolve))
      if (signal.aborted) return undefined
      const run = await runs.row(tenant_id, run_id)
      if (isFinal(run.status) || run.status === 'requires_action') return run
      await news
    }
  } finally {
    clearInterval(timer)
    unfollow()
  }
}

/** What a run came to. The name of an error that a graph threw is told by its events alone. */
export const comeTo = async (runEvents: RunEventStore, run: Row<'runs'>): Promise<unknown> => {
  if (run.status !== 'failed') return resultOf(run)
  const last = await runEvents.lastSeq(run)
  const rows = await runEvents.listAfter(run, last - LAST_EVENTS, LAST_EVENTS)
  const thrown = rows.flatMap(fromEventsRow).findLast(({ type }) => type === 'lg.error')
  return thrown === undefined
    ? resultOf(run)
    : { __error__: (JSON.parse(thrown.text) as { data?: unknown }).data }
}

export const waitForRun = async (
  parts: WaitParts,
  reply: FastifyReply,
  run: Row<'runs'>,
  isTied: boolean,
): Promise<FastifyReply> => {
  const gone = new AbortController()
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, { ...reply.getHeaders(), 'content-type': 'application/json' } as Record<
    string,
    string
  >)
  response.once('close', () => {
    if (response.writableEnded) return
    gone.abort()
    if (isTied) void parts.stops.cancel(run.tenant_id, run.run_id).catch(() => undefined)
  })
  const alive = setInterval(() => response.write('\n'), KEEP_ALIVE_MS)
  try {
    const over = await untilOver(parts, run, gone.signal)
    if (over !== undefined) response.end(JSON.stringify(await comeTo(parts.runEvents, over)))
  } catch (error) {
    response.end(JSON.stringify({ __error__: { error: 'Error', message: (error as Error).message } }))
  } finally {
    clearInterval(alive)
  }
  return reply
}
