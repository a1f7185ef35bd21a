/**
 * Generators of valid and invalid values for a JSON Schema. They support only the keywords that Heddle's schemas use.
 */
import fc from 'fast-check'

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
}

type Components = Record<string, object>

/** Strings that often break programs. A schema allows them; a database may not. */
const hostileText = fc.constantFrom(
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🧵',
  '__proto__',
  'constructor',
  '../..',
  "' or 1=1 --",
  '\u202e',
  '%00',
  'x'.repeat(300),
)
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText)

const resolveSchema = (schema: Schema, components: Components): Schema =>
  schema.$ref === undefined ? schema : (components[schema.$ref.split('/').at(-1) ?? ''] as Schema)

/** Generates values that the schema allows. */
export const makeValidValues = (schemaOrRef: Schema, components: Components): fc.Arbitrary<unknown> => {
  const schema = resolveSchema(schemaOrRef, components)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => makeValidValues(option, components)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return fc.uuid()
      if (schema.format === 'date-time')
        return fc
          .date({ noInvalidDate: true, min: new Date('2030-01-01'), max: new Date('2040-01-01') })
          .map((date) => date.toISOString())
      return fc.oneof(
        fc.string({
          minLength: schema.minLength ?? 0,
          maxLength: Math.min(schema.maxLength ?? 40, 40),
          unit: 'grapheme',
        }),
        hostileText,
      )
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const size = { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 4 }
      const items = makeValidValues(schema.items ?? {}, components)
      return schema.uniqueItems ? fc.uniqueArray(items, size) : fc.array(items, size)
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        makeValidValues(field, components),
      ])
      const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: schema.required ?? [],
      })
      if (fields.length > 0) return known
      return fc.dictionary(fc.oneof(fc.string({ maxLength: 12 }), hostileText), anyJson, {
        maxKeys: 4,
        noNullPrototype: true,
      })
    }
    default:
      return anyJson
  }
}

/** Generates values with invalid, missing or unknown fields, and values of a wrong type. */
export const makeInvalidValues = (schema: Schema, components: Components): fc.Arbitrary<unknown> => {
  const { properties = {} } = resolveSchema(schema, components)
  const names = Object.keys(properties)
  const junk = fc.oneof(anyJson, hostileText, fc.constantFrom(null, [], {}, -1, 1e308, true))
  const corrupted = fc
    .tuple(
      makeValidValues(schema, components),
      fc.dictionary(fc.constantFrom(...names, 'extra'), junk, { minKeys: 1 }),
    )
    .map(([base, changes]) => ({ ...(base as object), ...changes }))
  return names.length === 0
    ? anyJson
    : fc.oneof({ weight: 4, arbitrary: corrupted }, { weight: 1, arbitrary: anyJson })
}
