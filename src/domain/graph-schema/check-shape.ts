/** Holds a value against a schema and tells, field by field, what is wrong. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { GraphSchema, LIMITS, NODE_SCHEMAS, STEP_SCHEMAS } from '../../schema/graph-schema.js'
import { meant } from './did-you-mean.js'

/** The path of the field and a text that follows its name; an unknown field says so itself. */
export type ShapeProblem = readonly [path: string, text: string]

const own = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
addFormats.default(own, ['uuid', 'uri'])

/** The graph without its nodes, which are checked one by one: their errors can then speak of them. */
const Frame = Type.Object(
  { ...GraphSchema.properties, nodes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: LIMITS.nodes }) },
  { additionalProperties: false },
)

const checkerOf = (schema: TSchema) => {
  let validate: ValidateFunction | undefined
  const known = Object.keys((schema as { properties?: object }).properties ?? {})
  return (value: unknown): ShapeProblem[] => {
    validate ??= own.compile(schema)
    return validate(value) ? [] : problemsOf(validate.errors ?? [], known)
  }
}

export const frameProblems = checkerOf(Frame)

const checkersOf = (schemas: Record<string, TSchema>) =>
  new Map(Object.entries(schemas).map(([type, schema]) => [type, checkerOf(schema)]))

export const nodeCheckers = checkersOf(NODE_SCHEMAS)
export const stepCheckers = checkersOf(STEP_SCHEMAS)

const problemsOf = (errors: ErrorObject[], known: string[]): ShapeProblem[] => {
  const problems = new Map<string, string>()
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue
    const [path, text] = problemOf(error, known)
    const before = problems.get(path)
    if (before === undefined) problems.set(path, text)
    // The branches of "a string or an object" fail one by one.
    else if (error.keyword === 'type' && !before.includes(text))
      problems.set(path, `${before} or ${typeOf(error)}`)
  }
  return [...problems]
}

const typeOf = ({ params }: ErrorObject): string => String((params as { type: unknown }).type)

const problemOf = (
  { keyword, params, instancePath, message }: ErrorObject,
  known: string[],
): ShapeProblem => {
  const path = instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  const under = (name: string): string => (path === '' ? name : `${path}/${name}`)
  const told = params as Record<string, string>
  switch (keyword) {
    case 'required':
      return [under(told['missingProperty'] ?? ''), 'is required']
    case 'additionalProperties': {
      const name = told['additionalProperty'] ?? ''
      return [under(name), `is an unknown field${path === '' ? meant(name, known) : ''}`]
    }
    case 'pattern':
      return [
        path,
        path === 'id'
          ? 'may have letters, digits, _ and - only'
          : 'is not a name: letters, digits and _, a letter first',
      ]
    case 'enum':
      return [path, `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`]
    case 'format':
      return [path, `must be a ${told['format'] === 'uuid' ? 'UUID' : 'URL'}`]
    default:
      return [path, message ?? 'is invalid']
  }
}

let metaSchema: Ajv | undefined

/** What is wrong with a JSON Schema that a user wrote; it is held against JSON Schema's own and not compiled. */
export const jsonSchemaProblem = ({ $schema: _, ...schema }: Record<string, unknown>): string | undefined => {
  metaSchema ??= new Ajv({ strict: false, logger: false })
  if (metaSchema.validateSchema(schema) !== true) {
    const [first] = metaSchema.errors ?? []
    return `is not a JSON Schema: ${first?.instancePath.slice(1) ?? ''} ${first?.message ?? ''}`
  }
  const pattern = brokenPattern(schema)
  return pattern === undefined ? undefined : `has the pattern ${pattern}, which is no regular expression`
}

/** Values that only look like schemas. */
const PLAIN = new Set(['const', 'default', 'enum', 'examples'])

const brokenPattern = (schema: unknown): string | undefined => {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [key, value] of Object.entries(schema as Record<string, unknown>)) {
    if (PLAIN.has(key)) continue
    const patterns =
      key === 'pattern' ? [value] : key === 'patternProperties' ? Object.keys(value as object) : []
    const found = patterns.find((pattern) => typeof pattern === 'string' && !isRegularExpression(pattern))
    const broken = (found as string | undefined) ?? brokenPattern(value)
    if (broken !== undefined) return broken
  }
  return undefined
}

const isRegularExpression = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
