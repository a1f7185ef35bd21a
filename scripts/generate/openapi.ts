/** Generates openapi.json from the registered routes, so that it describes exactly what is served. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { pino } from 'pino'
import { makeApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import type { Scope } from '../../src/schema/api-key.js'
import { GraphSchema } from '../../src/schema/graph-schema.js'
import { ToolDefinition } from '../../src/schema/tool.js'
import { version } from '../../src/platform/version.js'
import { buildExample } from './build-example.js'
import { buildErrorResponses, findErrorResponse } from './error-responses.js'
import { TAG_GROUPS, TAGS } from './tags.js'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  'x-required-scope'?: Scope | 'public'
  security?: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, Media> }>
  parameters?: { name: string; in: string }[]
}
interface Media {
  schema: Json
  example?: unknown
}

const DESCRIPTION = `Assistants, threads, messages and runs over HTTP: the native API under \`/api/v1\`, the API of LangGraph, and the protocols
of OpenAI, MCP and A2A. All of them work on the same resources.

Lists of the native API are newest first and paged by \`limit\` and \`cursor\`. Every error has the body of the schema \`Error\`; the
LangGraph API adds \`detail\` (\`LangGraphError\`), and the other protocols have their own formats.
Every POST except those of the console takes an \`Idempotency-Key\` header: the first response is stored for 24 hours and returned again.
Every response carries \`X-Request-Id\` and the three \`X-RateLimit-*\` headers.
\`x-required-scope\` of an operation is the scope that the API key or JWT needs if authentication is on; \`admin\` includes
\`read\` and \`write\`. Operations with \`public\` need no credentials.`

export const generateOpenapi = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-openapi-'))
  const config = loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'heddle.db')}` })
  let document: OpenAPIV3_1.Document | undefined
  const app = await makeApp({
    config,
    log: pino({ level: 'silent' }),
    beforeRoutes: async (server) => {
      await server.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: {
            title: 'Heddle',
            version,
            description: DESCRIPTION,
            license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
          },
          servers: [{ url: '/' }],
        },
        transform: ({ schema, url, route }) => ({
          schema: { ...schema, 'x-required-scope': route.config?.scope } as FastifySchema,
          url,
        }),
      })
    },
  })
  try {
    await app.server.ready()
    document = (app.server as FastifyInstance & { swagger: () => unknown }).swagger() as OpenAPIV3_1.Document
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return `${JSON.stringify(completeDocument(document), null, 2)}\n`
}

/** Not referenced by routes, because the domain validates them with better messages; included here as documentation. */
const UNREFERENCED_SCHEMAS = [GraphSchema, ToolDefinition]

/** Adds named components, security, headers and examples, which the routes do not repeat. */
const completeDocument = (document: Json): Json => {
  const components: Record<string, Json> = {}
  for (const schema of UNREFERENCED_SCHEMAS) hoistSchemas(schema, components)
  const paths = hoistSchemas(document['paths'], components) as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      completeOperation(path, method, operation, components)
    }
  }
  return {
    ...document,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a JWT.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      headers: HEADERS,
      responses: buildErrorResponses(headerRefs),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    'x-tagGroups': TAG_GROUPS,
  }
}

const HEADERS = {
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'The id of the request; the id from the request header, if it is valid.',
  },
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests per minute.' },
  'X-RateLimit-Remaining': {
    schema: { type: 'integer' },
    description: 'Remaining requests. Higher than the limit while the burst allowance is unused.',
  },
  'X-RateLimit-Reset': {
    schema: { type: 'integer' },
    description: 'Unix time in seconds at which the full allowance is available again.',
  },
}
const headerRefs = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes retries safe: for 24 hours, a repeated request returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Operations with another method than POST that accept an Idempotency-Key. */
const OTHERS_WITH_KEY = new Set(['deleteRun'])

const EXAMPLE_KEYS = new Set(['example', 'examples'])

