/**
 * A route of the native API as a value: its schemas, its metadata and its handler. Validation and openapi.json are both
 * derived from it. Handlers do not see HTTP.
 */
import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { Type, type Static, type TSchema } from 'typebox'
import type { AuditLog } from '../../domain/audit/audit-log.js'
import type { IdempotencyStatements } from '../../domain/idempotency.js'
import { AppError, CODES, type ErrorCode } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { Scope } from '../../schema/api-key.js'
import type { AuditAction } from '../../schema/audit.js'
import { isObject, type JsonObject } from '../../schema/common.js'
import { ErrorBody } from '../../schema/error.js'
import { beginAudit, type AuditStatements } from './audit.js'
import type { Principal } from './auth.js'
import { insertLargeInput, receiveLargeInput } from './large-body.js'
import { makeLongRequests, type StartWaiting } from './long-request.js'
import { makeValidationError } from './validation.js'

declare module 'fastify' {
  // Fields that openapi.json needs in addition to the schemas.
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    tags?: string[]
  }
}

interface RouteRequest<
  Body extends TSchema,
  Query extends TSchema,
  Params extends TSchema,
  Response extends TSchema,
> {
  tenant: string
  /** The name of the principal: the API key, or the subject of the token. */
  caller: string
  principal: Principal
  /** True if the caller has the scope admin, for operations that behave differently then. */
  isAdmin: boolean
  body: Static<Body>
  query: Static<Query>
  params: Static<Params>
  /** Statements that store the response under the idempotency key, for the batch that writes the change. */
  idempotencyStatements: IdempotencyStatements<Static<Response>>
  /** Must be called before waiting for a result. The signal aborts when the client disconnects or the server shuts down. */
  startWaiting: () => AbortSignal
  /**
   * The entry of the audit log, for the batch that writes the change. For routes with `audit` whose path names the resource;
   * `idempotencyStatements` contain it too. If a handler uses neither, the entry is written after the change.
   */
  auditStatements: AuditStatements
}

interface RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema, A extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to /api/v1. */
  path: string
  operationId: string
  summary: string
  description?: string
  tag: string
  params?: P
  query?: Q
  body?: B
  response: A
  status?: 200 | 201 | 202
  /** Error codes in addition to those that every operation can return. */
  errors?: ErrorCode[]
  /** Default: read for GET, write for other methods. */
  scope?: Scope
  /** Also served without /api/v1; see docs/adr/0010. */
  alsoUnprefixed?: boolean
  /**
   * Returns the problems of a body that its schema cannot express, by field. They are reported together with those of the schema,
   * so the fields of the body can have any type.
   */
  findProblems?: (body: JsonObject) => Record<string, string>
  /** For other methods than POST, which always do: the request accepts an Idempotency-Key. */
  acceptsIdempotencyKey?: boolean
  /** True if the body has a field `input` that can be large; then it may be a LargeJson. */
  hasLargeInput?: boolean
  /** Recorded in the audit log when the request succeeds. */
  audit?: AuditAction
  /** Multiplies MAX_BODY_BYTES for this route. */
  bodyLimitFactor?: number
  handle: (request: RouteRequest<B, Q, P, A>) => Promise<Static<A>>
}

export type Route = RouteDefinition<TSchema, TSchema, TSchema, TSchema>

/** Infers the types of the handler from the schemas; returns its argument. */
export const route = <B extends TSchema, Q extends TSchema, P extends TSchema, A extends TSchema>(
  definition: RouteDefinition<B, Q, P, A>,
): Route => definition

export const API_PREFIX = '/api/v1'

/** The query of a route without parameters. */
export const NO_PARAMETERS = Type.Object({}, { additionalProperties: false })

const closedQueries = new WeakMap<TSchema, TSchema>()

/**
 * Rejects unknown parameters: a list whose filter is misspelled would contain everything. The closed schema is created once, because
 * validators are cached by schema.
 */
const closeQuery = (query: TSchema = NO_PARAMETERS): TSchema => {
  let closed = closedQueries.get(query)
  if (closed === undefined) closedQueries.set(query, (closed = { ...query, additionalProperties: false }))
  return closed
}

interface RouteDeps {
  maxBodyBytes: number
  auditLog: AuditLog
}

