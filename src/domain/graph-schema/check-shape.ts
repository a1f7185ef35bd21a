/** Validates graphs and nodes against their schemas and returns the problems by field. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { GraphSchema, LIMITS, NODE_SCHEMAS, STEP_SCHEMAS } from '../../schema/graph-schema.js'
import { toProblem } from '../../json-schema/ajv-problems.js'
import { checkUserSchema, withoutUnknownDraft } from '../../json-schema/user-schema.js'
import type { JsonObject } from '../../schema/common.js'
import { didYouMean } from './did-you-mean.js'

/** The path of the field, and a text that follows its name. */
export type ShapeProblem = readonly [path: string, text: string]

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
addFormats.default(ajv, ['uuid', 'uri'])

/** The graph without its nodes. Nodes are checked one by one, so that their messages can name the node. */
const GraphFrame = Type.Object(
  { ...GraphSchema.properties, nodes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: LIMITS.nodes }) },
  { additionalProperties: false },
)

const makeChecker = (schema: TSchema) => {
  let validate: ValidateFunction | undefined
  const knownFields = Object.keys((schema as { properties?: object }).properties ?? {})
  return (value: unknown): ShapeProblem[] => {
    validate ??= ajv.compile(schema)
    return validate(value) ? [] : toProblems(validate.errors ?? [], knownFields)
  }
}

export const findFrameProblems = makeChecker(GraphFrame)

const makeCheckers = (schemas: Record<string, TSchema>) =>
  new Map(Object.entries(schemas).map(([type, schema]) => [type, makeChecker(schema)]))

export const nodeCheckers = makeCheckers(NODE_SCHEMAS)
export const stepCheckers = makeCheckers(STEP_SCHEMAS)

const toProblems = (errors: ErrorObject[], knownFields: string[]): ShapeProblem[] => {
  const problems = new Map<string, string>()
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue
    const [path, text] = toShapeProblem(error, knownFields)
    const existing = problems.get(path)
    if (existing === undefined) problems.set(path, text)
    // Each alternative of "a string or an object" reports a separate error; combine them.
    else if (error.keyword === 'type' && !existing.includes(text))
      problems.set(path, `${existing} or ${getTypeName(error)}`)
  }
  return [...problems]
}

const getTypeName = ({ params }: ErrorObject): string => String((params as { type: unknown }).type)

const toShapeProblem = (error: ErrorObject, knownFields: string[]): ShapeProblem => {
  const [path, text] = toProblem(error)
  const params = error.params as Record<string, string>
  switch (error.keyword) {
    case 'additionalProperties':
      return [path, `${text}${error.instancePath === '' ? didYouMean(path, knownFields) : ''}`]
    case 'pattern':
      return [
        path,
        path === 'id'
          ? 'may contain only letters, digits, _ and -'
          : 'must consist of letters, digits and _, and start with a letter',
      ]
    case 'format':
      return [path, `must be a ${params['format'] === 'uuid' ? 'UUID' : 'URL'}`]
    default:
      return [path, text]
  }
}

/** Returns the problem of a user's JSON Schema, which is not compiled. */
export const findJsonSchemaProblem = (schema: JsonObject): string | undefined => {
  const [first] = Object.entries(checkUserSchema(withoutUnknownDraft(schema)))
  if (first === undefined) return undefined
  const [path, text] = first
  return path === '' ? text : `is not usable: ${path} ${text}`
}
