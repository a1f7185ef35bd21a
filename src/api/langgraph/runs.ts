/** LangGraph API: endpoints for runs of a thread. */
import { Type } from 'typebox'
import { makeFieldSelector } from '../../langgraph/row-mappers.js'
import { NATIVE_STATUSES, toLangGraphRun, toNewLangGraphRun } from '../../domain/runs/to-langgraph-run.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { validationError } from '../../errors.js'
import type { LangGraphRuns } from '../../langgraph/runs.js'
import { OneOf, Uuid } from '../../schema/common.js'
import {
  LANGGRAPH_RUN_STATUSES,
  LangGraphRun,
  LangGraphRunResult,
  LangGraphRunSelection,
} from '../../schema/langgraph-run.js'
import { LangGraphRunStream } from '../../schema/langgraph-stream.js'
import { STREAM_MODES } from '../../schema/run-kwargs.js'
import { describeHeaders, describeJson, describeStream } from '../http/describe-response.js'
import { CONTENT_LOCATION, LAST_EVENT_ID, LOCATION, PAGE_HEADERS, RUN_HEADERS } from './describe.js'
import { createRun, RUN_CREATION } from './create-run.js'
import { paginate } from './paginate.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { flag, isSet } from './flags.js'
import { parseLastEventId } from './last-event-id.js'
import { streamRun, type RunStreamDeps } from './run-stream.js'
import { waitForRun } from '../http/wait-for-run.js'
import { toBuffers, type OutputText } from '../../platform/shared-text.js'
import type { Row } from '../../store/sql/tables.js'
import { getRunResult, readRunResult, sendRunResult, type RunResultDeps } from './run-result.js'

export interface RunRouteDeps extends RunStreamDeps, RunResultDeps {
  langGraphRuns: LangGraphRuns
}

const threadParams = Type.Object({ thread_id: Uuid })
const runParams = Type.Object({ thread_id: Uuid, run_id: Uuid })

export const CancelAction = Type.Optional(
  OneOf(
    ['interrupt', 'rollback'],
    'Whether the changes of the run are kept (interrupt) or undone (rollback).',
  ),
)

const FIELDS = Object.keys(LangGraphRun.properties)

/** The SDKs repeat a parameter that has several values, or send a JSON array (before 1.12); other clients join the values with commas. */
const toList = (value: string | string[] | undefined): string[] | undefined =>
  Array.isArray(value) ? value : value?.replace(JSON_ARRAY_SYNTAX, '').split(',')

