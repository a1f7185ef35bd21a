/** Streams the runs of a thread, one after another, over one SSE connection that stays open until the client closes it. */
import { Type } from 'typebox'
import { getEndPosition } from '../../langgraph/protocol/thread-position.js'
import { MAX_EVENTS_PER_STORED_EVENT, toThreadSeq } from '../../langgraph/protocol/protocol-event.js'
import { ThreadTail, type ThreadTailDeps } from '../../langgraph/protocol/thread-tail.js'
import { requireThread } from '../../domain/require-resource.js'
import { isFinalEvent, isLangGraphEvent, langGraphEventName, type RunEvent } from '../../events/run-event.js'
import { OneOf, Uuid } from '../../schema/common.js'
import type { JsonObject } from '../../schema/common.js'
import { LangGraphThreadStream } from '../../schema/langgraph-stream.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import type { EventStreams } from '../http/sse.js'
import { describeHeaders, describeStream } from '../http/describe-response.js'
import { LAST_EVENT_ID, LOCATION } from './describe.js'
import { parseLastEventId } from './last-event-id.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { toErrorData, isNotStreamed } from './run-stream.js'

export interface ThreadStreamDeps extends ThreadTailDeps {
  threadStore: ThreadStore
  streams: EventStreams
}

const THREAD_STREAM_MODES = ['run_modes', 'lifecycle', 'state_update'] as const
type ThreadStreamMode = (typeof THREAD_STREAM_MODES)[number]
const modeField = OneOf(THREAD_STREAM_MODES, 'The events to send.')
const modesField = Type.Optional(Type.Union([modeField, Type.Array(modeField)]))

interface ThreadStreamFrame {
  seq: number
  text: string
}

const makeFrameConverter = (requestedModes: ReadonlySet<ThreadStreamMode>) => (run: Row<'runs'>) => {
  const { run_id, ordinal } = run
  const isNotStreamedRun = isNotStreamed(run)
  return (event: RunEvent): ThreadStreamFrame[] => {
    const frames: [name: string, data: unknown][] = []
    const fields = JSON.parse(event.text) as { data?: unknown; output?: unknown }
    const isStart = event.type === 'run.started'
    if (isStart && (requestedModes.has('run_modes') || requestedModes.has('lifecycle')))
      frames.push(['metadata', { run_id, attempt: 1, status: 'run_started' }])
    if (requestedModes.has('run_modes') && isLangGraphEvent(event.type))
      frames.push([langGraphEventName(event.type), fields.data ?? null])
    if (requestedModes.has('run_modes') && isNotStreamedRun && event.type === 'run.completed')
      frames.push(['values', fields.output ?? null])
    if (requestedModes.has('run_modes') && event.type === 'run.failed')
      frames.push(['error', toErrorData(event)])
    if (requestedModes.has('state_update') && event.type === 'run.completed')
      frames.push(['state_update', { run_id, values: fields.output ?? null } satisfies JsonObject])
    if (requestedModes.has('lifecycle') && isFinalEvent(event.type))
      frames.push(['metadata', { run_id, status: 'run_done' }])
    return frames.slice(0, MAX_EVENTS_PER_STORED_EVENT).map(([name, data], index) => {
      const seq = toThreadSeq(ordinal ?? 0, event.seq, index)
      return { seq, text: `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${String(seq)}\n\n` }
    })
  }
}

export const threadStreamRoutes = (deps: ThreadStreamDeps): LangGraphRoute[] => [
  langGraphRoute({
    method: 'GET',
    path: '/threads/{thread_id}/stream',
    operationId: 'langGraphStreamThread',
    summary: 'Stream the events of a thread across its runs',
    description:
      'Without the header `Last-Event-ID`, only new events are sent; with `-`, all events of the thread.',
    tag: 'LangGraph threads',
    response: describeStream(LangGraphThreadStream, { Location: LOCATION }),
    headers: describeHeaders({ 'Last-Event-ID': LAST_EVENT_ID }),
    params: Type.Object({ thread_id: Uuid }),
    query: Type.Object({ stream_mode: modesField, stream_modes: modesField }),
    auth: { resource: 'threads', action: 'read' },
    handle: async ({ tenant, params: { thread_id }, query, header, request, reply }) => {
      const thread = { tenant_id: tenant, thread_id }
      await requireThread(deps.threadStore, tenant, thread_id)
      const lastEventId = parseLastEventId(request.headers['last-event-id'])
      // Without the header, only new events are sent.
      const after =
        lastEventId === 'start'
          ? 0
          : (lastEventId ?? (await getEndPosition(deps.runStore, deps.runEvents, thread)))
      const streamMode = query.stream_mode ?? query.stream_modes ?? 'run_modes'
      header('location', `/threads/${thread_id}/stream`)
      const stream = deps.streams.open(reply, () => {
        tail.stop()
      })
      const tail = new ThreadTail<ThreadStreamFrame>(deps, {
        thread,
        makeConverter: makeFrameConverter(new Set(Array.isArray(streamMode) ? streamMode : [streamMode])),
        after,
        write: (frames) => stream.write(frames.map(({ text }) => text).join('')),
        // The client reconnects with Last-Event-ID for the rest.
        end: () => {
          stream.end()
        },
      })
      stream.onDrain(() => {
        tail.resume()
      })
      return reply
    },
  }),
]
