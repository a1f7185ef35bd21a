/** Streams a run over SSE until it ends or requires an action. The caller renders the frames of its protocol. */
import type { FastifyReply } from 'fastify'
import { isFinal } from '../../domain/runs/run-state.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Bus } from '../../events/bus.js'
import type { RunEvent } from '../../events/run-event.js'
import { RunTail } from '../../events/run-tail.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { EventStreams } from './sse.js'

export interface FollowRunDeps {
  bus: Bus
  runs: Runs
  runEvents: RunEventStore
  streams: EventStreams
}

interface FollowRunOptions {
  /** Sequence number of the last event that the client already has. */
  after: number
  firstFrame: string
  /** Returns the frames of an event; an empty text for events that the protocol does not have. */
  renderEvent: (event: RunEvent) => string
  /** Returns the last frames. The run is undefined if it can no longer be read. */
  renderEnd: (run: Row<'runs'> | undefined) => string
  /** Called if the client disconnects before the end. */
  onDisconnect: () => void
}

export const followRun = (
  { bus, runs, runEvents, streams }: FollowRunDeps,
  reply: FastifyReply,
  run: Row<'runs'>,
  { after, firstFrame, renderEvent, renderEnd, onDisconnect }: FollowRunOptions,
): FastifyReply => {
  const { tenant_id, run_id } = run
  let isFinished = false
  const stream = streams.open(reply, () => {
    tail.stop()
    if (!isFinished) onDisconnect()
    isFinished = true
  })

  const finish = (row: Row<'runs'> | undefined): void => {
    if (isFinished) return
    isFinished = true
    tail.stop()
    stream.write(renderEnd(row))
    stream.end()
  }
  const readRun = () => runs.requireRow(tenant_id, run_id).catch(() => undefined)
  /** The run may already have been resumed by another request; then the stream keeps following it. */
  const finishIfWaiting = async (): Promise<void> => {
    const row = await readRun()
    if (row === undefined || row.status === 'requires_action') finish(row)
  }

  const tail = new RunTail({
    bus,
    runEvents,
    run: { tenant_id, run_id },
    after,
    write: (events) => {
      const text = events.map(renderEvent).join('')
      if (events.at(-1)?.type === 'run.requires_action') void finishIfWaiting()
      return text === '' || stream.write(text)
    },
    onEnd: (error) => {
      if (error === undefined) void readRun().then(finish)
      else finish(undefined)
    },
  })
  stream.onDrain(() => {
    tail.resume()
  })
  stream.write(firstFrame)
  if (isFinal(run.status)) tail.finish()
  return reply
}
