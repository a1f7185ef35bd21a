/** Follows a run on an event stream until it ends or asks for something, in the words of whichever protocol. */
import type { FastifyReply } from 'fastify'
import { isFinal } from '../../domain/runs/run-state.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Bus } from '../../events/bus.js'
import type { RunEvent } from '../../events/run-event.js'
import { RunTail } from '../../events/run-tail.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { EventStreams } from './sse.js'

export interface FollowParts {
  bus: Bus
  runs: Runs
  runEvents: RunEventStore
  streams: EventStreams
}

interface Options {
  /** Only events after this one. */
  after: number
  first: string
  /** What an event is told as; mostly nothing. */
  hear: (event: RunEvent) => string
  /** What is told of the run as it stands at its end; undefined: it can no longer be read. */
  last: (run: Row<'runs'> | undefined) => string
  /** The client went away before the end. */
  left: () => void
}

export const followRun = (
  { bus, runs, runEvents, streams }: FollowParts,
  reply: FastifyReply,
  run: Row<'runs'>,
  { after, first, hear, last, left }: Options,
): FastifyReply => {
  const { tenant_id, run_id } = run
  let isOver = false
  const stream = streams.open(reply, () => {
    tail.stop()
    if (!isOver) left()
    isOver = true
  })

  const conclude = (row: Row<'runs'> | undefined): void => {
    if (isOver) return
    isOver = true
    tail.stop()
    stream.write(last(row))
    stream.end()
  }
  const read = () => runs.row(tenant_id, run_id).catch(() => undefined)
  /** Somebody may have given it what it asked for already; then it goes on. */
  const concludeIfWaiting = async (): Promise<void> => {
    const row = await read()
    if (row === undefined || row.status === 'requires_action') conclude(row)
  }

  const tail = new RunTail({
    bus,
    runEvents,
    run: { tenant_id, run_id },
    after,
    write: (events) => {
      const text = events.map(hear).join('')
      if (events.at(-1)?.type === 'run.requires_action') void concludeIfWaiting()
      return text === '' || stream.write(text)
    },
    end: (error) => {
      if (error === undefined) void read().then(conclude)
      else conclude(undefined)
    },
  })
  stream.onDrain(() => {
    tail.resume()
  })
  stream.write(first)
  if (isFinal(run.status)) tail.finish()
  return reply
}
