/**
 * Defines an endpoint of the LangGraph API as a value: its schemas and its handler, on the paths that the official SDKs call.
 * It differs from a native endpoint (../http/route.ts) in presentation only: 200 instead of 201, bare arrays instead of pages,
 * 422 for validation errors, and a `detail` field in errors, which both SDKs read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { toRequestConfigurable } from '../../langgraph/request-configurable.js'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { invalidField } from '../../domain/runs/parse-config.js'
import type { StartedRun, IdempotencyStatements } from '../../domain/idempotency.js'
import { AppError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { HttpSettings } from '../../project/settings.js'
import type { Scope } from '../../schema/api-key.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import { sendError, toAppError } from '../http/error-handler.js'
import type { Authorize, AuthAction, AuthGrant } from './authorize.js'
import { toAuthValue, type AuthRequirement, type AuthScope } from './auth-scope.js'

interface LangGraphCall<Body extends TSchema, Query extends TSchema, Params extends TSchema> {
  tenant: string
  /** The name of the API key, or the subject of the token. */
  caller: string
  body: Static<Body>
  query: Static<Query>
  params: Static<Params>
  /** Statements that store the response under the caller's idempotency key, in the same batch as the change. */
  idempotencyStatements: IdempotencyStatements<unknown>
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

interface RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  operationId: string
  summary: string
  params?: P
  query?: Q
  body?: B
  response?: TSchema
  /** With 202 and 204 the response has no body. */
  status?: 200 | 202 | 204
  scope?: Scope
  /** What the project's auth must allow. Routes without it are closed to users of the project. */
  auth?: AuthScope<Static<B>, Static<Q>, Static<P>>
  bodyFactor?: number
  /** True if the response stays open until the run ends. */
  followsRun?: boolean
  /** True if the body may be an array. */
  takesArrays?: boolean
  handle: (call: LangGraphCall<B, Q, P>) => Promise<unknown>
}

export type LangGraphRoute = RouteDefinition<TSchema, TSchema, TSchema>

/** Infers the types of the handler from the schemas. */
export const langGraphRoute = <B extends TSchema, Q extends TSchema, P extends TSchema>(
  definition: RouteDefinition<B, Q, P>,
): LangGraphRoute => definition

export interface LangGraphRouteDeps {
  maxBodyBytes: number
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

/** Validation errors are 422 in the LangGraph API and 400 in the native API. */
export const setLangGraphErrorHandler = (scope: FastifyInstance): void => {
  scope.setErrorHandler((rawError, request, reply) => {
    const error = withGraphName(toAppError(rawError), request)
    if (error.code === 'internal_error')
      request.log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed')
    void reply.removeHeader('connection')
    return sendError(reply, error, {
      status: error.code === 'validation_error' ? 422 : undefined,
      detail: error.message,
    })
  })
}

/** If the request named an assistant by its graph ID, the error names the graph ID and not the derived assistant ID. */
const withGraphName = (error: AppError, { params, body }: FastifyRequest): AppError => {
  const { assistant_id: name } = { ...(body as JsonObject | undefined), ...(params as JsonObject) }
  if (error.code !== 'resource_not_found' || typeof name !== 'string' || isUuid(name)) return error
  if (error.details?.['assistant_id'] !== toAssistantId(name)) return error
  return new AppError(
    'resource_not_found',
    `Assistant ${name} does not exist, nor does a graph of this name`,
    {
      assistant_id: name,
    },
  )
}

const toRouteOptions = (definition: LangGraphRoute, deps: LangGraphRouteDeps): Omit<RouteOptions, 'url'> => {
  const { method, params, query, body, response, status = 200 } = definition
  return {
    method,
    bodyLimit: deps.maxBodyBytes * (definition.bodyFactor ?? 1),
    config: {
      isLangGraphRoute: true,
      scope: definition.scope ?? (method === 'GET' ? 'read' : 'write'),
      status,
      allowsArrayBody: definition.takesArrays ?? false,
      followsRun: definition.followsRun ?? false,
    },
    schema: {
      operationId: definition.operationId,
      summary: definition.summary,
      tags: ['LangGraph'],
      hide: true,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response: { [status]: response } }),
    },
    preValidation: async (request) => {
      normalizeIds(request)
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
  const { handle, auth, status = 200 } = definition
  const { principal, idempotencyStatements, earlierRun, body, query, params } = request
  checkSearchBody(definition, request)
  if (deps.settings().disable_webhooks === true) rejectWebhooks(body)
  const authorize = (authAction: AuthAction): Promise<AuthGrant> => deps.authorize(principal, authAction)
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
    idempotencyStatements,
    earlierRun,
    header: (name, value) => void reply.header(name, value),
    request,
    reply,
  })
  // Streaming handlers have sent the response already.
  if (reply.sent) return reply
  if (status === 204 || status === 202) return reply.code(status).send()
  return reply.code(status).send(result)
}

