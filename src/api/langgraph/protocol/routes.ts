/** The agent streaming protocol over HTTP: commands are requests, events are an SSE stream that stays open across runs. */
import { Type } from 'typebox'
import { matchesFilter } from '../../../langgraph/protocol/event-filter.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { makeProtocolConverter } from '../../../langgraph/protocol/convert-run.js'
import { getStartPosition } from '../../../langgraph/protocol/thread-position.js'
import { ThreadTail, type ThreadTailDeps } from '../../../langgraph/protocol/thread-tail.js'
import { AppError } from '../../../errors.js'
import { Uuid } from '../../../schema/common.js'
import {
  EventsRequest,
  ProtocolCommand,
  ProtocolEventStream,
  ProtocolResponse,
} from '../../../schema/langgraph-protocol.js'
import { describeStream } from '../../http/describe-response.js'
import type { EventStreams } from '../../http/sse.js'
import { langGraphRoute, type LangGraphRoute } from '../route.js'
import type { Commands } from './commands.js'
import { checkSubscription } from './parse-params.js'

export interface ProtocolRouteDeps extends ThreadTailDeps {
  commands: Commands
  streams: EventStreams
}

const threadParams = Type.Object({ thread_id: Uuid })

const toFrame = (event: ProtocolEvent): string =>
  `id: ${event.event_id}\nevent: ${event.method}\ndata: ${JSON.stringify(event)}\n\n`

export const protocolRoutes = (deps: ProtocolRouteDeps): LangGraphRoute[] => [
  langGraphRoute({
    method: 'POST',
    path: '/threads/{thread_id}/commands',
    operationId: 'langGraphCommand',
    summary: 'Execute a command of the agent streaming protocol',
    description:
      'A command starts a run, responds to an interrupt, or reads the state. Commands that create runs also require the scope `write`. A thread that does not exist is created.',
    tag: 'LangGraph streaming protocol',
    response: ProtocolResponse,
    params: threadParams,
    body: ProtocolCommand,
    bodyLimitFactor: 10,
    // Commands that create runs also require the scope write.
    scope: 'read',
    auth: 'in_handler',
    handle: ({ tenant, params: { thread_id }, body, request, authorize, configurable }) => {
      const { scopes } = request.principal
      return deps.commands({ tenant_id: tenant, thread_id }, { scopes, authorize, configurable }, body)
    },
  }),
  langGraphRoute({
    method: 'POST',
    path: '/threads/{thread_id}/stream/events',
    operationId: 'langGraphStreamEvents',
    summary: 'Stream the events of a thread across its runs',
    description: 'One connection for all runs of the thread. It can be opened before the first run exists.',
    tag: 'LangGraph streaming protocol',
    response: describeStream(ProtocolEventStream),
    params: threadParams,
    body: EventsRequest,
    scope: 'read',
    auth: { resource: 'threads', action: 'read' },
    handle: async ({ tenant, params: { thread_id }, body, reply }) => {
      try {
        checkSubscription(body)
      } catch (error) {
        throw new AppError('validation_error', (error as Error).message)
      }
      const key = { tenant_id: tenant, thread_id }
      const after = body.since ?? (await getStartPosition(deps.runStore, key))
      const stream = deps.streams.open(reply, () => {
        tail.stop()
      })
      const tail = new ThreadTail(deps, {
        thread: key,
        makeConverter: makeProtocolConverter,
        after,
        write: (events) => {
          const text = events
            .filter((event) => matchesFilter(event, body))
            .map(toFrame)
            .join('')
          return text === '' || stream.write(text)
        },
        // The client reconnects with `since` for the rest.
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
