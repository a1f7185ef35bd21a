/**
 * Validates requests against the schemas of the routes and reports all invalid fields at once. Values of a body are not
 * coerced; values of a query string are coerced to numbers and booleans. Validators are compiled on first use, so that
 * the number of routes does not slow down the start.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { SchemaErrorFormatter } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { didYouMean } from '../../domain/graph-schema/did-you-mean.js'
import { AppError } from '../../errors.js'
import { isStorable } from '../../schema/common.js'

const MAX_DETAILS = 50

const dateTime = addFormats.default.get('date-time') as { validate: (text: string) => boolean }

const makeAjv = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    strict: false,
    // The schemas are ours; the compiler and openapi.json already check them. Checking them again would more than
    // double the time of the first request.
    meta: false,
    validateSchema: false,
    // Ajv's optimizer takes almost half of the time of a compilation, and V8 optimizes the code anyway.
    code: { optimize: false },
  })
  addFormats.default(ajv, ['uuid'])
  // The standard allows times that Date cannot parse: leap seconds, and offsets without minutes.
  ajv.addFormat('date-time', (text) => dateTime.validate(text) && !Number.isNaN(Date.parse(text)))
  ajv.addKeyword({
    keyword: 'storable',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => isStorable(value),
    error: { message: 'must not contain U+0000 or unpaired surrogates' },
  })
  return ajv
}

// Ajv caches validators by schema object, so the servers of one process share them.
const bodies = makeAjv(false)
const queries = makeAjv(true)

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // requireUuidParams in route.ts checks ids in a path: an invalid one is a 404, not a validation error. Handlers check headers.
  if (httpPart === 'params' || httpPart === 'headers') return () => true
  let compiled: ValidateFunction | undefined
  return (value: unknown) => {
    const isBody = httpPart === 'body'
    compiled ??= (isBody ? bodies : queries).compile(schema)
    if (compiled(value)) return true
    const errors = compiled.errors ?? []
    return { error: toValidationError(isBody ? errors : errors.map((error) => nameParameter(error, schema))) }
  }
}

/** The name of a field or parameter that the schema does not know. */
const getUnknownName = ({ params }: ErrorObject): string =>
  (params as { additionalProperty: string }).additionalProperty.slice(0, 100)

/** The message about an unknown query parameter contains the one that was probably meant. */
const nameParameter = (error: ErrorObject, schema: TSchema): ErrorObject => {
  if (error.keyword !== 'additionalProperties') return error
  const name = getUnknownName(error)
  const known = Object.keys((schema as { properties?: object }).properties ?? {})
  const message = `is not a query parameter of this route${didYouMean(name, known)}`
  return { ...error, keyword: 'unknownParameter', instancePath: `/${name}`, message }
}

/** Fastify passes on what the validator returned, which is already an AppError. */
export const passValidationError: SchemaErrorFormatter = (errors: FastifySchemaValidationError[]) =>
  errors as unknown as Error

const toValidationError = (errors: ErrorObject[]): AppError => {
  const details: Record<string, string> = {}
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue
    const field = toFieldPath(error)
    details[field] =
      field in details ? mergeMessages(details[field] ?? '', toMessage(error)) : toMessage(error)
    if (Object.keys(details).length >= MAX_DETAILS) break
  }
  return makeValidationError(details)
}

/** `details` maps each invalid field to its problem. */
export const makeValidationError = (details: Record<string, string>): AppError => {
  const [first = ['The request', 'is invalid']] = Object.entries(details)
  const otherCount = Object.keys(details).length - 1
  const message = `${first[0]} ${first[1]}${otherCount > 0 ? ` (and ${String(otherCount)} more)` : ''}`
  return new AppError('validation_error', message, details)
}

/** Each branch of "string or null" fails separately; the merged message is "must be string or null". */
const mergeMessages = (existing: string, added: string): string => {
  const type = /^must be (\w+)$/.exec(added)?.[1]
  return type !== undefined && existing.startsWith('must be ') && !existing.includes(type)
    ? `${existing} or ${type}`
    : existing
}

/** Converts a JSON pointer to a readable path: `config/temperature`. */
const toFieldPath = (error: ErrorObject): string => {
  const { instancePath, keyword, params } = error
  const path = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  const name =
    keyword === 'required'
      ? (params as { missingProperty: string }).missingProperty
      : keyword === 'additionalProperties'
        ? getUnknownName(error)
        : ''
  return [path, name].filter((part) => part !== '').join('/') || 'body'
}

const toMessage = ({ keyword, params, message }: ErrorObject): string => {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`
    case 'format':
      return (
        { uuid: 'must be a UUID', 'date-time': 'must be an ISO 8601 timestamp' }[
          (params as { format: string }).format
        ] ?? 'has the wrong format'
      )
    case 'additionalProperties':
      return 'is an unknown field'
    default:
      return message ?? 'is invalid'
  }
}
