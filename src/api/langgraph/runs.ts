/** Runs in threads, as LangGraph's clients make and follow them. */
import { Type } from 'typebox'
import { selecting } from '../../langgraph/row-mappers.js'
import { OURS, toLgRun, toNewLgRun } from '../../domain/runs/to-langgraph-run.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { refuse } from '../../domain/runs/parse-config.js'
import type { LgRuns } from '../../langgraph/runs.js'
import { OneOf, Uuid } from '../../schema/common.js'
import { LG_RUN_STATUSES, LgRun, LgRunCreate } from '../../schema/langgraph-run.js'
import { STREAM_MODES } from '../../schema/run-kwargs.js'
import { dialectRoute, paged, type DialectRoute } from './route.js'
import { flag, isSet } from './flags.js'
import { lastEventId, streamRun, type StreamParts } from './run-stream.js'
import { comeTo, untilOver, waitForRun, type WaitParts } from './run-result.js'

export interface RunRouteParts extends StreamParts, WaitParts {
  lgRuns: LgRuns
}

const thread = Type.Object({ thread_id: Uuid })
const runParams = Type.Object({ thread_id: Uuid, run_id: Uuid })

export const CancelAction = Type.Optional(OneOf(['interrupt', 'rollback'], 'What becomes of what it did.'))

const FIELDS = Object.keys(LgRun.properties)

/** The SDKs repeat a parameter that has several values; others join them by commas. */
const listed = (value: string | string[] | undefined): string[] | undefined =>
  Array.isArray(value) ? value : value?.split(',')

const modesOf = (value: string | string[] | undefined): string[] => {
  const modes = listed(value) ?? []
  const unknown = modes.find((mode) => !(STREAM_MODES as readonly string[]).includes(mode))
  if (unknown !== undefined) throw refuse('stream_mode', `must be one of ${STREAM_MODES.join(', ')}`)
  return modes.map((mode) => mode.replace('messages-tuple', 'messages'))
}

export const threadRunRoutes = (parts: RunRouteParts): DialectRoute[] => {
  const { lgRuns } = parts
  const placeOf = ({ thread_id, run_id }: { thread_id: string; run_id: string }) =>
    `/threads/${thread_id}/runs/${run_id}`
  return [
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs',
      operationId: 'lgCreateRun',
      summary: 'Make a run in the background',
      auth: { resource: 'threads', action: 'create_run' },
      params: thread,
      body: LgRunCreate,
      bodyFactor: 10,
      handle: async ({ tenant, params, body, header, configurable, receipt }) => {
        const where = { ...params, isStreamed: true, configurable, receipt }
        const run = await lgRuns.create(tenant, body, where)
        header('content-location', placeOf(run))
        return toNewLgRun(run)
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/stream',
      operationId: 'lgStreamRun',
      summary: 'Make a run and follow it',
      auth: { resource: 'threads', action: 'create_run' },
      params: thread,
      body: LgRunCreate,
      bodyFactor: 10,
      isFollowed: true,
      handle: async ({ tenant, params, body, header, reply, configurable, receipt, earlier }) => {
        const where = { ...params, isStreamed: true, configurable, receipt, earlier }
        const run = await lgRuns.create(tenant, body, where)
        header('content-location', placeOf(run))
        header('location', `${placeOf(run)}/stream`)
        return streamRun(parts, reply, run, {
          after: null,
          modes: [],
          isTied: body.on_disconnect === 'cancel',
        })
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/wait',
      operationId: 'lgWaitForRun',
      summary: 'Make a run and wait for what it comes to',
      auth: { resource: 'threads', action: 'create_run' },
      params: thread,
      body: LgRunCreate,
      bodyFactor: 10,
      isFollowed: true,
      handle: async ({ tenant, params, body, header, reply, configurable, receipt, earlier }) => {
        const where = { ...params, isStreamed: false, configurable, receipt, earlier }
        const run = await lgRuns.create(tenant, body, where)
        header('content-location', placeOf(run))
        header('location', `${placeOf(run)}/join`)
        return waitForRun(parts, reply, run, body.on_disconnect === 'cancel')
      },
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs',
      operationId: 'lgListRuns',
      summary: 'List the runs of a thread, newest first',
      auth: { resource: 'threads', action: 'read' },
      params: thread,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
        offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
        status: Type.Optional(
          Type.Unsafe<(typeof LG_RUN_STATUSES)[number]>({ type: 'string', enum: LG_RUN_STATUSES }),
        ),
        select: Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'] })),
      }),
      handle: async ({ tenant, params: { thread_id }, query, header }) => {
        const { limit = 10, offset = 0, status } = query
        const select = selecting(listed(query.select), FIELDS)
        const statuses = status === undefined ? undefined : OURS[status]
        const rows = await lgRuns.list(tenant, thread_id, statuses, limit + 1, offset)
        const shown = rows.map(toLgRun).filter((run) => status === undefined || run.status === status)
        return paged(shown, { limit, offset }, header).map(select)
      },
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}',
      operationId: 'lgGetRun',
      summary: 'Read a run',
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      handle: async ({ tenant, params }) => toLgRun(await lgRuns.get(tenant, params)),
    }),
    dialectRoute({
      method: 'DELETE',
      path: '/threads/{thread_id}/runs/{run_id}',
      operationId: 'lgDeleteRun',
      summary: 'Delete a run that has ended',
      auth: { resource: 'threads', action: 'delete' },
      params: runParams,
      status: 204,
      handle: ({ tenant, params }) => lgRuns.remove(tenant, params),
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/join',
      operationId: 'lgJoinRun',
      summary: 'Wait for what a run comes to',
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      query: Type.Object({ cancel_on_disconnect: flag }),
      handle: async ({ tenant, params, query, header, reply }) => {
        const run = await lgRuns.get(tenant, params)
        header('location', `${placeOf(run)}/join`)
        return waitForRun(parts, reply, run, isSet(query.cancel_on_disconnect))
      },
    }),
    dialectRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/stream',
      operationId: 'lgJoinStream',
      summary: 'Follow a run',
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      query: Type.Object({
        cancel_on_disconnect: flag,
        stream_mode: Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'] })),
      }),
      handle: async ({ tenant, params, query, header, request, reply }) => {
        const run = await lgRuns.get(tenant, params)
        header('location', `${placeOf(run)}/stream`)
        return streamRun(parts, reply, run, {
          after: lastEventId(request.headers['last-event-id']),
          modes: modesOf(query.stream_mode),
          isTied: isSet(query.cancel_on_disconnect),
        })
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/{run_id}/cancel',
      operationId: 'lgCancelRun',
      summary: 'Cancel a run; with rollback, undo what it did',
      auth: { resource: 'threads', action: 'update' },
      params: runParams,
      query: Type.Object({
        wait: flag,
        action: CancelAction,
      }),
      handle: async ({ tenant, params, query, reply }) => {
        const run = await lgRuns.cancel(tenant, params, query.action ?? 'interrupt')
        if (!isSet(query.wait)) return reply.code(202).send({})
        const over = isFinal(run.status) ? run : await untilOver(parts, run, AbortSignal.timeout(30_000))
        return over === undefined ? {} : comeTo(parts.runEvents, over)
      },
    }),
  ]
}
