/** Import and export of datasets with streamed request and response bodies. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Examples } from '../../domain/datasets/examples.js'
import { exportText } from '../../domain/datasets/export-examples.js'
import { AppError } from '../../errors.js'
import { Uuid } from '../../schema/common.js'
import { ExamplesImported, ExportQuery } from '../../schema/dataset.js'
import {
  ExamplesBody,
  IMPORT_TYPES,
  MAX_IMPORT_BYTES,
  parseExamples,
} from '../dataset-import/examples-body.js'
import {
  errorResponses,
  API_PREFIX,
  NO_PARAMETERS,
  requireUuidParams,
  toUnprefixedSchema,
} from '../http/route.js'
import { compileValidator } from '../http/validation.js'

const params = Type.Object({ dataset_id: Uuid })
type Params = Static<typeof params>
const tags = ['Datasets']
const CONTENT_TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }
const preValidation = async (request: FastifyRequest): Promise<void> => {
  requireUuidParams(request)
}

const ExampleLines = Type.String({
  description: 'One JSON object per line, or CSV whose first line has the column names.',
  examples: ['{"input": {"message": "Where is my order?"}, "expected_output": {"contains": "tracking"}}\n'],
})

export const serveDatasetFiles = (server: FastifyInstance, examples: Examples): void => {
  // Registered in a separate scope: only these routes accept the content types of an import.
  void server.register(async (scope) => {
    serveImport(scope, examples)
    serveExport(scope, examples)
  })
}

const serveImport = (server: FastifyInstance, examples: Examples): void => {
  server.removeAllContentTypeParsers()
  for (const [type, format] of Object.entries(IMPORT_TYPES))
    server.addContentTypeParser(type, (_request: FastifyRequest, payload: Readable) =>
      parseExamples(payload, format),
    )
  server.addContentTypeParser('*', async () => {
    throw invalidContentType()
  })

  const schema = {
    operationId: 'importExamples',
    summary: 'Import examples from JSON Lines or CSV',
    description:
      'Adds all examples or none, as one version; up to 100 MB and 100,000 examples. CSV columns: `input` and ' +
      '`expected_output` (a JSON object, or a text that becomes `message` or `response`), `input.<key>`, ' +
      '`expected_output.<key>`, `tags` (a JSON array, or words separated by commas), `split`, `metadata`. `details` of the ' +
      'error lists the first 100 invalid lines.',
    tags,
    params,
    querystring: NO_PARAMETERS,
    consumes: ['application/x-ndjson', 'text/csv'],
    body: ExampleLines,
    response: {
      201: ExamplesImported,
      ...errorResponses({ method: 'POST', params, body: ExampleLines }),
    },
  }
  for (const { url, isUnprefixed } of toUrls('import')) {
    const options = {
      config: { scope: 'write', status: 201 } as const,
      bodyLimit: MAX_IMPORT_BYTES,
      schema: isUnprefixed ? toUnprefixedSchema(schema) : schema,
      // The parser has already validated every line.
      validatorCompiler: (part: Parameters<typeof compileValidator>[0]) =>
        part.httpPart === 'body' ? () => true : compileValidator(part),
      preValidation,
    }
    server.post<{ Params: Params; Body: unknown }>(url, options, async (request, reply) => {
      const { principal, idempotencyStatements, body } = request
      if (!(body instanceof ExamplesBody)) throw invalidContentType()
      const { dataset_id } = request.params
      const response = await examples.import(
        principal.tenant_id,
        dataset_id,
        body.requireExamples(),
        idempotencyStatements,
      )
      return reply.code(201).send(response)
    })
  }
}

const serveExport = (server: FastifyInstance, examples: Examples): void => {
  const schema = {
    operationId: 'exportExamples',
    summary: 'Export the examples of a dataset as JSON Lines or CSV',
    description: 'In the order in which they were added. The file can be imported again.',
    tags,
    params,
    querystring: ExportQuery,
    produces: ['application/x-ndjson', 'text/csv'],
    response: { 200: ExampleLines, ...errorResponses({ method: 'GET', params, query: ExportQuery }) },
  }
  for (const { url, isUnprefixed } of toUrls('export')) {
    const options = {
      config: { scope: 'read' } as const,
      schema: isUnprefixed ? toUnprefixedSchema(schema) : schema,
      preValidation,
    }
    server.get<{ Params: Params; Querystring: ExportQuery }>(url, options, async (request, reply) => {
      const { tenant_id, scopes } = request.principal
      const { format, version } = request.query
      const { dataset_id } = request.params
      const pages = await examples.export(tenant_id, dataset_id, version, scopes.has('admin'))
      return reply
        .type(CONTENT_TYPES[format])
        .header('content-disposition', `attachment; filename="${dataset_id}.${format}"`)
        .send(Readable.from(exportText(format, pages)))
    })
  }
}

const toUrls = (name: string) =>
  [API_PREFIX, ''].map((prefix) => ({
    url: `${prefix}/datasets/:dataset_id/${name}`,
    isUnprefixed: prefix === '',
  }))

const invalidContentType = (): AppError =>
  new AppError('invalid_request', `The content type must be one of ${Object.keys(IMPORT_TYPES).join(', ')}`)
