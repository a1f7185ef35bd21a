/** What happens in a thread, run after run, as one stream that stays open until its client closes it. */
import { Type } from 'typebox'
import { endOf } from '../../langgraph/protocol/thread-position.js'
import { MOST_TOLD, seqOf } from '../../langgraph/protocol/protocol-event.js'
import { ThreadTail, type ThreadTailParts } from '../../langgraph/protocol/thread-tail.js'
import { requireThread } from '../../domain/require-resource.js'
import { AppError } from '../../errors.js'
import { isFinalEvent, isOfDialect, nameInDialect, type RunEvent } from '../../events/run-event.js'
import { OneOf, Uuid } from '../../schema/common.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import type { EventStreams } from '../http/sse.js'
import { dialectRoute, type DialectRoute } from './route.js'
import { failureIn, isUntold } from './run-stream.js'

export interface ThreadStreamParts extends ThreadTailParts {
  threadStore: ThreadStore
  streams: EventStreams
}

const MODES = ['run_modes', 'lifecycle', 'state_update'] as const
type Mode = (typeof MODES)[number]
const mode = OneOf(MODES, 'What is told.')
const modes = Type.Optional(Type.Union([mode, Type.Array(mode)]))

interface Told {
  seq: number
  text: string
}

/** The number of the last event that the client has. `-`: it wants all of them; none: those that come. */
const lastSeq = (header: string | string[] | undefined): number | undefined => {
  if (header === undefined || header === '') return undefined
  if (header === '-' || header === '-1') return 0
  const number = Number(header)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new AppError('validation_error', 'Last-Event-ID is not the id of an event of a thread', {
    'Last-Event-ID': 'is not the id of an event of a thread',
  })
}

const telling = (wanted: ReadonlySet<Mode>) => (run: Row<'runs'>) => {
  const { run_id, ordinal } = run
  const isOnlyEndTold = isUntold(run)
  return (event: RunEvent): Told[] => {
    const told: [name: string, data: unknown][] = []
    const fields = JSON.parse(event.text) as { data?: unknown; output?: unknown }
    const begins = event.type === 'run.started'
    if (begins && (wanted.has('run_modes') || wanted.has('lifecycle')))
      told.push(['metadata', { run_id, attempt: 1, status: 'run_started' }])
    if (wanted.has('run_modes') && isOfDialect(event.type))
      told.push([nameInDialect(event.type), fields.data ?? null])
    if (wanted.has('run_modes') && isOnlyEndTold && event.type === 'run.completed')
      told.push(['values', fields.output ?? null])
    if (wanted.has('run_modes') && event.type === 'run.failed') told.push(['error', failureIn(event)])
    if (wanted.has('state_update') && event.type === 'run.completed')
      told.push(['state_update', { run_id, values: fields.output ?? null } satisfies JsonObject])
    if (wanted.has('lifecycle') && isFinalEvent(event.type))
      told.push(['metadata', { run_id, status: 'run_done' }])
    return told.slice(0, MOST_TOLD).map(([name, data], place) => {
      const seq = seqOf(ordinal ?? 0, event.seq, place)
      return { seq, text: `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${String(seq)}\n\n` }
    })
  }
}

export const threadStreamRoutes = (parts: ThreadStreamParts): DialectRoute[] => [
  dialectRoute({
    method: 'GET',
    path: '/threads/{thread_id}/stream',
    operationId: 'lgStreamThread',
    summary: 'Follow what happens in a thread, across its runs',
    params: Type.Object({ thread_id: Uuid }),
    query: Type.Object({ stream_mode: modes, stream_modes: modes }),
    auth: { resource: 'threads', action: 'read' },
    handle: async ({ tenant, params: { thread_id }, query, header, request, reply }) => {
      const thread = { tenant_id: tenant, thread_id }
      await requireThread(parts.threadStore, tenant, thread_id)
      const last = lastSeq(request.headers['last-event-id'])
      const after = last ?? (await endOf(parts.runStore, parts.runEvents, thread))
      const asked = query.stream_mode ?? query.stream_modes ?? 'run_modes'
      header('location', `/threads/${thread_id}/stream`)
      const stream = parts.streams.open(reply, () => {
        tail.stop()
      })
      const tail = new ThreadTail<Told>(parts, {
        thread,
        telling: telling(new Set(Array.isArray(asked) ? asked : [asked])),
        after,
        write: (told) => stream.write(told.map(({ text }) => text).join('')),
        // The client comes back for the rest.
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
