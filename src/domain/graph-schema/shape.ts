/** Holds a value against a schema and tells, field by field, what is wrong. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { GraphSchema, NODE_SCHEMAS, STEP_SCHEMAS } from '../../schema/graph-schema.js'
import { meant } from './nearest.js'

/** The path of the field and a text that follows its name; an unknown field says so itself. */
export type ShapeProblem = readonly [path: string, text: string]

const own = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
addFormats.default(own, ['uuid', 'uri'])

/** The graph without its nodes, which are checked one by one: their errors can then speak of them. */
const Frame = Type.Object(
  { ...GraphSchema.properties, nodes: Type.Array(Type.Unknown(), { minItems: 1 }) },
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

let schemas: Ajv | undefined

/** What is wrong with a JSON Schema that a user wrote; it is held against JSON Schema's own and not compiled. */
export const jsonSchemaProblem = ({ $schema: _, ...schema }: Record<string, unknown>): string | undefined => {
  if (schemas === undefined) {
    schemas = new Ajv({ strict: false, logger: false })
    addFormats.default(schemas, ['regex', 'uri', 'uri-reference'])
  }
  if (schemas.validateSchema(schema) === true) return undefined
  const [first] = schemas.errors ?? []
  return `is not a JSON Schema: ${first?.instancePath.slice(1) ?? ''} ${first?.message ?? ''}`.trimEnd()
}
