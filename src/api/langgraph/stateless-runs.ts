/** LangGraph API: endpoints for stateless runs, each of which gets a thread of its own. */
import { Type, type Static } from 'typebox'
import { NATIVE_STATUSES, toNewLangGraphRun } from '../../domain/runs/to-langgraph-run.js'
import type { LangGraphRuns } from '../../langgraph/runs.js'
import { AppError } from '../../errors.js'
import { Nullable, OneOf, Uuid } from '../../schema/common.js'
import { LangGraphRunCreate } from '../../schema/langgraph-run.js'
import { RunCreate } from '../../schema/run.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { CancelAction, type RunRouteDeps } from './runs.js'
import { parseLastEventId } from './last-event-id.js'
import { streamRun } from './run-stream.js'
import { sendRunResult } from './run-result.js'

/** The native API has the same path: a body with thread_id is a native request. */
const NativeOrLangGraphRunCreate = Type.Unsafe<Static<typeof LangGraphRunCreate> & { thread_id?: string }>({
  if: { required: ['thread_id'] },
  then: RunCreate,
  else: LangGraphRunCreate,
})

interface CancelFilter {
  thread_id?: string | null
  run_ids?: string[] | null
  status?: 'pending' | 'running' | 'all' | null
}

const toCancelTarget = ({
  thread_id,
  run_ids,
  status,
}: CancelFilter): Parameters<LangGraphRuns['cancelMany']>[1] => {
  if (status == null && thread_id != null && run_ids != null)
    return { thread_id: thread_id.toLowerCase(), run_ids: run_ids.map((id) => id.toLowerCase()) }
  if (status != null && thread_id == null && run_ids == null)
    return { statuses: status === 'all' ? ['queued', 'in_progress'] : NATIVE_STATUSES[status] }
  const text = 'either status alone, or thread_id and run_ids'
  throw new AppError('validation_error', `Send ${text}`, { status: text })
}

export const statelessRunRoutes = (deps: RunRouteDeps): LangGraphRoute[] => {
  const { langGraphRuns, runs } = deps
  return [
    langGraphRoute({
      method: 'POST',
      path: '/runs',
      operationId: 'langGraphCreateStatelessRun',
      summary: 'Create a stateless run in the background',
      auth: { resource: 'threads', action: 'create_run' },
      body: NativeOrLangGraphRunCreate,
      bodyLimitFactor: 10,
      handle: async (request) => {
        const { tenant, caller, body, header, idempotencyStatements, reply, configurable, isProjectUser } =
          request
        if (body.thread_id !== undefined) {
          if (isProjectUser)
            throw new AppError(
              'forbidden',
              'A run with thread_id belongs to the native API, which is not available to users of the project',
            )
          const nativeRun = await runs.create(
            tenant,
            body as Static<typeof RunCreate>,
            idempotencyStatements,
            caller,
          )
          return reply.code(201).send(nativeRun)
        }
        const run = await langGraphRuns.create(tenant, body, {
          isStreamed: true,
          configurable,
          idempotencyStatements,
          caller,
        })
        header('content-location', `/runs/${run.run_id}`)
        return toNewLangGraphRun(run)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/stream',
      operationId: 'langGraphStreamStatelessRun',
      summary: 'Create a stateless run and stream it',
      auth: { resource: 'threads', action: 'create_run' },
      body: LangGraphRunCreate,
      bodyLimitFactor: 10,
      followsRun: true,
      handle: async ({
        tenant,
        caller,
        body,
        header,
        reply,
        configurable,
        idempotencyStatements,
        earlierRun,
      }) => {
        const options = { caller, isStreamed: true, configurable, idempotencyStatements, earlierRun }
        const run = await langGraphRuns.create(tenant, body, options)
        header('content-location', `/runs/${run.run_id}`)
        header('location', `/runs/${run.run_id}/stream`)
        return streamRun(deps, reply, run, {
          lastEventId: 'start',
          modes: [],
          cancelOnDisconnect: body.on_disconnect === 'cancel',
        })
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/wait',
      operationId: 'langGraphWaitForStatelessRun',
      summary: 'Create a stateless run and wait for its result',
      auth: { resource: 'threads', action: 'create_run' },
      body: LangGraphRunCreate,
      bodyLimitFactor: 10,
      followsRun: true,
      handle: async ({
        tenant,
        caller,
        body,
        header,
        reply,
        configurable,
        idempotencyStatements,
        earlierRun,
      }) => {
        const options = { caller, isStreamed: false, configurable, idempotencyStatements, earlierRun }
        const run = await langGraphRuns.create(tenant, body, options)
        header('content-location', `/threads/${run.thread_id}/runs/${run.run_id}`)
        header('location', `/threads/${run.thread_id}/runs/${run.run_id}/join`)
        return sendRunResult(deps, reply, run, body.on_disconnect === 'cancel')
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/batch',
      operationId: 'langGraphCreateRuns',
      summary: 'Create several stateless runs',
      auth: { resource: 'threads', action: 'create_run', isEach: true },
      body: Type.Array(LangGraphRunCreate, { minItems: 1, maxItems: 1000 }),
      bodyLimitFactor: 10,
      allowsArrayBody: true,
      handle: async ({ tenant, caller, body, configurable, idempotencyStatements }) => {
        const rows = await langGraphRuns.batch(tenant, body, configurable, idempotencyStatements, caller)
        return rows.map(toNewLangGraphRun)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/cancel',
      operationId: 'langGraphCancelRuns',
      summary: 'Cancel runs of a thread, or all pending or running runs',
      status: 204,
      query: Type.Object({ action: CancelAction }),
      body: Type.Object({
        thread_id: Type.Optional(Nullable(Uuid)),
        run_ids: Type.Optional(Nullable(Type.Array(Uuid, { minItems: 1, maxItems: 1000 }))),
        status: Type.Optional(
          Nullable(OneOf(['pending', 'running', 'all'], 'Cancels all runs with this status.')),
        ),
      }),
      auth: 'in_handler',
      handle: async ({ tenant, body, query, authorize }) => {
        const { thread_id } = body
        const value = thread_id == null ? {} : { thread_id }
        const { authFilter } = await authorize({ resource: 'threads', action: 'update', value })
        if (thread_id == null && authFilter !== null)
          throw new AppError('forbidden', 'thread_id is required for users of the project')
        await langGraphRuns.cancelMany(tenant, toCancelTarget(body), query.action ?? 'interrupt')
      },
    }),
    langGraphRoute({
      method: 'GET',
      path: '/runs/{run_id}/stream',
      operationId: 'langGraphJoinStatelessStream',
      summary: 'Stream a run',
      auth: { resource: 'threads', action: 'read' },
      params: Type.Object({ run_id: Uuid }),
      handle: async ({ tenant, params: { run_id }, header, request, reply }) => {
        const run = await runs.requireRow(tenant, run_id)
        header('content-location', `/runs/${run_id}`)
        header('location', `/runs/${run_id}/stream`)
        const lastEventId = parseLastEventId(request.headers['last-event-id'])
        return streamRun(deps, reply, run, { lastEventId, modes: [], cancelOnDisconnect: false })
      },
    }),
  ]
}
