/** Fields for the input of a graph, made from its schema. What a field cannot express is left to JSON. */
import type { JsonSchema } from '../api/dialect.ts'
import { isRecord } from './messages.ts'

export type FieldType = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'

export interface FormField {
  name: string
  type: FieldType
  description: string | undefined
  required: boolean
  options: string[]
  /** The default of the schema as text; empty if there is none. */
  initial: string
}

export interface InputForm {
  /** True if the graph takes messages, so that the main field is a text for one message. */
  hasMessages: boolean
  fields: FormField[]
}

/** `anyOf` with null means that the field is optional. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(variants)) return schema
  const others = (variants as unknown[]).filter(isRecord).filter(({ type }) => type !== 'null')
  return others.length === 1 ? { ...schema, ...others[0] } : schema
}

const typeOf = (schema: JsonSchema): FieldType => {
  if (Array.isArray(schema['enum']) && schema['enum'].every((value) => typeof value === 'string'))
    return 'choice'
  switch (schema['type']) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'integer':
      return 'integer'
    case 'boolean':
      return 'boolean'
    default:
      return 'json'
  }
}

const toText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const isMessages = (name: string, schema: JsonSchema): boolean =>
  name === 'messages' &&
  (schema['langgraph_type'] === 'messages' || schema['type'] === 'array' || schema['type'] === undefined)

export const toInputForm = (schema: JsonSchema | null | undefined): InputForm => {
  const properties = isRecord(schema?.['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema?.['required']) ? (schema['required'] as unknown[]) : []
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, withoutNull(isRecord(property) ? property : {})] as const,
  )
  return {
    hasMessages: entries.some(([name, property]) => isMessages(name, property)),
    fields: entries
      .filter(([name, property]) => !isMessages(name, property))
      .map(([name, property]) => ({
        name,
        type: typeOf(property),
        description: typeof property['description'] === 'string' ? property['description'] : undefined,
        required: required.includes(name) && !('default' in property),
        options: Array.isArray(property['enum']) ? (property['enum'] as unknown[]).map(String) : [],
        initial: toText(property['default']),
      })),
  }
}

/** Undefined if the text is empty: the field is then left out of the input. Throws if the text does not fit the type. */
export const parseField = (field: FormField, input: string): unknown => {
  if (input.trim() === '') {
    if (field.required) throw new Error('is required')
    return undefined
  }
  if (field.type === 'text' || field.type === 'choice') return input
  if (field.type === 'boolean') return input === 'true'
  if (field.type === 'json') {
    try {
      return JSON.parse(input)
    } catch {
      throw new Error('is not valid JSON; text needs quotation marks')
    }
  }
  const number = Number(input)
  if (!Number.isFinite(number)) throw new Error('must be a number')
  if (field.type === 'integer' && !Number.isInteger(number)) throw new Error('must be a whole number')
  return number
}

/** The values of all fields, or what is wrong with them. Fields that still have the default of the schema are left out. */
export const readForm = (
  fields: FormField[],
  texts: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; problems: Record<string, string> } => {
  const values: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const input = texts[field.name] ?? field.initial
    if (input === field.initial && !field.required) continue
    try {
      const value = parseField(field, input)
      if (value !== undefined) values[field.name] = value
    } catch (error) {
      problems[field.name] = (error as Error).message
    }
  }
  return { values, problems }
}