/** Turns schemas with a title into components and removes Heddle's own validation keywords. */
const hoistSchemas = (value: unknown, components: Record<string, Json>): unknown => {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, components))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Json)
    .filter(([key]) => key !== 'storable')
    .map(([key, item]) => [key, EXAMPLE_KEYS.has(key) ? item : hoistSchemas(item, components)] as const)
  const copy: Json = Object.fromEntries(entries)
  // Generators of clients understand alternatives, but not conditions.
  if ('if' in copy && 'then' in copy && 'else' in copy) return { anyOf: [copy['then'], copy['else']] }
  const { title } = copy
  if (typeof title !== 'string' || !('type' in copy || 'anyOf' in copy)) return copy
  addComponent(components, title, copy)
  return { $ref: `#/components/schemas/${title}` }
}

/** The examples of a body are moved from its schema to its media type, so the same schema may occur with and without them. */
const addComponent = (components: Partial<Record<string, Json>>, title: string, schema: Json): void => {
  const { examples: _, ...rest } = schema
  const existing = components[title]
  const { examples: existingExamples, ...existingRest } = existing ?? {}
  if (existing !== undefined && !isDeepStrictEqual(rest, existingRest))
    throw new Error(`Two schemas have the title ${title}`)
  if (existingExamples === undefined) components[title] = schema
}

const completeOperation = (
  path: string,
  method: string,
  operation: Operation,
  components: Record<string, Json>,
): void => {
  requireDocumentation(operation, `${method} ${path}`)
  addSecurity(operation)
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    media.example ??= buildExample(media.schema, components)
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const errorResponse = findErrorResponse(status, response.content)
    if (errorResponse !== undefined) {
      operation.responses[status] = { $ref: `#/components/responses/${errorResponse}` } as never
      continue
    }
    response.headers = { ...headerRefs, ...response.headers }
    response.description = describeStatus(status)
    if (path === '/metrics' && status === '200') renameMedia(response.content, 'text/plain')
    for (const media of Object.values(response.content ?? {})) {
      media.example ??= buildExample(media.schema, components)
    }
  }
  const isPostWithKey = method === 'post' && !path.startsWith('/console/')
  if (isPostWithKey || OTHERS_WITH_KEY.has(operation.operationId)) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKey' } as never,
    ]
  }
}

const requireDocumentation = ({ operationId, summary, tags }: Partial<Operation>, name: string): void => {
  const missing = Object.entries({ operationId, summary, tags }).flatMap(([field, value]) =>
    value === undefined ? [field] : [],
  )
  if (missing.length > 0) throw new Error(`The schema of ${name} has no ${missing.join(', ')}`)
  const unknownTag = tags?.find((tag) => !(tag in TAGS))
  if (unknownTag !== undefined) throw new Error(`The tag ${unknownTag} of ${name} is not in tags.ts`)
}

/** OpenAPI 3.1 allows role names in the requirements of schemes that are not OAuth. */
const addSecurity = (operation: Operation): void => {
  const scope = operation['x-required-scope']
  if (scope === undefined) throw new Error(`${operation.operationId} declares no scope`)
  operation.security = scope === 'public' ? [] : [{ bearer: [scope] }, { apiKey: [scope] }]
  if (scope === 'public') return
  const sentence = `Requires the scope \`${scope}\`.`
  operation.description =
    operation.description === undefined ? sentence : `${operation.description} ${sentence}`
}

const renameMedia = (content: Record<string, Media> | undefined, type: string): void => {
  const [[oldType, media] = []] = Object.entries(content ?? {})
  if (content === undefined || oldType === undefined || media === undefined) return
  // oxlint-disable-next-line typescript/no-dynamic-delete -- the document is ours to rewrite
  delete content[oldType]
  content[type] = media
}

const STATUS_MEANINGS: Partial<Record<string, string>> = {
  '101': 'The connection is a WebSocket now.',
  '200': 'Done.',
  '201': 'Created.',
  '202': 'Accepted.',
  '204': 'Done. The response has no body.',
  '302': 'The client is redirected.',
  '304': 'Not modified.',
  '405': 'The method is not supported.',
  '503': 'The service does not accept work.',
}

const describeStatus = (status: string): string => {
  const meaning = STATUS_MEANINGS[status]
  if (meaning === undefined) throw new Error(`Status ${status} has no description`)
  return meaning
}
