/** Streams a run over SSE to LangGraph clients: replays the stored events, then follows new ones until the run ends. */
import type { FastifyReply } from 'fastify'
import { isFinal } from '../../domain/runs/run-state.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { Bus } from '../../events/bus.js'
import { isLangGraphEvent, langGraphEventName, type RunEvent } from '../../events/run-event.js'
import { RunTail } from '../../events/run-tail.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { EventStreams } from '../http/sse.js'
import type { LastEventId } from './last-event-id.js'

export interface RunStreamDeps {
  bus: Bus
  runEvents: RunEventStore
  streams: EventStreams
  cancellation: RunCancellation
}

interface StreamOptions {
  /** Anything but a number streams from the beginning. */
  lastEventId: LastEventId
  /** The stream modes to send; empty for all modes of the run. */
  modes: readonly string[]
  /** Cancels the run if the client disconnects before it ends. */
  cancelOnDisconnect: boolean
}

const toFrame = (event: string, data: string, id: number): string =>
  `event: ${event}\ndata: ${data}\nid: ${String(id)}\n\n`

export const streamRun = (
  { bus, runEvents, streams, cancellation }: RunStreamDeps,
  reply: FastifyReply,
  run: Row<'runs'>,
  { lastEventId, modes, cancelOnDisconnect }: StreamOptions,
): FastifyReply => {
  const { tenant_id, run_id } = run
  reply.request.largeInput?.release()
  let hasEnded = false
  let hasFailed = false
  const stream = streams.open(reply, () => {
    tail.stop()
    if (!hasEnded && cancelOnDisconnect) void cancellation.cancelRun(tenant_id, run_id).catch(() => undefined)
  })
  const toFrames = (event: RunEvent): string => {
    if (event.type === 'run.failed' && !hasFailed)
      return toFrame('error', JSON.stringify(toErrorData(event)), event.seq)
    if (!isLangGraphEvent(event.type)) return ''
    const name = langGraphEventName(event.type)
    hasFailed ||= name === 'error'
    if (name !== 'error' && modes.length > 0 && !modes.includes(streamModeFrom(name))) return ''
    return toFrame(name, parseEventData(event), event.seq)
  }
  if (typeof lastEventId !== 'number')
    stream.write(toFrame('metadata', JSON.stringify({ run_id, attempt: 1 }), 0))
  const tail = new RunTail({
    bus,
    runEvents,
    run: { tenant_id, run_id },
    after: typeof lastEventId === 'number' ? lastEventId : 0,
    write: (events) => {
      const text = events.map(toFrames).join('')
      return text === '' || stream.write(text)
    },
    onEnd: () => {
      hasEnded = true
      stream.end()
    },
  })
  stream.onDrain(() => {
    tail.resume()
  })
  if (isFinal(run.status)) tail.finish()
  return reply
}

/** The mode of `messages/partial` is `messages`, the mode of `updates|node:id` is `updates`. */
const streamModeFrom = (name: string): string => /^[\w-]+/.exec(name)?.[0] ?? name

/** An event that consists of its type, its data and its time, as most do. */
const BEFORE_DATA = /^\{"type":"[^"\\]*","data":/
const AFTER_DATA = /,"timestamp":"[^"\\]*"\}$/
/** Longer than any time. */
const MAX_AFTER_DATA = 50
/** The beginning of an event whose data is a value of the thread; see addJsonField(). */
const BEFORE_VALUE = /^\{"type":"[^"\\]*","timestamp":"[^"\\]*","data":/

/** Returns the data without parsing it, where its place is known. */
const parseEventData = ({ text }: RunEvent): string => {
  const value = BEFORE_VALUE.exec(text)?.[0]
  if (value !== undefined) return text.slice(value.length, -1)
  const before = BEFORE_DATA.exec(text)?.[0]
  const after = AFTER_DATA.exec(text.slice(-MAX_AFTER_DATA))?.[0]
  if (before !== undefined && after !== undefined) return text.slice(before.length, -after.length)
  const { data, output } = JSON.parse(text) as { data?: unknown; output?: unknown }
  return JSON.stringify(data ?? output ?? null)
}

/** True if no stream events were stored, because the client that created the run only waits for its result. */
export const isNotStreamed = ({ kwargs }: Pick<Row<'runs'>, 'kwargs'>): boolean =>
  kwargs === null || (JSON.parse(kwargs) as Partial<RunKwargs>).is_streamed !== true

/** The payload of an `error` event in the form that the SDKs read. */
export const toErrorData = ({ text }: RunEvent): { error: string; message: string } => {
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } }
  return { error: error?.code ?? 'Error', message: error?.message ?? '' }
}
