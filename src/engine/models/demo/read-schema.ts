/** Reads the subset of JSON Schema that the demo model supports. */
import type { JsonObject } from '../../../schema/common.js'

type Keyword =
  | '$ref'
  | 'allOf'
  | 'anyOf'
  | 'const'
  | 'default'
  | 'enum'
  | 'exclusiveMaximum'
  | 'exclusiveMinimum'
  | 'format'
  | 'items'
  | 'maxItems'
  | 'maxLength'
  | 'maximum'
  | 'minItems'
  | 'minLength'
  | 'minimum'
  | 'multipleOf'
  | 'oneOf'
  | 'properties'
  | 'required'
  | 'type'
type Keywords = Partial<Record<Keyword, unknown>>

export interface Schema {
  type: string | undefined
  nullable: boolean
  format: string | undefined
  /** `enum` or `const`. */
  values: readonly unknown[] | undefined
  defaultValue: unknown
  properties: readonly [name: string, schema: JsonObject][]
  required: ReadonlySet<string>
  items: JsonObject
  minItems: number
  maxItems: number
  minLength: number
  maxLength: number
  minimum: number
  maximum: number
  multipleOf: number | undefined
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const asNumber = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

/** Limit for following references: a schema can refer to itself. */
const MAX_REFERENCE_DEPTH = 20

const dereference = (schema: Keywords, root: JsonObject, depth = 0): Keywords => {
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > MAX_REFERENCE_DEPTH) return schema
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => asObject(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
  return dereference(asObject(target), root, depth + 1)
}

const getTypes = (schema: Keywords): unknown[] =>
  Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]

const guessType = (schema: Keywords): string | undefined => {
  if ('properties' in schema) return 'object'
  if ('items' in schema) return 'array'
  return undefined
}

/** For `anyOf` and `oneOf`, the first alternative that is not null is used. */
export const readSchema = (rawSchema: JsonObject, root: JsonObject): Schema => {
  const outer = dereference(rawSchema, root)
  const alternatives = [...asArray(outer.anyOf), ...asArray(outer.oneOf)].map((subschema) =>
    dereference(asObject(subschema), root),
  )
  const isNull = (subschema: Keywords) => subschema.type === 'null' || subschema.const === null
  const chosen = alternatives.find((subschema) => !isNull(subschema)) ?? {}
  const merged = Object.assign(
    {},
    outer,
    chosen,
    ...asArray(outer.allOf).map((subschema) => dereference(asObject(subschema), root)),
  ) as Keywords
  const types = getTypes(merged)
  const values = Array.isArray(merged.enum) ? (merged.enum as unknown[]) : undefined
  const integer = types.includes('integer')
  return {
    type:
      types.find((type): type is string => typeof type === 'string' && type !== 'null') ?? guessType(merged),
    nullable: types.includes('null') || alternatives.some(isNull) || (values?.includes(null) ?? false),
    format: typeof merged.format === 'string' ? merged.format : undefined,
    values: 'const' in merged ? [merged.const] : values,
    defaultValue: merged.default,
    properties: Object.entries(asObject(merged.properties)).map(([name, schema]) => [name, asObject(schema)]),
    required: new Set(asArray(merged.required).filter((name) => typeof name === 'string')),
    items: asObject(merged.items),
    minItems: Math.min(asNumber(merged.minItems, 0), 100),
    maxItems: asNumber(merged.maxItems, 20),
    minLength: Math.min(asNumber(merged.minLength, 0), 10_000),
    maxLength: asNumber(merged.maxLength, 10_000),
    minimum: asNumber(merged.minimum, asNumber(merged.exclusiveMinimum, -Infinity) + (integer ? 1 : 1e-6)),
    maximum: asNumber(merged.maximum, asNumber(merged.exclusiveMaximum, Infinity) - (integer ? 1 : 1e-6)),
    multipleOf: typeof merged.multipleOf === 'number' ? merged.multipleOf : integer ? 1 : undefined,
  }
}
