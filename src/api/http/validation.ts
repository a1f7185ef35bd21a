/**
 * Validation by the schemas of the routes. All wrong fields are told at once. Bodies are taken as they are, while
 * the texts of a query string become numbers and booleans. Validators are compiled when first used: start-up
 * stays fast however many routes there are.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { SchemaErrorFormatter } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
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
    // The schemas are our own, and held to their form by the compiler and openapi.json; checking them again would
    // more than double the time of the first request.
    meta: false,
    validateSchema: false,
  })
  addFormats.default(ajv, ['uuid'])
  // The standard has times that Date cannot read: leap seconds, and offsets without minutes.
  ajv.addFormat('date-time', (text) => dateTime.validate(text) && !Number.isNaN(Date.parse(text)))
  ajv.addKeyword({
    keyword: 'storable',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => isStorable(value),
    error: { message: 'holds U+0000 or an unpaired surrogate' },
  })
  return ajv
}

export const makeValidatorCompiler = (): FastifySchemaCompiler<TSchema> => {
  const bodies = makeAjv(false)
  const queries = makeAjv(true)
  return ({ schema, httpPart }) => {
    // Ids in a path are looked at before: a wrong one is a 404 and not a validation error (see route.ts).
    if (httpPart === 'params') return () => true
    let compiled: ValidateFunction | undefined
    return (value: unknown) => {
      compiled ??= (httpPart === 'body' ? bodies : queries).compile(schema)
      if (compiled(value)) return true
      return { error: toValidationError(compiled.errors ?? []) }
    }
  }
}

/** Fastify hands over what the validator made; it is an AppError already. */
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
  const [first = ['the request', 'is invalid']] = Object.entries(details)
  const otherCount = Object.keys(details).length - 1
  const message = `${first[0]} ${first[1]}${otherCount > 0 ? ` (and ${String(otherCount)} more)` : ''}`
  return new AppError('validation_error', message, details)
}

/** The branches of "a string or null" fail one by one; together they read "must be string or null". */
const mergeMessages = (existing: string, added: string): string => {
  const type = /^must be (\w+)$/.exec(added)?.[1]
  return type !== undefined && existing.startsWith('must be ') && !existing.includes(type)
    ? `${existing} or ${type}`
    : existing
}

/** A path as a person writes it: `config/temperature`. */
const toFieldPath = ({ instancePath, keyword, params }: ErrorObject): string => {
  const path = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  if (keyword !== 'required') return path === '' ? 'body' : path
  const missing = (params as { missingProperty: string }).missingProperty
  return path === '' ? missing : `${path}/${missing}`
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
      return 'has an unknown field'
    default:
      return message ?? 'is invalid'
  }
}