/** Metadata that the auth handlers changed is written back to the body. With several requirements, the last grant wins. */
const authorizeRequest = async (
  { principal, body, query, params }: FastifyRequest,
  auth: LangGraphRoute['auth'],
  authorize: (authAction: AuthAction) => Promise<AuthGrant>,
): Promise<AuthGrant> => {
  if (auth === undefined && principal.user !== undefined)
    throw new AppError('forbidden', "This endpoint is not available to users of the project's auth")
  let granted: AuthGrant = { value: {}, authFilter: null }
  const requirements: readonly AuthRequirement[] =
    auth === undefined || auth === 'in_handler' ? [] : [auth].flat()
  for (const requirement of requirements) {
    for (const item of requirement.isEach === true ? (body as unknown[]) : [body]) {
      granted = await authorize({
        ...requirement,
        value: toAuthValue(requirement, { body: item, query, params }),
      })
      if (principal.user !== undefined) applyGrantedMetadata(requirement, item, granted.value)
    }
  }
  return granted
}

const applyGrantedMetadata = (
  { resource, action }: AuthRequirement,
  body: unknown,
  { metadata }: JsonObject,
): void => {
  if (typeof body !== 'object' || body === null || !/^(create|update|create_run)$/.test(action)) return
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new Error(
      `the project's auth replaced the metadata of ${resource}:${action} by a value that is not an object`,
    )
  Object.assign(body, { metadata })
}

const rejectWebhooks = (body: unknown): void => {
  for (const runBody of Array.isArray(body) ? (body as unknown[]) : [body])
    if ((runBody as { webhook?: unknown } | null | undefined)?.webhook != null)
      throw new AppError('unprocessable_entity', 'Webhooks are disabled by http.disable_webhooks')
}

/** No list is this long, and larger JSON numbers exceed the integer types of the databases. */
const MAX_OFFSET = 1_000_000_000

/** Search bodies are passed to the database without further checks, so they must be storable. */
const checkSearchBody = ({ path }: LangGraphRoute, { body, query }: FastifyRequest): void => {
  const { offset } = { ...(query as JsonObject), ...(body as JsonObject | undefined) }
  if (typeof offset === 'number' && offset > MAX_OFFSET)
    throw invalidField('offset', `must be <= ${String(MAX_OFFSET)}`)
  if (/\/(search|count)$/.test(path) && !isStorable(body))
    throw invalidField('body', 'holds U+0000 or an unpaired surrogate')
}

/** Path parameters must be UUIDs, except assistant_id, which may be a graph ID. UUIDs are converted to lower case. */
const normalizeIds = (request: FastifyRequest): void => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (!name.endsWith('_id') || name === 'assistant_id') continue
    if (!isUuid(value)) {
      const resourceName = name.replace(/_id$/, '')
      throw new AppError('validation_error', `Invalid ${resourceName} ID: must be a UUID`, {
        [name]: 'must be a UUID',
      })
    }
    params[name] = value.toLowerCase()
  }
}

/** Cuts the list to the page and sets the pagination headers. The total is a lower bound while there are more pages. */
export const paginate = <T>(
  items: readonly T[],
  { limit, offset }: { limit: number; offset: number },
  header: (name: string, value: string) => void,
): T[] => {
  const page = items.slice(0, limit)
  const next = offset + page.length
  const hasMore = items.length > limit
  header('x-pagination-total', String(hasMore ? next + 1 : next))
  if (hasMore) header('x-pagination-next', String(next))
  return page
}
