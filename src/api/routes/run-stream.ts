/** `GET /stream`: replays the events of a run, then streams new ones until the last. */
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import { isFinal } from '../../domain/runs/run-state.js'
import type { Runs } from '../../domain/runs/runs.js'
import { validationError } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import { isLangGraphEvent, toSseFrame } from '../../events/run-event.js'
import { RunTail } from '../../events/run-tail.js'
import { Uuid } from '../../schema/common.js'
import { RunEventStreamed } from '../../schema/run-event.js'
import type { RunEventStore } from '../../store/runs/events.js'
import { describeHeaders } from '../http/describe-response.js'
import { errorResponses, API_PREFIX, toUnprefixedSchema } from '../http/route.js'
import type { EventStreams } from '../http/sse.js'

const Query = Type.Object(
  {
    run_id: Uuid,
    last_event_id: Type.Optional(
      Type.Integer({
        minimum: -1,
        description: 'Sends only events after this one; same as the header Last-Event-ID.',
      }),
    ),
  },
  { additionalProperties: false },
)

interface Deps {
  runs: Runs
  runEvents: RunEventStore
  bus: Bus
  streams: EventStreams
}

export const serveRunStream = (server: FastifyInstance, { runs, runEvents, bus, streams }: Deps): void => {
  const schema = {
    operationId: 'streamRun',
    summary: 'Follow the events of a run',
    description:
      'Server-Sent Events: first the stored events (or those after `Last-Event-ID`), then new events until the last event ' +
      'of the run. `id` is a sequence number that increases by one within the run, `event` the type, `data` a JSON object.',
    tags: ['Runs'],
    querystring: Query,
    headers: describeHeaders({ 'Last-Event-ID': 'Sends only events after this one.' }),
    produces: ['text/event-stream'],
    response: {
      200: RunEventStreamed,
      ...errorResponses({ method: 'GET', query: Query, errors: ['resource_not_found'] }),
    },
  }
  for (const url of [`${API_PREFIX}/stream`, '/stream']) {
    const isUnprefixed = !url.startsWith(API_PREFIX)
    const options = {
      config: { scope: 'read' } as const,
      schema: isUnprefixed ? toUnprefixedSchema(schema) : schema,
    }
    server.get<{ Querystring: Static<typeof Query> }>(url, options, async (request, reply) => {
      const { query, principal } = request
      const after = query.last_event_id ?? parseLastEventId(request.headers['last-event-id'])
      const run = await runs.requireRow(principal.tenant_id, query.run_id.toLowerCase())
      const { run_id, thread_id } = run
      const stream = streams.open(reply, () => {
        tail.stop()
      })
      const tail = new RunTail({
        bus,
        runEvents,
        run: { tenant_id: principal.tenant_id, run_id },
        after: Math.max(0, after),
        write: (events) => {
          const nativeEvents = events.filter(({ type }) => !isLangGraphEvent(type))
          if (nativeEvents.length === 0) return true
          return stream.write(nativeEvents.map((event) => toSseFrame(event, run_id, thread_id)).join(''))
        },
        // If the store fails, the stream ends without the last event; the client reconnects with Last-Event-ID.
        onEnd: () => {
          stream.end()
        },
      })
      stream.onDrain(() => {
        tail.resume()
      })
      if (isFinal(run.status)) tail.finish()
      return reply
    })
  }
}

const parseLastEventId = (header: string | string[] | undefined): number => {
  if (header === undefined || header === '') return 0
  const number = Number(header)
  if (Number.isInteger(number)) return number
  throw validationError('Last-Event-ID', 'must be the id of an event')
}
