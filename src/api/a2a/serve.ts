/** `/a2a/{assistant_id}`: assistants as agents of the A2A 0.3 protocol over JSON-RPC. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AssistantLookup } from '../../domain/assistant-lookup.js'
import { getOutputText } from '../../domain/runs/run-output.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { requireScope } from '../http/auth.js'
import { followRun, type FollowRunDeps } from '../http/follow-run.js'
import {
  handleCall,
  sendErrorsAsRpc,
  RPC_CODES,
  toRpcError,
  toRpcResult,
  RpcError,
  type RpcCall,
} from '../http/json-rpc.js'
import { makeWaitForRun, type RunWaitDeps, type WaitForRun } from '../http/wait-for-run.js'
import { makeStreamText } from '../http/stream-text.js'
import { toAgentCard } from './agent-card.js'
import { CALL, GET_CARD, GET_CARD_BY_QUERY } from './route-schemas.js'
import { A2A_CODES, parseHistoryLength, parseMessage } from './parse-message.js'
import { toArtifactChunk, toLastArtifact, toStatusUpdate, toTask } from './to-task.js'
import { makeTasks, type FollowedTask, type TaskDeps } from './tasks.js'

interface Deps extends TaskDeps, RunWaitDeps, FollowRunDeps {
  names: AssistantLookup
  /** True if requests need credentials; the agent card says so. */
  needsCredentials: boolean
}

export const serveA2a = (server: FastifyInstance, deps: Deps): void => {
  void server.register(async (scope) => {
    sendErrorsAsRpc(scope)
    serveCards(scope, deps)
    serveCalls(scope, deps)
  })
}

const serveCards = (scope: FastifyInstance, { names, needsCredentials }: Deps): void => {
  const readCard = async ({ principal, protocol, host }: FastifyRequest, assistantName: string) =>
    toAgentCard(
      await names.find(principal.tenant_id, assistantName),
      `${protocol}://${host}`,
      needsCredentials,
    )
  const config = { scope: 'read' } as const
  scope.get<{ Querystring: { assistant_id: string } }>(
    '/.well-known/agent-card.json',
    { config, schema: GET_CARD_BY_QUERY },
    (request) => readCard(request, request.query.assistant_id),
  )
  scope.get<{ Params: { assistant_id: string } }>(
    '/a2a/:assistant_id/.well-known/agent-card.json',
    { config, schema: GET_CARD },
    (request) => readCard(request, request.params.assistant_id),
  )
}

const serveCalls = (scope: FastifyInstance, deps: Deps): void => {
  const tasks = makeTasks(deps)
  const waitForRun = makeWaitForRun(scope, deps)

  const dispatchCall = async (
    request: FastifyRequest,
    reply: FastifyReply,
    assistant: Row<'assistants'>,
    call: RpcCall,
  ): Promise<unknown> => {
    const { id, method, params } = call
    const taskId = params['id'] ?? params['taskId']
    switch (method) {
      case 'message/send': {
        requireScope(request.principal, 'write')
        return toRpcResult(id, await sendMessage(tasks, waitForRun, request, reply, assistant, params))
      }
      case 'message/stream':
        requireScope(request.principal, 'write')
        return streamTask(deps, reply, id, await tasks.send(assistant, parseMessage(params), request))
      case 'tasks/resubscribe':
        return streamTask(deps, reply, id, { run: await tasks.find(assistant, taskId), after: 0 })
      case 'tasks/get':
        return toRpcResult(
          id,
          toTask(await tasks.find(assistant, taskId), parseHistoryLength(params['historyLength'])),
        )
      case 'tasks/cancel':
        requireScope(request.principal, 'write')
        return toRpcResult(id, toTask(await tasks.cancel(assistant, taskId)))
      default:
        throw toMethodError(method)
    }
  }

  scope.post<{ Params: { assistant_id: string } }>(
    '/a2a/:assistant_id',
    // Reading a task needs the scope read; methods that change one check for the scope write themselves.
    {
      config: { scope: 'read', followsRun: true },
      schema: CALL,
      // parseCall checks the body and reports its problems as JSON-RPC errors.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const assistant = await deps.names.find(request.principal.tenant_id, request.params.assistant_id)
      return handleCall(request.body, (call) => dispatchCall(request, reply, assistant, call))
    },
  )
}

const toMethodError = (method: string): RpcError => {
  if (method.startsWith('tasks/pushNotificationConfig/'))
    return new RpcError(A2A_CODES.pushNotificationNotSupported, 'Push Notification is not supported')
  return new RpcError(RPC_CODES.methodNotFound, `Method not found: ${method.slice(0, 100)}`)
}

const sendMessage = async (
  tasks: ReturnType<typeof makeTasks>,
  waitForRun: WaitForRun,
  request: FastifyRequest,
  reply: FastifyReply,
  assistant: Row<'assistants'>,
  params: JsonObject,
): Promise<JsonObject> => {
  const message = parseMessage(params)
  const { run } = await tasks.send(assistant, message, request)
  // The client can read the task later, so the run continues if the client disconnects.
  return toTask(message.isBlocking ? await waitForRun(reply, run, false) : run, message.historyLength)
}

/** Streams the task, then its status updates and its output as artifact chunks, until it ends. */
const streamTask = (
  deps: Deps,
  reply: FastifyReply,
  id: RpcCall['id'],
  { run, after }: FollowedTask,
): FastifyReply => {
  const streamText = makeStreamText()
  let hasArtifact = false
  const frame = (payload: JsonObject): string => `data: ${JSON.stringify(payload)}\n\n`
  const resultFrame = (result: JsonObject): string => frame(toRpcResult(id, result))
  const artifactFrame = (text: string): string => {
    if (text === '') return ''
    const isFirst = !hasArtifact
    hasArtifact = true
    return resultFrame(toArtifactChunk(run, text, isFirst))
  }
  const renderEnd = (endedRun: Row<'runs'> | undefined): string => {
    if (endedRun === undefined)
      return frame(toRpcError(id, new RpcError(RPC_CODES.internalError, 'The task can no longer be read')))
    const statusFrame = resultFrame(toStatusUpdate(endedRun, true))
    if (endedRun.status !== 'completed') return statusFrame
    return (
      resultFrame(toLastArtifact(endedRun, streamText.remainingText(getOutputText(endedRun)), !hasArtifact)) +
      statusFrame
    )
  }
  return followRun(deps, reply, run, {
    after,
    firstFrame: resultFrame(toTask(run)),
    renderEvent: (event) =>
      event.type === 'run.started'
        ? resultFrame(toStatusUpdate({ ...run, status: 'in_progress' }, false))
        : artifactFrame(streamText.onEvent(event)),
    renderEnd,
    onDisconnect: () => undefined,
  })
}
