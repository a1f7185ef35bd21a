/** `/a2a/{assistant_id}`: an assistant as an agent that other agents talk to, as A2A 0.3 has it over JSON-RPC. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AssistantNames } from '../../domain/assistant-lookup.js'
import { answerTextOf } from '../../domain/runs/run-output.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { followRun, type FollowParts } from '../http/follow-run.js'
import {
  answerCall,
  presentRpcErrors,
  RPC,
  rpcFailure,
  rpcResult,
  RpcError,
  type RpcCall,
} from '../http/json-rpc.js'
import type { WaitParts } from '../langgraph/run-result.js'
import { makeRunEnds, type RunEnds } from '../http/wait-for-run.js'
import { makeSpokenText } from '../http/stream-text.js'
import { agentCard } from './agent-card.js'
import { A2A, readHistoryLength, readSent } from './parse-message.js'
import { artifactPiece, lastArtifact, statusUpdate, toTask } from './to-task.js'
import { makeTasks, type Begun, type TaskParts } from './tasks.js'

interface Parts extends TaskParts, WaitParts, FollowParts {
  names: AssistantNames
  /** Whether credentials are asked for. */
  needsCredentials: boolean
}

export const serveA2a = (server: FastifyInstance, parts: Parts): void => {
  void server.register(async (scope) => {
    presentRpcErrors(scope)
    serveCards(scope, parts)
    serveCalls(scope, parts)
  })
}

const serveCards = (scope: FastifyInstance, { names, needsCredentials }: Parts): void => {
  const show = async ({ principal, protocol, host }: FastifyRequest, named: string) =>
    agentCard(await names.find(principal.tenant_id, named), `${protocol}://${host}`, needsCredentials)
  const config = { scope: 'read' } as const
  scope.get<{ Querystring: { assistant_id: string } }>(
    '/.well-known/agent-card.json',
    { config, schema: { hide: true, querystring: Type.Object({ assistant_id: Type.String() }) } },
    (request) => show(request, request.query.assistant_id),
  )
  scope.get<{ Params: { assistant_id: string } }>(
    '/a2a/:assistant_id/.well-known/agent-card.json',
    { config, schema: { hide: true } },
    (request) => show(request, request.params.assistant_id),
  )
}

const serveCalls = (scope: FastifyInstance, parts: Parts): void => {
  const tasks = makeTasks(parts)
  const whenOver = makeRunEnds(scope, parts)

  const act = async (
    request: FastifyRequest,
    reply: FastifyReply,
    assistant: Row<'assistants'>,
    call: RpcCall,
  ): Promise<unknown> => {
    const { id, method, params } = call
    const named = params['id'] ?? params['taskId']
    switch (method) {
      case 'message/send': {
        requireWrite(request)
        return rpcResult(id, await send(tasks, whenOver, request, reply, assistant, params))
      }
      case 'message/stream':
        requireWrite(request)
        return follow(parts, reply, id, await tasks.send(assistant, readSent(params), request))
      case 'tasks/resubscribe':
        return follow(parts, reply, id, { run: await tasks.find(assistant, named), after: 0 })
      case 'tasks/get':
        return rpcResult(
          id,
          toTask(await tasks.find(assistant, named), readHistoryLength(params['historyLength'])),
        )
      case 'tasks/cancel':
        requireWrite(request)
        return rpcResult(id, toTask(await tasks.cancel(assistant, named)))
      default:
        throw unknownMethod(method)
    }
  }

  scope.post<{ Params: { assistant_id: string } }>(
    '/a2a/:assistant_id',
    // Reading a task only reads; the others ask for more.
    { config: { scope: 'read', isFollowed: true }, schema: { hide: true } },
    async (request, reply) => {
      const assistant = await parts.names.find(request.principal.tenant_id, request.params.assistant_id)
      return answerCall(request.body, (call) => act(request, reply, assistant, call))
    },
  )
}

const requireWrite = ({ principal }: FastifyRequest): void => {
  if (!principal.scopes.has('write')) throw new AppError('forbidden', 'this needs the scope write')
}

const unknownMethod = (method: string): RpcError => {
  if (method.startsWith('tasks/pushNotificationConfig/'))
    return new RpcError(A2A.noPushNotifications, 'Push Notification is not supported')
  return new RpcError(RPC.unknownMethod, `Method not found: ${method.slice(0, 100)}`)
}

const send = async (
  tasks: ReturnType<typeof makeTasks>,
  whenOver: RunEnds,
  request: FastifyRequest,
  reply: FastifyReply,
  assistant: Row<'assistants'>,
  params: JsonObject,
): Promise<JsonObject> => {
  const sent = readSent(params)
  const { run } = await tasks.send(assistant, sent, request)
  // A task can be asked for later, so one whose client leaves goes on.
  return toTask(sent.isBlocking ? await whenOver(reply, run, false) : run, sent.historyLength)
}

/** The task, then what happens to it: the answer as it is written, and how it ends. */
const follow = (
  parts: Parts,
  reply: FastifyReply,
  id: RpcCall['id'],
  { run, after }: Begun,
): FastifyReply => {
  const spoken = makeSpokenText()
  let hasSpoken = false
  const frame = (told: JsonObject): string => `data: ${JSON.stringify(told)}\n\n`
  const tell = (result: JsonObject): string => frame(rpcResult(id, result))
  const say = (text: string): string => {
    if (text === '') return ''
    const isFirst = !hasSpoken
    hasSpoken = true
    return tell(artifactPiece(run, text, isFirst))
  }
  const last = (over: Row<'runs'> | undefined): string => {
    if (over === undefined)
      return frame(rpcFailure(id, new RpcError(RPC.internal, 'the task can no longer be followed')))
    const ended = tell(statusUpdate(over, true))
    if (over.status !== 'completed') return ended
    return tell(lastArtifact(over, spoken.rest(answerTextOf(over)), !hasSpoken)) + ended
  }
  return followRun(parts, reply, run, {
    after,
    first: tell(toTask(run)),
    hear: (event) =>
      event.type === 'run.started'
        ? tell(statusUpdate({ ...run, status: 'in_progress' }, false))
        : say(spoken.hear(event)),
    last,
    left: () => undefined,
  })
}
