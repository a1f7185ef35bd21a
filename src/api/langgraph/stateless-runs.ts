/** LangGraph API: endpoints for stateless runs, each of which gets a thread of its own. */
import { Type, type Static } from 'typebox'
import { NATIVE_STATUSES, toNewLangGraphRun } from '../../domain/runs/to-langgraph-run.js'
import type { LangGraphRuns } from '../../langgraph/runs.js'
import { AppError } from '../../errors.js'
import { Nullable, OneOf, Uuid } from '../../schema/common.js'
import { LangGraphRun, LangGraphRunCreate, LangGraphRunResult } from '../../schema/langgraph-run.js'
import { LangGraphRunStream } from '../../schema/langgraph-stream.js'
import { Run, RunCreate } from '../../schema/run.js'
import { describeHeaders, describeJson, describeStream } from '../http/describe-response.js'
import { CONTENT_LOCATION, LAST_EVENT_ID, RUN_HEADERS } from './describe.js'
import { createRun, RUN_CREATION } from './create-run.js'
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
      description:
        'The run gets a new thread, which is deleted when the run has ended unless `on_completion` is `keep`. A body with `thread_id` is a request of the native API: the response is a 201 with a native run.',
      tag: 'LangGraph runs',
      response: describeJson(LangGraphRun, { 'Content-Location': CONTENT_LOCATION }),
      otherResponses: { 201: Run },
      auth: { resource: 'threads', action: 'create_run' },
      body: NativeOrLangGraphRunCreate,
      bodyLimitFactor: 10,
      errors: ['state_too_large'],
      handle: async (call) => {
        const { tenant, caller, body, header, idempotencyStatements, reply, isProjectUser } = call
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
        const run = await createRun(langGraphRuns, call, { isStreamed: true })
        header('content-location', `/runs/${run.run_id}`)
        return toNewLangGraphRun(run, call.body.input)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/stream',
      operationId: 'langGraphStreamStatelessRun',
      summary: 'Create a stateless run and stream it',
      description: 'Creates the run in a new thread and sends its events until it ends.',
      response: describeStream(LangGraphRunStream, RUN_HEADERS),
      ...RUN_CREATION,
      followsRun: true,
      handle: async (call) => {
        const { body, header, reply } = call
        const run = await createRun(langGraphRuns, call, { isStreamed: true })
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
      description:
        'Creates the run in a new thread and responds when it has ended, as `POST /threads/{thread_id}/runs/wait` does.',
      response: describeJson(LangGraphRunResult, RUN_HEADERS),
      ...RUN_CREATION,
      followsRun: true,
      handle: async (call) => {
        const { body, header, reply } = call
        const run = await createRun(langGraphRuns, call, { isStreamed: false })
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
      description: 'Creates all runs or none; each gets a new thread.',
      tag: 'LangGraph runs',
      response: Type.Array(LangGraphRun),
      auth: { resource: 'threads', action: 'create_run', isEach: true },
      body: Type.Array(LangGraphRunCreate, { minItems: 1, maxItems: 1000 }),
      bodyLimitFactor: 10,
      errors: ['state_too_large'],
      allowsArrayBody: true,
      handle: async ({ tenant, caller, body, configurable, idempotencyStatements }) => {
        const rows = await langGraphRuns.batch(tenant, body, configurable, idempotencyStatements, caller)
        return rows.map((row) => toNewLangGraphRun(row))
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/cancel',
      operationId: 'langGraphCancelRuns',
      summary: 'Cancel runs of a thread, or all pending or running runs',
      description: 'Either `thread_id` with `run_ids`, or `status`. Runs that have ended are not changed.',
      tag: 'LangGraph runs',
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
      description:
        'Sends the stored events of the run, or those after `Last-Event-ID`, then new ones until it ends.',
      tag: 'LangGraph runs',
      response: describeStream(LangGraphRunStream, RUN_HEADERS),
      headers: describeHeaders({ 'Last-Event-ID': LAST_EVENT_ID }),
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
