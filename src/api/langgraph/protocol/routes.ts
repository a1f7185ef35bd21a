/** The agent streaming protocol over HTTP: commands as requests, events as a stream that stays open across runs. */
import { Type } from 'typebox'
import { isWanted } from '../../../langgraph/protocol/event-filter.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { tellProtocol } from '../../../langgraph/protocol/convert-run.js'
import { beginningOf } from '../../../langgraph/protocol/thread-position.js'
import { ThreadTail, type ThreadTailParts } from '../../../langgraph/protocol/thread-tail.js'
import { AppError } from '../../../errors.js'
import { Uuid } from '../../../schema/common.js'
import { EventsRequest, ProtocolCommand } from '../../../schema/langgraph-protocol.js'
import type { EventStreams } from '../../http/sse.js'
import { dialectRoute, type DialectRoute } from '../route.js'
import type { Commands } from './commands.js'
import { refuseUnknown } from './parse-params.js'

export interface ProtocolRouteParts extends ThreadTailParts {
  commands: Commands
  streams: EventStreams
}

const thread = Type.Object({ thread_id: Uuid })

const toFrame = (event: ProtocolEvent): string =>
  `id: ${event.event_id}\nevent: ${event.method}\ndata: ${JSON.stringify(event)}\n\n`

export const protocolRoutes = (parts: ProtocolRouteParts): DialectRoute[] => [
  dialectRoute({
    method: 'POST',
    path: '/threads/{thread_id}/commands',
    operationId: 'lgCommand',
    summary: 'Carry out a command of the agent streaming protocol',
    params: thread,
    body: ProtocolCommand,
    bodyFactor: 10,
    // Those that change something ask for more.
    scope: 'read',
    auth: 'own',
    handle: ({ tenant, params: { thread_id }, body, request, authorise, configurable }) => {
      const { scopes } = request.principal
      return parts.commands({ tenant_id: tenant, thread_id }, { scopes, authorise, configurable }, body)
    },
  }),
  dialectRoute({
    method: 'POST',
    path: '/threads/{thread_id}/stream/events',
    operationId: 'lgStreamEvents',
    summary: 'Follow what happens in a thread, across its runs',
    params: thread,
    body: EventsRequest,
    scope: 'read',
    auth: { resource: 'threads', action: 'read' },
    handle: async ({ tenant, params: { thread_id }, body, reply }) => {
      try {
        refuseUnknown(body)
      } catch (error) {
        throw new AppError('validation_error', (error as Error).message)
      }
      const key = { tenant_id: tenant, thread_id }
      const after = body.since ?? (await beginningOf(parts.runStore, key))
      const stream = parts.streams.open(reply, () => {
        tail.stop()
      })
      const tail = new ThreadTail(parts, {
        thread: key,
        telling: tellProtocol,
        after,
        write: (events) => {
          const text = events
            .filter((event) => isWanted(event, body))
            .map(toFrame)
            .join('')
          return text === '' || stream.write(text)
        },
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
