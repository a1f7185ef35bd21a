/**
 * `POST /mcp`: a stateless MCP server over Streamable HTTP whose tools are the assistants. It keeps no sessions, so every
 * request stands alone; the official library is not used, because it may only be loaded in executor threads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AssistantNames } from '../../domain/assistant-lookup.js'
import { actionOf, answerTextOf, failureOf, questionOf } from '../../domain/runs/run-output.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Inspect } from '../../engine/graph-inspector.js'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { version } from '../../platform/version.js'
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
import { makeAssistantTools } from './assistant-tools.js'

interface Parts extends FollowParts {
  names: AssistantNames
  inspect: Inspect
  runs: Runs
  stops: RunStops
}

const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const [NEWEST] = PROTOCOLS

const isSpoken = (wanted: unknown): wanted is string => PROTOCOLS.some((known) => known === wanted)

export const serveMcp = (server: FastifyInstance, parts: Parts): void => {
  const tools = makeAssistantTools(parts)

  const callTool = async (request: FastifyRequest, reply: FastifyReply, { id, params }: RpcCall) => {
    const { principal } = request
    if (!principal.scopes.has('write')) throw new AppError('forbidden', 'this needs the scope write')
    const { name, arguments: given = {} } = params
    if (typeof name !== 'string') throw new RpcError(RPC.invalidParams, 'name must be a string')
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw new RpcError(RPC.invalidParams, 'arguments must be an object')
    const input = given as JsonObject
    const assistant = await tools.find(principal.tenant_id, name).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
      throw new RpcError(RPC.invalidParams, `Unknown tool: ${name}`)
    })
    // The model that calls the tool can mend this, so it is told.
    const problem = await tools.problemWith(assistant, input)
    if (problem !== undefined) return rpcResult(id, failed(problem))
    const { assistant_id } = assistant
    const run = await parts.runs.createOnce(principal.tenant_id, { assistant_id, input }, request)
    return followRun(parts, reply, run, {
      after: 0,
      first: '',
      hear: () => '',
      last: (over) => `event: message\ndata: ${JSON.stringify(toAnswer(id, over))}\n\n`,
      // There are no sessions in which its client could come back for the result.
      left: () => void parts.stops.cancel(principal.tenant_id, run.run_id).catch(() => undefined),
    })
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, call: RpcCall): Promise<unknown> => {
    // There is nothing that a notification could change here.
    if (call.id === undefined) return reply.code(202).send()
    switch (call.method) {
      case 'initialize':
        return rpcResult(call.id, introduction(call.params))
      case 'ping':
        return rpcResult(call.id, {})
      case 'tools/list':
        return rpcResult(call.id, { tools: await tools.list(request.principal.tenant_id) })
      case 'tools/call':
        return callTool(request, reply, call)
      default:
        throw new RpcError(RPC.unknownMethod, `Method not found: ${call.method.slice(0, 100)}`)
    }
  }

  void server.register(async (scope) => {
    presentRpcErrors(scope)
    const schema = { hide: true }
    for (const url of ['/mcp', '/mcp/']) {
      // Listing tools only reads; calling one asks for more.
      scope.post(url, { config: { scope: 'read', isFollowed: true }, schema }, async (request, reply) => {
        checkHeaders(request)
        return answerCall(request.body, (call) => answer(request, reply, call))
      })
      // It never speaks first, so there is no stream to open, and no session to end.
      scope.get(url, { config: { scope: 'read' }, schema }, async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send(rpcFailure(null, new RpcError(RPC.refused, 'Method Not Allowed: POST is what it takes'))),
      )
    }
  })
}

const checkHeaders = ({ headers }: FastifyRequest): void => {
  const accepted = headers.accept ?? ''
  const isAccepted = (type: string) => accepted.includes(type) || accepted.includes('*/*')
  if (!isAccepted('application/json') || !isAccepted('text/event-stream'))
    throw new RpcError(RPC.refused, 'Accept must hold both application/json and text/event-stream')
  const spoken = headers['mcp-protocol-version']
  if (spoken !== undefined && !isSpoken(spoken))
    throw new RpcError(RPC.refused, `MCP-Protocol-Version must be one of ${PROTOCOLS.join(', ')}`)
}

const introduction = ({ protocolVersion }: JsonObject): JsonObject => ({
  protocolVersion: isSpoken(protocolVersion) ? protocolVersion : NEWEST,
  capabilities: { tools: { listChanged: false } },
  serverInfo: { name: 'heddle', version },
})

const said = (text: string): JsonObject => ({ content: [{ type: 'text', text }] })
const failed = (text: string): JsonObject => ({ ...said(text), isError: true })

const toAnswer = (id: RpcCall['id'], run: Row<'runs'> | undefined): JsonObject => {
  if (run === undefined)
    return rpcFailure(id, new RpcError(RPC.internal, 'the run can no longer be followed'))
  const { run_id, thread_id } = run
  return rpcResult(id, {
    ...resultOf(run),
    _meta: { 'heddle/run_id': run_id, 'heddle/thread_id': thread_id },
  })
}

const resultOf = (run: Row<'runs'>): JsonObject => {
  if (run.status === 'completed') return said(answerTextOf(run))
  if (run.status === 'cancelled') return failed('the run was cancelled')
  const action = actionOf(run)
  if (action === undefined) return failed(failureOf(run).message)
  return failed(
    `run ${run.run_id} waits (${action.type}) and can be answered through the API of the service: ${questionOf(action)}`,
  )
}
