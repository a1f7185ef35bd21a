/** A form from a JSON Schema, or from an example value if there is no schema. What a field cannot express is edited as JSON. */
import { ExactNumber, parseExact, stringifyExact } from './exact-json.ts'
import { kindOf } from './json-rows.ts'
import { findProblem, isRecord, resolveReference, typesOf, type JsonSchema } from './json-schema.ts'

export type FieldKind = 'text' | 'long_text' | 'number' | 'boolean' | 'choice' | 'lines' | 'json'

export interface FormField {
  /** The name of the property; empty for a value that is not an object. */
  name: string
  label: string
  kind: FieldKind
  required: boolean
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
}

/** What a person has typed: text for every kind, except for checkboxes. */
export type Draft = string | boolean
export type Drafts = Record<string, Draft>

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
    const isText = typesOf(items).join() === 'string' && !Array.isArray(items['enum'])
    return isText && fitsLines(example) ? 'lines' : 'json'
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
  const kind = kindOfField(schema, root, example)
  return {
    name,
    label: typeof schema['title'] === 'string' && schema['title'] !== '' ? schema['title'] : name,
    kind,
    required,
    readOnly: schema['readOnly'] === true,
    description: typeof schema['description'] === 'string' ? schema['description'] : undefined,
    note: describeField(kind, schema, required),
    choices: Array.isArray(schema['enum']) ? schema['enum'] : [],
    schema,
  }
}

/** A schema that describes the value as it is; every property is required, because a person did not ask to remove one. */
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
  if (kind === 'number')
    return { type: Number.isInteger(Number(value)) && !String(value).includes('.') ? 'integer' : 'number' }
  return { type: kind }
}

/** Integers of an example may become fractions, so the inferred type of numbers is the wider one. */
const widen = (schema: JsonSchema): JsonSchema =>
  schema['type'] === 'integer' ? { ...schema, type: 'number' } : schema

export const toForm = (schema: JsonSchema | undefined, example: unknown): Form => {
  const root = schema ?? inferSchema(example)
  const resolved = resolveReference(root, root)
  const properties = resolved['properties']
  if (!isRecord(properties) || Object.keys(properties).length === 0) {
    const field = toField('', resolved, root, true, example)
    return { fields: [field], isSingle: true, root }
  }
  const required = Array.isArray(resolved['required']) ? resolved['required'] : []
  const values = isRecord(example) ? example : {}
  // Arguments that the schema does not mention are sent too, so they are shown.
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name))
  const fields = [
    ...Object.entries(properties).map(([name, property]) =>
      toField(
        name,
        schema === undefined && isRecord(property) ? widen(property) : property,
        root,
        required.includes(name),
        values[name],
      ),
    ),
    ...unknown.map((name) => toField(name, widen(inferSchema(values[name])), root, true, values[name])),
  ]
  return { fields, isSingle: false, root }
}

const toDraft = ({ kind, schema }: FormField, value: unknown): Draft => {
  const start = value === undefined ? schema['default'] : value
  if (kind === 'boolean') return start === true
  if (kind === 'json') return start === undefined ? '' : stringifyExact(start, 2)
  if (start === undefined || start === null) return ''
  if (kind === 'lines') return Array.isArray(start) ? start.map(String).join('\n') : ''
  return typeof start === 'string' ? start : stringifyExact(start)
}

export const toDrafts = ({ fields, isSingle }: Form, value: unknown): Drafts =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      toDraft(field, isSingle ? value : isRecord(value) ? value[field.name] : undefined),
    ]),
  )

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

type Reading = { value: unknown } | { problem: string }

const readNumber = (text: string): Reading => {
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return { problem: 'must be a number' }
  return { value: String(Number(trimmed)) === trimmed ? Number(trimmed) : new ExactNumber(trimmed) }
}

const readDraft = (field: FormField, draft: Draft): Reading => {
  if (typeof draft === 'boolean') return { value: draft }
  if (field.kind === 'choice') {
    const choice = field.choices.find((candidate) => String(candidate) === draft)
    return choice === undefined && draft !== ''
      ? { problem: 'must be one of the choices' }
      : { value: draft === '' ? undefined : choice }
  }
  if (field.kind === 'number') return draft.trim() === '' ? { value: undefined } : readNumber(draft)
  if (field.kind === 'lines') {
    const lines = draft.split('\n').filter((line) => line.trim() !== '')
    return { value: lines.length === 0 && !field.required ? undefined : lines }
  }
  if (field.kind === 'json') {
    if (draft.trim() === '') return { value: undefined }
    try {
      return { value: parseExact(draft) }
    } catch {
      return { problem: 'is not valid JSON' }
    }
  }
  return { value: draft === '' && !field.required ? undefined : draft }
}

/** A required text may be empty unless the schema has a minimum length, but a required number or choice may not. */
const checkReading = (field: FormField, reading: Reading, root: JsonSchema): string | undefined => {
  if ('problem' in reading) return reading.problem
  if (reading.value === undefined) return field.required ? 'is required' : undefined
  return findProblem(field.schema, reading.value, root)
}

export interface FormReading {
  value: unknown
  /** What is wrong, by the name of the field. */
  problems: Record<string, string>
}

export const readForm = ({ fields, isSingle, root }: Form, drafts: Drafts): FormReading => {
  const readings = fields.map((field) => ({ field, reading: readDraft(field, drafts[field.name] ?? '') }))
  // Objects from entries may have every name, also `__proto__`.
  const values = Object.fromEntries(
    readings.flatMap(({ field, reading }) =>
      'value' in reading && reading.value !== undefined ? [[field.name, reading.value]] : [],
    ),
  )
  const problems = Object.fromEntries(
    readings.flatMap(({ field, reading }) => {
      const problem = checkReading(field, reading, root)
      return problem === undefined ? [] : [[field.name, problem]]
    }),
  )
  return { value: isSingle ? values[fields[0]?.name ?? ''] : values, problems }
}

/** Names such as `constructor` exist in every object, so only own properties count. */
export const problemOf = (problems: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(problems, name) ? problems[name] : undefined

export const listChanges = (before: Drafts, after: Drafts): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name])

/** The first problem as a sentence for the reason why a button is blocked. */
export const describeProblems = ({ fields }: Form, problems: Record<string, string>): string | undefined => {
  const field = fields.find(({ name }) => problemOf(problems, name) !== undefined)
  if (field === undefined) return undefined
  const subject = field.label === '' ? 'The value' : field.label
  return `${subject} ${problemOf(problems, field.name) ?? ''}`
}
