/**
 * Validates responses against openapi.json: the status is documented, the body matches its schema, the headers are
 * present.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { packageRoot } from '../../src/platform/package-root.js'

interface Operation {
  operationId: string
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: object; example?: unknown }> }
  >
}
export interface OpenapiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Operation['responses'][string]> }
}

export const openapi = JSON.parse(readFileSync(`${packageRoot}/openapi.json`, 'utf8')) as OpenapiDocument

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', components: openapi.components })

/** Rewrites references inside the document so that Ajv can resolve them. */
const toAbsoluteRefs = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object

const findOperation = (method: string, url: string): Operation | undefined => {
  const path = (url.split('?')[0] ?? '').split('/')
  for (const [template, operations] of Object.entries(openapi.paths)) {
    const segments = template.split('/')
    const matches =
      segments.length === path.length &&
      segments.every(
        (segment, index) => segment === path[index] || (segment.startsWith('{') && path[index] !== ''),
      )
    if (matches && operations[method.toLowerCase()]) return operations[method.toLowerCase()]
  }
  return undefined
}

export interface CheckedResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** Lists the differences between a response and the document. Empty: the response is valid. */
export const findOpenapiProblems = (
  method: string,
  url: string,
  { status, headers, body }: CheckedResponse,
): string[] => {
  const problems: string[] = []
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (headers[name] === undefined) problems.push(`${name} is missing`)
  }
  const operation = findOperation(method, url)
  if (operation === undefined) {
    return status >= 400 ? [...problems, ...findSchemaProblems(ERROR_SCHEMA, body)] : problems
  }
  const documented = operation.responses[String(status)]
  if (documented === undefined)
    return [...problems, `${operation.operationId} does not document status ${String(status)}`]
  const response = documented.$ref
    ? openapi.components.responses[documented.$ref.split('/').at(-1) ?? '']
    : documented
  const schema = response?.content?.['application/json']?.schema
  return schema === undefined ? problems : [...problems, ...findSchemaProblems(schema, body)]
}

/** Compiling a validator takes longer than the request that it checks, so each schema is compiled once. */
const validators = new WeakMap<object, ValidateFunction>()

const getValidator = (schema: object): ValidateFunction => {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = ajv.compile(toAbsoluteRefs(schema))
    validators.set(schema, validator)
  }
  return validator
}

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' }

const findSchemaProblems = (schema: object, body: unknown): string[] => {
  const validate = getValidator(schema)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}

export const isValid = (schema: object, value: unknown): boolean =>
  findSchemaProblems(schema, value).length === 0
