/** Runs in threads of their own, as LangGraph's clients make them. */
import { Type, type Static } from 'typebox'
import { OURS, toNewLgRun } from '../../domain/runs/to-langgraph-run.js'
import type { LgRuns } from '../../langgraph/runs.js'
import { AppError } from '../../errors.js'
import { Nullable, OneOf, Uuid } from '../../schema/common.js'
import { LgRunCreate } from '../../schema/langgraph-run.js'
import { RunCreate } from '../../schema/run.js'
import { dialectRoute, type DialectRoute } from './route.js'
import { CancelAction, type RunRouteParts } from './runs.js'
import { lastEventId, streamRun } from './run-stream.js'
import { waitForRun } from './run-result.js'

/** With a thread it is a run of the native dialect, which has this path too. */
const Either = Type.Unsafe<Static<typeof LgRunCreate> & { thread_id?: string }>({
  if: { required: ['thread_id'] },
  then: RunCreate,
  else: LgRunCreate,
})

interface Cancelled {
  thread_id?: string | null
  run_ids?: string[] | null
  status?: 'pending' | 'running' | 'all' | null
}

const which = ({ thread_id, run_ids, status }: Cancelled): Parameters<LgRuns['cancelMany']>[1] => {
  if (status == null && thread_id != null && run_ids != null)
    return { thread_id: thread_id.toLowerCase(), run_ids: run_ids.map((id) => id.toLowerCase()) }
  if (status != null && thread_id == null && run_ids == null)
    return { statuses: status === 'all' ? ['queued', 'in_progress'] : OURS[status] }
  const text = 'either status alone, or thread_id and run_ids'
  throw new AppError('validation_error', `say ${text}`, { status: text })
}

export const statelessRunRoutes = (parts: RunRouteParts): DialectRoute[] => {
  const { lgRuns, runs } = parts
  return [
    dialectRoute({
      method: 'POST',
      path: '/runs',
      operationId: 'lgCreateStatelessRun',
      summary: 'Make a run in a thread of its own, in the background',
      auth: { resource: 'threads', action: 'create_run' },
      body: Either,
      bodyFactor: 10,
      handle: async ({ tenant, body, header, receipt, reply, configurable, isUser }) => {
        if (body.thread_id !== undefined) {
          if (isUser) throw new AppError('forbidden', 'with thread_id this is not of the LangGraph API')
          const made = await runs.create(tenant, body as Static<typeof RunCreate>, receipt)
          return reply.code(201).send(made)
        }
        const run = await lgRuns.create(tenant, body, { isStreamed: true, configurable, receipt })
        header('content-location', `/runs/${run.run_id}`)
        return toNewLgRun(run)
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/stream',
      operationId: 'lgStreamStatelessRun',
      summary: 'Make a run in a thread of its own, and follow it',
      auth: { resource: 'threads', action: 'create_run' },
      body: LgRunCreate,
      bodyFactor: 10,
      isFollowed: true,
      handle: async ({ tenant, body, header, reply, configurable, receipt, earlier }) => {
        const where = { isStreamed: true, configurable, receipt, earlier }
        const run = await lgRuns.create(tenant, body, where)
        header('content-location', `/runs/${run.run_id}`)
        header('location', `/runs/${run.run_id}/stream`)
        return streamRun(parts, reply, run, {
          after: null,
          modes: [],
          isTied: body.on_disconnect === 'cancel',
        })
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/wait',
      operationId: 'lgWaitForStatelessRun',
      summary: 'Make a run in a thread of its own, and wait for what it comes to',
      auth: { resource: 'threads', action: 'create_run' },
      body: LgRunCreate,
      bodyFactor: 10,
      isFollowed: true,
      handle: async ({ tenant, body, header, reply, configurable, receipt, earlier }) => {
        const where = { isStreamed: false, configurable, receipt, earlier }
        const run = await lgRuns.create(tenant, body, where)
        header('content-location', `/threads/${run.thread_id}/runs/${run.run_id}`)
        header('location', `/threads/${run.thread_id}/runs/${run.run_id}/join`)
        return waitForRun(parts, reply, run, body.on_disconnect === 'cancel')
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/batch',
      operationId: 'lgCreateRuns',
      summary: 'Make several runs, each in a thread of its own',
      auth: { resource: 'threads', action: 'create_run', isEach: true },
      body: Type.Array(LgRunCreate, { minItems: 1, maxItems: 1000 }),
      bodyFactor: 10,
      takesArrays: true,
      handle: async ({ tenant, body, configurable, receipt }) =>
        (await lgRuns.batch(tenant, body, configurable, receipt)).map(toNewLgRun),
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/cancel',
      operationId: 'lgCancelRuns',
      summary: 'Cancel runs of a thread, or all that wait or run',
      status: 204,
      query: Type.Object({ action: CancelAction }),
      body: Type.Object({
        thread_id: Type.Optional(Nullable(Uuid)),
        run_ids: Type.Optional(Nullable(Type.Array(Uuid, { minItems: 1, maxItems: 1000 }))),
        status: Type.Optional(Nullable(OneOf(['pending', 'running', 'all'], 'All that are in this state.'))),
      }),
      auth: 'own',
      handle: async ({ tenant, body, query, authorise }) => {
        const { thread_id } = body
        const value = thread_id == null ? {} : { thread_id }
        const { only } = await authorise({ resource: 'threads', action: 'update', value })
        if (thread_id == null && only !== null)
          throw new AppError('forbidden', 'name the thread whose runs are to be cancelled')
        await lgRuns.cancelMany(tenant, which(body), query.action ?? 'interrupt')
      },
    }),
    dialectRoute({
      method: 'GET',
      path: '/runs/{run_id}/stream',
      operationId: 'lgJoinStatelessStream',
      summary: 'Follow a run',
      auth: { resource: 'threads', action: 'read' },
      params: Type.Object({ run_id: Uuid }),
      handle: async ({ tenant, params: { run_id }, header, request, reply }) => {
        const run = await runs.row(tenant, run_id)
        header('content-location', `/runs/${run_id}`)
        header('location', `/runs/${run_id}/stream`)
        const after = lastEventId(request.headers['last-event-id'])
        return streamRun(parts, reply, run, { after, modes: [], isTied: false })
      },
    }),
  ]
}
