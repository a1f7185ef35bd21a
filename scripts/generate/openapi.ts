/** openapi.json from the routes as they are registered: nothing is described that is not served. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { pino } from 'pino'
import { makeApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { CODES } from '../../src/errors.js'
import { GraphSchema } from '../../src/schema/graph-schema.js'
import { ToolDefinition } from '../../src/schema/tool.js'
import { version } from '../../src/platform/version.js'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
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
Every POST takes an \`Idempotency-Key\` header: the first answer is kept for 24 hours and given again.
Every answer carries \`X-Request-Id\` and the three \`X-RateLimit-*\` headers.`

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

/** Checked by code of their own, which gives better answers than a schema can; but users want to see them. */
const UNREFERENCED_SCHEMAS = [GraphSchema, ToolDefinition]

/** Named components, security, headers and examples; what the routes need not say each for itself. */
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
  Assistants: 'Configured agents. Every change makes a version; a run records the version it used.',
  Threads: 'Conversations, or contexts of workflows.',
  Messages: 'What was said in a thread.',
  Runs: 'Executions of an assistant in a thread.',
  Webhooks: 'Receivers of notifications, and the log of what they were told.',
  Governance: 'Guardrails, policies and risk profiles; what guardrails decided, and figures of it.',
  Datasets: 'Examples that assistants are held against. Every change to them makes a version.',
  Evaluations: 'Assistants held against datasets: by rules, a judge, people, or one against another.',
  Feedback: 'What people say of runs, and the queue of those that an evaluation asks them about.',
  'API keys': 'Keys for those who call this API. They need the scope `admin`.',
  System: 'The service itself. No credentials are needed here.',
}

const HEADERS = {
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'The id of the request; yours, if you sent a sane one.',
  },
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests a minute.' },
  'X-RateLimit-Remaining': {
    schema: { type: 'integer' },
    description: 'Requests left now. While the burst allowance is unused, more than the limit.',
  },
  'X-RateLimit-Reset': {
    schema: { type: 'integer' },
    description: 'Unix seconds at which all of them are back.',
  },
}
const headerRefs = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeated request safe: the first answer is given again for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** A schema with a title becomes a component; our own validation keywords stay at home. */
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
  const isPublic = !path.startsWith('/api/v1/') || path === '/api/v1/openapi.json'
  operation.security = isPublic ? [] : [{ bearer: [] }, { apiKey: [] }]
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
  if (method === 'post') {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKey' } as never,
    ]
  }
}

const renameMedia = (content: Record<string, Media> | undefined, type: string): void => {
  const [[oldType, media] = []] = Object.entries(content ?? {})
  if (content === undefined || oldType === undefined || media === undefined) return
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the document is ours to rewrite
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

/** The answer of each error status, described once. */
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

/** The example that a schema names, or one put together from those of its properties. */
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
