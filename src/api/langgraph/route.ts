/**
 * Defines an endpoint of the LangGraph API as a value: its schemas and its handler, on the paths that the official SDKs call.
 * It differs from a native endpoint (../http/route.ts) in presentation only: 200 instead of 201, bare arrays instead of pages,
 * 422 for validation errors, and a `detail` field in errors, which both SDKs read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AuditLog } from '../../domain/audit/audit-log.js'
import type { IdempotencyStatements, StartedRun } from '../../domain/idempotency.js'
import type { ErrorCode } from '../../errors.js'
import { toRequestConfigurable } from '../../langgraph/request-configurable.js'
import type { HttpSettings } from '../../project/settings.js'
import type { Scope } from '../../schema/api-key.js'
import type { AuditAction } from '../../schema/audit.js'
import type { JsonObject } from '../../schema/common.js'
import { beginAudit, type AuditStatements } from '../http/audit.js'
import { NO_BODY, type ResponseDescription } from '../http/describe-response.js'
import { insertLargeInput, receiveLargeInput } from '../http/large-body.js'
import type { AuthScope } from './auth-scope.js'
import type { AuthAction, AuthGrant, Authorize } from './authorize.js'
import { authorizeRequest } from './authorize-request.js'
import { checkSearchBody, normalizeIds, rejectWebhooks } from './check-request.js'
import { setLangGraphErrorHandler } from './error-handler.js'
import { langGraphErrorResponses } from './error-responses.js'

interface LangGraphCall<Body extends TSchema, Query extends TSchema, Params extends TSchema> {
  tenant: string
  /** The name of the API key, or the subject of the token. */
  caller: string
  body: Static<Body>
  query: Static<Query>
  params: Static<Params>
  /** Statements that store the response under the caller's idempotency key, in the same batch as the change. */
  idempotencyStatements: IdempotencyStatements<unknown>
  /** The entry of the audit log, for the batch of a change whose path names the resource; see ../http/route.ts. */
  auditStatements: AuditStatements
  /** The run that an earlier request with the same idempotency key started, if the route follows a run. */
  earlierRun: StartedRun | null
  /** The decision of the project's auth. Callers that are not project users are granted everything. */
  granted: AuthGrant
  /** Authorizes an action that the route does not declare in `auth`. */
  authorize: (authAction: AuthAction) => Promise<AuthGrant>
  /** True if the caller is a user of the project's auth, not the owner of an API key or token of the service. */
  isProjectUser: boolean
  /** The fields of the request that are passed to new runs in `config.configurable`. */
  configurable: JsonObject
  header: (name: string, value: string) => void
  /** For handlers that send the response themselves; they return the reply. */
  request: FastifyRequest
  reply: FastifyReply
}

export type LangGraphTag =
  | 'LangGraph assistants'
  | 'LangGraph threads'
  | 'LangGraph runs'
  | 'LangGraph crons'
  | 'LangGraph store'
  | 'LangGraph streaming protocol'
  | 'LangGraph generative UI'

interface RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  operationId: string
  summary: string
  description: string
  /** The group of the route in openapi.json. */
  tag: LangGraphTag
  params?: P
  query?: Q
  body?: B
  /** Describes the headers of the request that the handler reads. */
  headers?: TSchema
  /** Describes the successful response; it does not filter it. Absent if the status is 202 or 204. */
  response?: TSchema | ResponseDescription
  /** Describes successful responses with another status than `status`. */
  otherResponses?: Record<number, TSchema | ResponseDescription>
  /** With 202 and 204 the response has no body. */
  status?: 200 | 202 | 204
  scope?: Scope | 'public'
  /** What the project's auth must allow. Routes without it are closed to users of the project. */
  auth?: AuthScope<Static<B>, Static<Q>, Static<P>>
  /** Recorded in the audit log when the request succeeds. */
  audit?: AuditAction
  bodyLimitFactor?: number
  /** True if the body has a field `input` that can be large; then it may be a LargeJson. */
  hasLargeInput?: boolean
  /** Error codes in addition to those that every operation can return. */
  errors?: ErrorCode[]
  /** True if the response stays open until the run ends. */
  followsRun?: boolean
  /** True if the body may be an array. */
  allowsArrayBody?: boolean
  handle: (call: LangGraphCall<B, Q, P>) => Promise<unknown>
}

