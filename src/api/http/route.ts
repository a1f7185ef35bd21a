/**
 * A native endpoint as a value: what it takes, what it answers, and what it does. Handlers see no HTTP. Its
 * validation and its page in openapi.json both come from here.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { IdempotencyStatements } from '../../domain/idempotency.js'
import { AppError, CODES, type ErrorCode } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { Scope } from '../../schema/api-key.js'
import { ErrorBody } from '../../schema/error.js'

declare module 'fastify' {
  // What openapi.json needs of a route beyond its schemas.
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    tags?: string[]
    hide?: boolean
  }
}

interface RouteRequest<
  Body extends TSchema,
  Query extends TSchema,
  Params extends TSchema,
  Response extends TSchema,
> {
  tenant: string
  /** Who asks: the key, or the subject of the token. */
  caller: string
  /** Whether who asks has the scope admin, where that makes a difference within an operation. */
  isAdmin: boolean
  body: Static<Body>
  query: Static<Query>
  params: Static<Params>
  /** Stores the answer under the caller's idempotency key, in the batch that does the work. */
  idempotencyStatements: IdempotencyStatements<Static<Response>>
}

interface RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema, A extends TSchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /api/v1. */
  path: string
  operationId: string
  summary: string
  description?: string
  tag: string
  params?: P
  query?: Q
  body?: B
  response: A
  status?: 200 | 201
  /** Besides those that every operation may answer. */
  errors?: ErrorCode[]
  /** Read for GET, write for the rest, unless given. */
  scope?: Scope
  /** Also answers without /api/v1; see docs/adr/0010. */
  alsoUnprefixed?: boolean
  /** Times the usual limit of the body. */
  bodyLimitFactor?: number
  handle: (request: RouteRequest<B, Q, P, A>) => Promise<Static<A>>
}

export type Route = RouteDefinition<TSchema, TSchema, TSchema, TSchema>

/** Only infers the types of the handler from the schemas. */
export const route = <B extends TSchema, Q extends TSchema, P extends TSchema, A extends TSchema>(
  definition: RouteDefinition<B, Q, P, A>,
): Route => definition

export const API_PREFIX = '/api/v1'

export const registerRoutes = (
  server: FastifyInstance,
  routes: readonly Route[],
  maxBodyBytes: number,
): void => {
  for (const definition of routes) {
    const options = toRouteOptions(definition, maxBodyBytes)
    server.route({ ...options, url: API_PREFIX + definition.path.replace(/\{(\w+)\}/g, ':$1') })
    if (definition.alsoUnprefixed) {
      const url = definition.path.replace(/\{(\w+)\}/g, ':$1')
      server.route({ ...options, url, schema: { ...options.schema, hide: true } })
    }
  }
}

const toRouteOptions = (definition: Route, maxBodyBytes: number): Omit<RouteOptions, 'url'> => {
  const { method, params, query, body, status = 200, handle } = definition
  return {
    method,
    bodyLimit: maxBodyBytes * (definition.bodyLimitFactor ?? 1),
    config: { scope: definition.scope ?? (method === 'GET' ? 'read' : 'write'), status },
    schema: {
      operationId: definition.operationId,
      summary: definition.summary,
      ...(definition.description !== undefined && { description: definition.description }),
      tags: [definition.tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: definition.response, ...errorResponses(definition) },
    },
    preValidation: async (request) => {
      requireUuidParams(request)
      // No body at all is an empty object; if fields are required, the validation says which.
      if (body !== undefined) request.body ??= {}
    },
    handler: async (request, reply) => {
      const {
        principal,
        idempotencyStatements,
        body: requestBody,
        query: requestQuery,
        params: requestParams,
      } = request
      const response = await handle({
        tenant: principal.tenant_id,
        caller: principal.name,
        isAdmin: principal.scopes.has('admin'),
        body: requestBody,
        query: requestQuery,
        params: requestParams,
        idempotencyStatements,
      })
      return reply.code(status).send(response)
    },
  }
}

/** An id in a path that is not a UUID names nothing that could exist. Letter case does not matter. */
export const requireUuidParams = (request: FastifyRequest): void => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    // Any other parameter is a name.
    if (!name.endsWith('_id')) continue
    if (!isUuid(value)) {
      const resource = name.replace(/_id$/, '')
      throw new AppError('resource_not_found', `there is no ${resource} ${value.slice(0, 100)}`)
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
]

export const errorResponses = ({
  method,
  params,
  query,
  body,
  errors = [],
}: Pick<Route, 'method' | 'params' | 'query' | 'body' | 'errors'>): Record<number, TSchema> => {
  const codes = [
    ...(body !== undefined ? (['invalid_request'] as const) : []),
    ...(query !== undefined || body !== undefined ? (['validation_error'] as const) : []),
    ...(params !== undefined ? (['resource_not_found'] as const) : []),
    // Of the idempotency key: one that is malformed, or was used for another request.
    ...(method === 'POST' ? (['validation_error', 'resource_conflict'] as const) : []),
    ...errors,
    ...COMMON_ERRORS,
  ]
  return Object.fromEntries(codes.map((code) => [CODES[code].status, ErrorBody]))
}
