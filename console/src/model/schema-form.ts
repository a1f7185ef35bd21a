/** A form from a JSON Schema, or from an example value if there is no schema. What a field cannot express is edited as JSON. */
import { ExactNumber } from './exact-json.ts'
import { kindOf } from './json-rows.ts'
import { resolveReference, typesOf, type JsonSchema } from './json-schema.ts'
import { isRecord } from './is-record.ts'

export type FieldKind = 'text' | 'long_text' | 'number' | 'boolean' | 'choice' | 'choices' | 'lines' | 'json'

export interface FormField {
  /** The name of the property; empty for a value that is not an object. */
  name: string
  label: string
  kind: FieldKind
  required: boolean
  /** True if neither an example nor the schema gives a value, so that an empty text is a text that was not entered. */
  startsEmpty: boolean
  readOnly: boolean
  description: string | undefined
  /** The type and the limits in a few words. */
  note: string
  choices: unknown[]
  schema: JsonSchema
}

export interface Form {
  fields: FormField[]
  /** True if the value is the value of the only field instead of an object. */
  isSingle: boolean
  root: JsonSchema
  /** True if the schema was made from an example, so that it says nothing about other values. */
  isInferred: boolean
}

const LONG_TEXT_CHARS = 60

/** An optional value is often written as a choice between the value and null. */
const withoutNull = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(choices)) return schema
  const others = choices
    .map((choice) => resolveReference(choice, root))
    .filter((choice) => !typesOf(choice).every((type) => type === 'null') || typesOf(choice).length === 0)
  const [only] = others
  if (others.length !== 1 || only === undefined) return schema
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema
  return { ...rest, ...only }
}

/** Entries that are blank or have several lines would not survive a field with one entry per line. */
const fitsLines = (example: unknown): boolean =>
  !Array.isArray(example) ||
  example.every((item) => typeof item === 'string' && item.trim() !== '' && !/[\r\n]/.test(item))

const kindOfField = (schema: JsonSchema, root: JsonSchema, example: unknown): FieldKind => {
  if (Array.isArray(schema['enum'])) return 'choice'
  const types = typesOf(schema).filter((type) => type !== 'null')
  const [type] = types
  if (types.length > 1) return 'json'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') {
    const items = resolveReference(schema['items'], root)
    const isText = typesOf(items).join() === 'string' && fitsLines(example)
    if (!isText) return 'json'
    return Array.isArray(items['enum']) ? 'choices' : 'lines'
  }
  if (type === 'string') {
    const isLong =
      schema['format'] === 'textarea' ||
      Number(schema['maxLength'] ?? 0) > 200 ||
      (typeof example === 'string' && (example.length > LONG_TEXT_CHARS || /[\r\n]/.test(example)))
    return isLong ? 'long_text' : 'text'
  }
  return 'json'
}

const describeLimits = (schema: JsonSchema): string => {
  const [minimum, maximum] = [schema['minimum'], schema['maximum']].map((limit) =>
    typeof limit === 'number' || limit instanceof ExactNumber ? String(limit) : undefined,
  )
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `from ${minimum}`
  return maximum === undefined ? '' : `up to ${maximum}`
}

const describeField = (kind: FieldKind, schema: JsonSchema, required: boolean): string => {
  const words: string[] = []
  if (schema['readOnly'] === true) words.push('read only')
  else if (kind === 'choice') words.push(`one of ${String((schema['enum'] as unknown[]).length)}`)
  else if (kind === 'number')
    words.push(typesOf(schema).includes('integer') ? 'integer' : 'number', describeLimits(schema))
  else if (kind === 'lines') words.push('one per line')
  else if (kind === 'choices') words.push('any of them')
  else if (kind === 'json') words.push('JSON')
  else if (typeof schema['format'] === 'string' && schema['format'] !== 'textarea')
    words.push(schema['format'])
  if (!required) words.push('optional')
  return words.filter((word) => word !== '').join(', ')
}

const toField = (
  name: string,
  raw: unknown,
  root: JsonSchema,
  required: boolean,
  example: unknown,
): FormField => {
  const schema = withoutNull(resolveReference(raw, root), root)
  const startsEmpty = example === undefined && schema['default'] === undefined
  const found = kindOfField(schema, root, example)
  // A checkbox cannot say that a value is left out.
  const isOptionalBoolean = found === 'boolean' && !required && startsEmpty
  const kind = isOptionalBoolean ? 'choice' : found
  const listed = kind === 'choices' ? resolveReference(schema['items'], root) : schema
  const choices = isOptionalBoolean ? [true, false] : listed['enum']
  return {
    name,
    label: typeof schema['title'] === 'string' && schema['title'] !== '' ? schema['title'] : name,
    kind,
    required,
    startsEmpty,
    readOnly: schema['readOnly'] === true,
    description: typeof schema['description'] === 'string' ? schema['description'] : undefined,
    note: describeField(found, schema, required),
    choices: Array.isArray(choices) ? choices : [],
    schema,
  }
}

/**
 * A schema that describes the value as it is. Every property is required, because a person did not ask to remove one; a whole number may
 * become a fraction.
 */
export const inferSchema = (value: unknown): JsonSchema => {
  const kind = kindOf(value)
  if (kind === 'object' && isRecord(value))
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inferSchema(item)])),
      required: Object.keys(value),
    }
  if (kind === 'array') {
    const items = value as unknown[]
    return items.length > 0 && items.every((item) => typeof item === 'string')
      ? { type: 'array', items: { type: 'string' } }
      : { type: 'array' }
  }
  if (kind === 'null') return {}
  return { type: kind }
}

export const toForm = (schema: JsonSchema | undefined, example: unknown): Form => {
  const root = schema ?? inferSchema(example)
  const resolved = resolveReference(root, root)
  const properties = resolved['properties']
  if (!isRecord(properties) || Object.keys(properties).length === 0) {
    const field = toField('', resolved, root, true, example)
    return { fields: [field], isSingle: true, root, isInferred: schema === undefined }
  }
  const required = Array.isArray(resolved['required']) ? resolved['required'] : []
  const values = isRecord(example) ? example : {}
  // Arguments that the schema does not mention are sent too, so they are shown.
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name))
  const fields = [
    ...Object.entries(properties).map(([name, property]) =>
      toField(name, property, root, required.includes(name), values[name]),
    ),
    ...unknown.map((name) => toField(name, inferSchema(values[name]), root, true, values[name])),
  ]
  return { fields, isSingle: false, root, isInferred: schema === undefined }
}