export type LangGraphRoute = RouteDefinition<TSchema, TSchema, TSchema>

/** Infers the types of the handler from the schemas. */
export const langGraphRoute = <B extends TSchema, Q extends TSchema, P extends TSchema>(
  definition: RouteDefinition<B, Q, P>,
): LangGraphRoute => definition

export interface LangGraphRouteDeps {
  maxBodyBytes: number
  auditLog: AuditLog
  authorize: Authorize
  /** Returns the current `http` settings of the project, which a reload may change. */
  settings: () => HttpSettings
}

/** Registers the routes in a Fastify scope of their own, because their error responses differ from the native API. */
export const registerLangGraphRoutes = (
  server: FastifyInstance,
  routes: readonly LangGraphRoute[],
  deps: LangGraphRouteDeps,
): void => {
  void server.register(async (scope) => {
    setLangGraphErrorHandler(scope)
    for (const definition of routes) {
      const url = definition.path.replace(/\{(\w+)\}/g, ':$1')
      scope.route({ ...toRouteOptions(definition, deps), url })
    }
  })
}

const toRouteOptions = (definition: LangGraphRoute, deps: LangGraphRouteDeps): Omit<RouteOptions, 'url'> => {
  const { method, params, query, body, headers, response = NO_BODY, status = 200 } = definition
  return {
    method,
    bodyLimit: deps.maxBodyBytes * (definition.bodyLimitFactor ?? 1),
    config: {
      isLangGraphRoute: true,
      scope: definition.scope ?? (method === 'GET' ? 'read' : 'write'),
      status,
      allowsArrayBody: definition.allowsArrayBody ?? false,
      followsRun: definition.followsRun ?? false,
    },
    schema: {
      operationId: definition.operationId,
      summary: definition.summary,
      description: definition.description,
      tags: [definition.tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(headers && { headers }),
      response: { [status]: response, ...definition.otherResponses, ...langGraphErrorResponses(definition) },
    },
    ...(definition.hasLargeInput === true && { preParsing: receiveLargeInput }),
    preValidation: async (request) => {
      normalizeIds(request)
      insertLargeInput(request)
      if (body !== undefined) request.body ??= {}
    },
    handler: async (request, reply) => handleRequest(request, reply, definition, deps),
  }
}

const handleRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  definition: LangGraphRoute,
  deps: LangGraphRouteDeps,
): Promise<FastifyReply> => {
  const { path, handle, auth, status = 200 } = definition
  const { principal, earlierRun, body, query, params } = request
  checkSearchBody(path, request)
  if (deps.settings().disable_webhooks === true) rejectWebhooks(body)
  const authorize = (authAction: AuthAction): Promise<AuthGrant> => deps.authorize(principal, authAction)
  const { finish, ...statements } = beginAudit(deps.auditLog, request, definition.audit)
  const result = await handle({
    tenant: principal.tenant_id,
    caller: principal.name,
    granted: await authorizeRequest(request, auth, authorize),
    authorize,
    isProjectUser: principal.user !== undefined,
    configurable: toRequestConfigurable(request.headers, principal.user),
    body,
    query,
    params,
    ...statements,
    earlierRun,
    header: (name, value) => void reply.header(name, value),
    request,
    reply,
  })
  await finish(result)
  // Streaming handlers have sent the response already.
  if (reply.sent) return reply
  if (status === 204 || status === 202) return reply.code(status).send()
  return reply.code(status).send(result)
}
