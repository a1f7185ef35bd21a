/** Generates openapi.json from the registered routes, so that it describes exactly what is served. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { pino } from 'pino'
import { makeApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { CODES } from '../../src/errors.js'
import type { Scope } from '../../src/schema/api-key.js'
import { GraphSchema } from '../../src/schema/graph-schema.js'
import { ToolDefinition } from '../../src/schema/tool.js'
import { version } from '../../src/platform/version.js'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  description?: string
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

const DESCRIPTION = `Assistants, threads, messages and runs over HTTP.

Lists are newest first and paged by \`limit\` and \`cursor\`. Every error has the body of the schema \`Error\`.
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
      responses: buildErrorResponses(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  }
}

const TAGS = {
  Assistants: 'Configured agents. Every update creates a version; a run records the version that it used.',
  Threads: 'Conversations, or contexts of workflows.',
  Messages: 'The messages of a thread.',
  Runs: 'Executions of an assistant in a thread.',
  Webhooks: 'Subscriptions to events, and the log of their deliveries.',
  Governance: 'Guardrails, policies and risk profiles; decisions of guardrails and their statistics.',
  Datasets: 'Examples for evaluating assistants. Every change creates a version.',
  Evaluations: 'Evaluations of assistants on datasets: by rules, a judge model, people, or in comparison.',
  Feedback: 'Feedback on runs, and the queue of runs that an evaluation needs reviewed.',
  'API keys': 'Keys for API clients. Managing keys requires the scope `admin`.',
  Console: 'Signing in to the web console. API clients do not need these operations.',
  System: 'Status and metadata of the service. No credentials are required.',
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

/** Turns schemas with a title into components and removes Heddle's own validation keywords. */
const hoistSchemas = (value: unknown, components: Record<string, Json>): unknown => {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, components))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Json)
    .filter(([key]) => key !== 'storable')
    .map(([key, item]) => [key, key === 'examples' ? item : hoistSchemas(item, components)] as const)
  const copy: Json = Object.fromEntries(entries)
  const { title } = copy
  if (typeof title !== 'string' || !('type' in copy)) return copy
  components[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

const completeOperation = (
  path: string,
  method: string,
  operation: Operation,
  components: Record<string, Json>,
): void => {
  addSecurity(operation)
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    media.example ??= buildExample(media.schema, components)
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if (isError(response)) {
      operation.responses[status] = { $ref: `#/components/responses/Error${status}` } as never
      continue
    }
    response.headers = headerRefs
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

const describeStatus = (status: string): string => {
  if (status === '200') return 'Done.'
  if (status === '201') return 'Created.'
  const codes = Object.entries(CODES).filter(([, row]) => String(row.status) === status)
  return codes.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join(' ')
}

const isError = ({ content }: Operation['responses'][string]): boolean =>
  Object.values(content ?? {}).some(({ schema }) => schema['$ref'] === '#/components/schemas/Error')

/** Describes the response of each error status once. */
const buildErrorResponses = (): Json => {
  const statuses = [...new Set(Object.values(CODES).map(({ status }) => String(status)))]
  return Object.fromEntries(
    statuses.map((status) => {
      const [code, { meaning }] = Object.entries(CODES).find(([, row]) => String(row.status) === status) ?? [
        '',
        { meaning: '' },
      ]
      const hasRetryAfter = status === '429' || status === '503'
      const example = { error: code, message: meaning, details: {}, ...(hasRetryAfter && { retry_after: 1 }) }
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } }
      return [`Error${status}`, { description: describeStatus(status), headers: headerRefs, content }]
    }),
  )
}

/** Returns the example of a schema, or one built from the examples of its properties. */
const buildExample = (schema: Json, components: Record<string, Json>): unknown => {
  const { $ref, examples, properties, items, anyOf, type } = schema as {
    $ref?: string
    examples?: unknown[]
    properties?: Record<string, Json>
    items?: Json
    anyOf?: Json[]
    type?: string
  } & Json
  if ($ref !== undefined) return buildExample(components[$ref.split('/').at(-1) ?? ''] ?? {}, components)
  if (examples !== undefined) return examples[0]
  if ('const' in schema) return schema['const']
  if (anyOf !== undefined) return buildExample(anyOf.at(-1) ?? {}, components)
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, item]) => [name, buildExample(item, components)]),
    )
  }
  if (items !== undefined) return [buildExample(items, components)]
  if (schema['enum'] !== undefined) return (schema['enum'] as unknown[])[0]
  if (schema['format'] === 'uuid') return '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'
  return (
    { string: 'text', integer: 1, number: 0.5, boolean: false, object: {}, null: null }[type ?? ''] ?? null
  )
}
