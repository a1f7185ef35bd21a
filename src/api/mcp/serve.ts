/**
 * `POST /mcp`: a stateless MCP server over Streamable HTTP whose tools are the assistants. It has no sessions, so every
 * request is independent. The official library is not used because it may only be loaded in executor threads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AssistantLookup } from '../../domain/assistant-lookup.js'
import {
  getRequiredAction,
  getOutputText,
  getFailure,
  getQuestionText,
} from '../../domain/runs/run-output.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { GraphInspector } from '../../engine/graph-inspector.js'
import { AppError } from '../../errors.js'
import { isObject, type JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { version } from '../../platform/version.js'
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
import { makeAssistantTools } from './assistant-tools.js'
import { toCallSchema, toStreamSchema } from './route-schemas.js'

interface Deps extends FollowRunDeps {
  names: AssistantLookup
  graphInspector: GraphInspector
  runs: Runs
  cancellation: RunCancellation
}

const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const [NEWEST_VERSION] = PROTOCOL_VERSIONS

const isSupportedVersion = (requested: unknown): requested is string =>
  PROTOCOL_VERSIONS.some((supported) => supported === requested)

export const serveMcp = (server: FastifyInstance, deps: Deps): void => {
  const tools = makeAssistantTools(deps)

  const callTool = async (request: FastifyRequest, reply: FastifyReply, { id, params }: RpcCall) => {
    const { principal } = request
    requireScope(principal, 'write')
    const { name, arguments: input = {} } = params
    if (typeof name !== 'string') throw new RpcError(RPC_CODES.invalidParams, 'name must be a string')
    if (!isObject(input)) throw new RpcError(RPC_CODES.invalidParams, 'arguments must be an object')
    const assistant = await tools.find(principal.tenant_id, name).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
      throw new RpcError(RPC_CODES.invalidParams, `Unknown tool: ${name}`)
    })
    // Returned as a tool result instead of a protocol error, so that the calling model sees it and can retry.
    const problem = await tools.findInputProblem(assistant, input)
    if (problem !== undefined) return toRpcResult(id, errorResult(problem))
    const { assistant_id } = assistant
    const run = await deps.runs.createIdempotent(principal.tenant_id, { assistant_id, input }, request)
    return followRun(deps, reply, run, {
      after: 0,
      firstFrame: '',
      renderEvent: () => '',
      renderEnd: (endedRun) => `event: message\ndata: ${JSON.stringify(toRpcResponse(id, endedRun))}\n\n`,
      // Without sessions the client cannot fetch the result later, so the run is cancelled.
      onDisconnect: () =>
        void deps.cancellation.cancelRun(principal.tenant_id, run.run_id).catch(() => undefined),
    })
  }

  const dispatchCall = async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: RpcCall,
  ): Promise<unknown> => {
    // Notifications have no effect on a stateless server.
    if (call.id === undefined) return reply.code(202).send()
    switch (call.method) {
      case 'initialize':
        return toRpcResult(call.id, toInitializeResult(call.params))
      case 'ping':
        return toRpcResult(call.id, {})
      case 'tools/list':
        return toRpcResult(call.id, { tools: await tools.list(request.principal.tenant_id) })
      case 'tools/call':
        return callTool(request, reply, call)
      default:
        throw new RpcError(RPC_CODES.methodNotFound, `Method not found: ${call.method.slice(0, 100)}`)
    }
  }

  void server.register(async (scope) => {
    sendErrorsAsRpc(scope)
    // parseCall checks the body and reports its problems as JSON-RPC errors.
    const validatorCompiler = () => () => true
    for (const [url, suffix] of [
      ['/mcp', ''],
      ['/mcp/', 'Folder'],
    ] as const) {
      // Listing tools needs the scope read; callTool checks for the scope write.
      const config = { scope: 'read', followsRun: true } as const
      const schema = toCallSchema(suffix)
      scope.post(url, { config, schema, validatorCompiler }, async (request, reply) => {
        checkHeaders(request)
        return handleCall(request.body, (call) => dispatchCall(request, reply, call))
      })
      // The server sends no requests itself, so it offers no GET stream, and there is no session to delete.
      scope.get(url, { config: { scope: 'read' }, schema: toStreamSchema(suffix) }, async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send(toRpcError(null, new RpcError(RPC_CODES.serverError, 'Method Not Allowed: use POST'))),
      )
    }
  })
}

const checkHeaders = ({ headers }: FastifyRequest): void => {
  const accepted = headers.accept ?? ''
  const isAccepted = (type: string) => accepted.includes(type) || accepted.includes('*/*')
  if (!isAccepted('application/json') || !isAccepted('text/event-stream'))
    throw new RpcError(
      RPC_CODES.serverError,
      'Accept must contain both application/json and text/event-stream',
    )
  const requestedVersion = headers['mcp-protocol-version']
  if (requestedVersion !== undefined && !isSupportedVersion(requestedVersion))
    throw new RpcError(
      RPC_CODES.serverError,
      `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`,
    )
}

const toInitializeResult = ({ protocolVersion }: JsonObject): JsonObject => ({
  protocolVersion: isSupportedVersion(protocolVersion) ? protocolVersion : NEWEST_VERSION,
  capabilities: { tools: { listChanged: false } },
  serverInfo: { name: 'heddle', version },
})

const textResult = (text: string): JsonObject => ({ content: [{ type: 'text', text }] })
const errorResult = (text: string): JsonObject => ({ ...textResult(text), isError: true })

const toRpcResponse = (id: RpcCall['id'], run: Row<'runs'> | undefined): JsonObject => {
  if (run === undefined)
    return toRpcError(id, new RpcError(RPC_CODES.internalError, 'The run can no longer be read'))
  const { run_id, thread_id } = run
  return toRpcResult(id, {
    ...toToolResult(run),
    _meta: { 'heddle/run_id': run_id, 'heddle/thread_id': thread_id },
  })
}

const toToolResult = (run: Row<'runs'>): JsonObject => {
  if (run.status === 'completed') return textResult(getOutputText(run))
  if (run.status === 'cancelled') return errorResult('The run was cancelled')
  const action = getRequiredAction(run)
  if (action === undefined) return errorResult(getFailure(run).message)
  return errorResult(
    `Run ${run.run_id} waits for an action (${action.type}); resume it through the API of the service: ${getQuestionText(action)}`,
  )
}