const JSON_ARRAY_SYNTAX = /[[\]"]/g

const parseStreamModes = (value: string | string[] | undefined): string[] => {
  const modes = toList(value) ?? []
  const unknownMode = modes.find((mode) => !(STREAM_MODES as readonly string[]).includes(mode))
  if (unknownMode !== undefined)
    throw validationError('stream_mode', `must be one of ${STREAM_MODES.join(', ')}`)
  return modes.map((mode) => mode.replace('messages-tuple', 'messages'))
}

export const threadRunRoutes = (deps: RunRouteDeps): LangGraphRoute[] => {
  const { langGraphRuns } = deps
  const toRunPath = ({ thread_id, run_id }: { thread_id: string; run_id: string }) =>
    `/threads/${thread_id}/runs/${run_id}`
  /** A run that was rolled back has ended and does not exist any more. */
  const waitForResult = async (run: Row<'runs'>): Promise<OutputText> => {
    if (isFinal(run.status)) return getRunResult(deps.runEvents, run)
    const isFinished = await waitForRun(deps, run, AbortSignal.timeout(30_000))
    return isFinished ? readRunResult(deps, run) : '{}'
  }
  return [
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs',
      operationId: 'langGraphCreateRun',
      summary: 'Create a run in the background',
      description: 'The response is sent when the run is stored; the run is executed in the background.',
      response: describeJson(LangGraphRun, { 'Content-Location': CONTENT_LOCATION }),
      params: threadParams,
      ...RUN_CREATION,
      handle: async (call) => {
        const { params, header } = call
        const run = await createRun(langGraphRuns, call, { ...params, isStreamed: true })
        header('content-location', toRunPath(run))
        return toNewLangGraphRun(run, call.body.input)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/stream',
      operationId: 'langGraphStreamRun',
      summary: 'Create a run and stream it',
      description:
        'Creates the run and sends its events until it ends. The run continues if the client disconnects, unless `on_disconnect` is `cancel`.',
      response: describeStream(LangGraphRunStream, RUN_HEADERS),
      params: threadParams,
      ...RUN_CREATION,
      followsRun: true,
      handle: async (call) => {
        const { params, body, header, reply } = call
        const run = await createRun(langGraphRuns, call, { ...params, isStreamed: true })
        header('content-location', toRunPath(run))
        header('location', `${toRunPath(run)}/stream`)
        return streamRun(deps, reply, run, {
          lastEventId: 'start',
          modes: [],
          cancelOnDisconnect: body.on_disconnect === 'cancel',
        })
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/wait',
      operationId: 'langGraphWaitForRun',
      summary: 'Create a run and wait for its result',
      description:
        'Responds when the run has ended or waits for input. Newlines before the JSON keep the connection open meanwhile. A run that failed has the status 200 and `__error__` in the body.',
      response: describeJson(LangGraphRunResult, RUN_HEADERS),
      params: threadParams,
      ...RUN_CREATION,
      followsRun: true,
      handle: async (call) => {
        const { params, body, header, reply } = call
        const run = await createRun(langGraphRuns, call, { ...params, isStreamed: false })
        header('content-location', toRunPath(run))
        header('location', `${toRunPath(run)}/join`)
        return sendRunResult(deps, reply, run, body.on_disconnect === 'cancel')
      },
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs',
      operationId: 'langGraphListRuns',
      summary: 'List the runs of a thread, newest first',
      description: '`select` names the fields to return.',
      tag: 'LangGraph runs',
      response: describeJson(Type.Array(LangGraphRunSelection), PAGE_HEADERS),
      auth: { resource: 'threads', action: 'read' },
      params: threadParams,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
        offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
        status: Type.Optional(
          Type.Unsafe<(typeof LANGGRAPH_RUN_STATUSES)[number]>({
            type: 'string',
            enum: LANGGRAPH_RUN_STATUSES,
          }),
        ),
        select: Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'] })),
      }),
      handle: async ({ tenant, params: { thread_id }, query, header }) => {
        const { limit = 10, offset = 0, status } = query
        const select = makeFieldSelector(toList(query.select), FIELDS)
        const statuses = status === undefined ? undefined : NATIVE_STATUSES[status]
        const rows = await langGraphRuns.list(tenant, thread_id, statuses, limit + 1, offset)
        const listedRuns = rows
          .map(toLangGraphRun)
          .filter((run) => status === undefined || run.status === status)
        return paginate(listedRuns, { limit, offset }, header).map(select)
      },
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}',
      operationId: 'langGraphGetRun',
      summary: 'Get a run',
      description:
        'The status and the options of the run. Its result is read with `join`, or with the state of the thread.',
      tag: 'LangGraph runs',
      response: LangGraphRun,
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      handle: async ({ tenant, params }) => toLangGraphRun(await langGraphRuns.get(tenant, params)),
    }),
    langGraphRoute({
      method: 'DELETE',
      path: '/threads/{thread_id}/runs/{run_id}',
      operationId: 'langGraphDeleteRun',
      summary: 'Delete a run that has ended',
      description: 'A run that has not ended responds with 409.',
      tag: 'LangGraph runs',
      auth: { resource: 'threads', action: 'delete' },
      params: runParams,
      status: 204,
      handle: ({ tenant, params }) => langGraphRuns.remove(tenant, params),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/join',
      operationId: 'langGraphJoinRun',
      summary: 'Wait for the result of a run',
      description:
        'Responds when the run has ended or waits for input, as `POST /threads/{thread_id}/runs/wait` does.',
      tag: 'LangGraph runs',
      response: describeJson(LangGraphRunResult, { Location: LOCATION }),
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      query: Type.Object({ cancel_on_disconnect: flag }),
      handle: async ({ tenant, params, query, header, reply }) => {
        const run = await langGraphRuns.get(tenant, params)
        header('location', `${toRunPath(run)}/join`)
        return sendRunResult(deps, reply, run, isSet(query.cancel_on_disconnect))
      },
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/stream',
      operationId: 'langGraphJoinStream',
      summary: 'Stream a run',
      description:
        'Sends the stored events of the run, or those after `Last-Event-ID`, then new ones until it ends. `stream_mode` selects from the modes with which the run was created.',
      tag: 'LangGraph runs',
      response: describeStream(LangGraphRunStream, { Location: LOCATION }),
      headers: describeHeaders({ 'Last-Event-ID': LAST_EVENT_ID }),
      auth: { resource: 'threads', action: 'read' },
      params: runParams,
      query: Type.Object({
        cancel_on_disconnect: flag,
        stream_mode: Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'] })),
      }),
      handle: async ({ tenant, params, query, header, request, reply }) => {
        const run = await langGraphRuns.get(tenant, params)
        header('location', `${toRunPath(run)}/stream`)
        return streamRun(deps, reply, run, {
          lastEventId: parseLastEventId(request.headers['last-event-id']),
          modes: parseStreamModes(query.stream_mode),
          cancelOnDisconnect: isSet(query.cancel_on_disconnect),
        })
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/{run_id}/cancel',
      operationId: 'langGraphCancelRun',
      summary: 'Cancel a run and, with rollback, undo its changes',
      description:
        'With `action=rollback`, the run, its checkpoints and its messages are deleted. A run that has ended is not changed. With `wait`, the response is a 200 with the result of the run, after 30 seconds at most.',
      tag: 'LangGraph runs',
      response: LangGraphRunResult,
      otherResponses: {
        202: Type.Object({}, { description: 'The run is being cancelled.', examples: [{}] }),
      },
      auth: { resource: 'threads', action: 'update' },
      params: runParams,
      query: Type.Object({
        wait: flag,
        action: CancelAction,
      }),
      handle: async ({ tenant, params, query, reply }) => {
        const run = await langGraphRuns.cancel(tenant, params, query.action ?? 'interrupt')
        if (!isSet(query.wait)) return reply.code(202).send({})
        const result = await waitForResult(run)
        return reply
          .type('application/json; charset=utf-8')
          .send(typeof result === 'string' ? result : Buffer.concat(toBuffers(result)))
      },
    }),
  ]
}
