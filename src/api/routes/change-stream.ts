/** `GET /events`: streams the changes of the tenant's resources. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { toIso } from '../../domain/row-mappers.js'
import { AppError, validationError } from '../../errors.js'
import type { ChangeFrame } from '../../events/change-feed.js'
import type { ChangeFeeds } from '../../events/change-feeds.js'
import { CHANGE_TOPICS, ChangeQuery, ChangesStreamed, type ChangeTopic } from '../../schema/change.js'
import { API_PREFIX, errorResponses } from '../http/route.js'
import type { EventStreams } from '../http/sse.js'

interface Deps {
  feeds: ChangeFeeds
  streams: EventStreams
}

const MAX_STREAMS_PER_TENANT = 100
const POSITION = /^[0-9a-z]+\.\d{1,15}$/

export const serveChangeStream = (server: FastifyInstance, { feeds, streams }: Deps): void => {
  const schema = {
    operationId: 'streamChanges',
    summary: 'Follow the changes of runs, threads, evaluations and deliveries',
    description:
      'Server-Sent Events that say which resources of the tenant changed, on any node. The first frame is `ready` or, if changes may be ' +
      'missing, `reset`. Each tenant can have 100 of these streams on a node.',
    tags: ['Statistics'],
    querystring: ChangeQuery,
    produces: ['text/event-stream'],
    response: { 200: ChangesStreamed, ...errorResponses({ method: 'GET', query: ChangeQuery }) },
  }
  const options = { config: { scope: 'read' } as const, schema }
  server.get<{ Querystring: Static<typeof ChangeQuery> }>(
    `${API_PREFIX}/events`,
    options,
    async (request, reply) => {
      const { query, principal } = request
      const after = parsePosition(query.after, request.headers['last-event-id'])
      if (feeds.countStreams(principal.tenant_id) >= MAX_STREAMS_PER_TENANT) {
        const limit = String(MAX_STREAMS_PER_TENANT)
        throw new AppError(
          'rate_limit_exceeded',
          `The tenant has ${limit} streams of changes open on this node`,
        )
      }
      const topics = new Set((query.topics?.split(',') ?? CHANGE_TOPICS) as ChangeTopic[])
      const stream = streams.open(reply, () => {
        feedStream.close()
      })
      const feedStream = feeds.open(
        principal.tenant_id,
        {
          topics,
          write: (frame) => stream.write(toSseFrame(frame)),
          onError: () => {
            stream.end()
          },
        },
        after,
      )
      stream.onDrain(() => {
        feedStream.resume()
      })
      return reply
    },
  )
}

/** When a browser reconnects, the header is newer than the query of the URL. */
const parsePosition = (
  after: string | undefined,
  header: string | string[] | undefined,
): string | undefined => {
  const hasHeader = typeof header === 'string' && header !== ''
  const position = hasHeader ? header : after
  if (position === undefined || POSITION.test(position)) return position
  throw validationError(hasHeader ? 'Last-Event-ID' : 'after', 'must be the id of a frame of this stream')
}

const toSseFrame = ({ id, event, states }: ChangeFrame): string => {
  const changes = states.map(({ topic, id: resourceId, status, updated_at }) => ({
    topic,
    id: resourceId,
    status,
    updated_at: toIso(updated_at),
  }))
  const data = event === 'changes' ? { changes } : {}
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