export const registerRoutes = (server: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void => {
  const startWaiting = makeLongRequests(server)
  for (const definition of routes) {
    const options = toRouteOptions(definition, deps, startWaiting)
    server.route({ ...options, url: API_PREFIX + definition.path.replace(/\{(\w+)\}/g, ':$1') })
    if (definition.alsoUnprefixed) {
      const url = definition.path.replace(/\{(\w+)\}/g, ':$1')
      server.route({ ...options, url, schema: toUnprefixedSchema(options.schema) })
    }
  }
}

/** The documentation of a path that is also served without /api/v1. */
export const toUnprefixedSchema = (schema: FastifySchema = {}): FastifySchema => ({
  ...schema,
  operationId: `${schema.operationId ?? ''}Unprefixed`,
  description: `The same operation as \`${schema.operationId ?? ''}\`, without the prefix \`${API_PREFIX}\` in the path.`,
  tags: ['Paths without prefix'],
})

const toRouteOptions = (
  definition: Route,
  { maxBodyBytes, auditLog }: RouteDeps,
  startWaiting: StartWaiting,
): Omit<RouteOptions, 'url'> => {
  const { method, params, body, status = 200, handle } = definition
  const query = closeQuery(definition.query)
  return {
    method,
    bodyLimit: maxBodyBytes * (definition.bodyLimitFactor ?? 1),
    config: {
      scope: definition.scope ?? (method === 'GET' ? 'read' : 'write'),
      status,
      ...(definition.acceptsIdempotencyKey === true && { acceptsIdempotencyKey: true }),
    },
    schema: {
      operationId: definition.operationId,
      summary: definition.summary,
      ...(definition.description !== undefined && { description: definition.description }),
      tags: [definition.tag],
      ...(params && { params }),
      querystring: query,
      ...(body && { body }),
      response: { [status]: definition.response, ...errorResponses({ ...definition, query }) },
    },
    // The handler reports the problems of the schema together with the others.
    attachValidation: definition.findProblems !== undefined,
    ...(definition.hasLargeInput === true && { preParsing: receiveLargeInput }),
    preValidation: async (request) => {
      requireUuidParams(request)
      insertLargeInput(request)
      // A missing body counts as an empty object, so that validation reports the required fields.
      if (body !== undefined) request.body ??= {}
    },
    handler: async (request, reply) => {
      if (definition.findProblems !== undefined) requireValidBody(request, definition.findProblems)
      const { principal, body: requestBody, query: requestQuery, params: requestParams } = request
      const { finish, ...statements } = beginAudit(auditLog, request, definition.audit)
      const response = await handle({
        tenant: principal.tenant_id,
        caller: principal.name,
        principal,
        isAdmin: principal.scopes.has('admin'),
        body: requestBody,
        query: requestQuery,
        params: requestParams,
        ...statements,
        startWaiting: () => startWaiting(reply),
      })
      await finish(response)
      return reply.code(status).send(response)
    },
  }
}

const requireValidBody = (
  { body, validationError }: FastifyRequest,
  findProblems: NonNullable<Route['findProblems']>,
): void => {
  const invalid = validationError as unknown as AppError | undefined
  const problems = isObject(body) ? findProblems(body) : {}
  if (Object.keys(problems).length > 0)
    throw makeValidationError({ ...problems, ...(invalid?.details as Record<string, string> | undefined) })
  if (invalid !== undefined) throw invalid
}

/** An id in a path that is not a UUID cannot exist, so it is a 404. UUIDs are compared in lower case. */
export const requireUuidParams = (request: FastifyRequest): void => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    // Other parameters are names.
    if (!name.endsWith('_id')) continue
    if (!isUuid(value)) {
      const resource = name.replace(/_id$/, '')
      throw new AppError(
        'resource_not_found',
        `${resource.charAt(0).toUpperCase()}${resource.slice(1)} ${value.slice(0, 100)} does not exist`,
      )
    }
    params[name] = value.toLowerCase()
  }
}

const COMMON_ERRORS: ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
  'storage_full',
]

/** `errorBody` is the schema of the error body; protocols other than the native API have another one. */
export const errorResponses = (
  {
    method,
    params,
    query,
    body,
    errors = [],
    acceptsIdempotencyKey = method === 'POST',
  }: Pick<Route, 'method' | 'params' | 'query' | 'body' | 'errors' | 'acceptsIdempotencyKey'>,
  errorBody: TSchema = ErrorBody,
): Record<number, TSchema> => {
  const codes = [
    ...(body !== undefined ? (['invalid_request'] as const) : []),
    ...(query !== undefined || body !== undefined ? (['validation_error'] as const) : []),
    ...(params !== undefined ? (['resource_not_found'] as const) : []),
    // The Idempotency-Key can be malformed, or used for a different request.
    ...(acceptsIdempotencyKey ? (['validation_error', 'resource_conflict'] as const) : []),
    ...errors,
    ...COMMON_ERRORS,
  ]
  return Object.fromEntries(codes.map((code) => [CODES[code].status, errorBody]))
}
