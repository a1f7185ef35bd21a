/** Editing a state: which keys are sent, and whether they fit the schema of the graph. */
import type { JsonSchema } from '../api/dialect.ts'
import { kindOf } from './json-rows.ts'
import { isEqual } from './state-diff.ts'
import { isRecord } from './is-record.ts'

export interface StateEdit {
  /** The keys that differ. Only these are sent, because a reducer would apply the others a second time. */
  values: Record<string, unknown>
  added: string[]
  changed: string[]
  /** A checkpoint cannot lose a key; a removed key is sent as null. */
  removed: string[]
}

export const readEdit = (before: unknown, after: unknown): StateEdit => {
  const [old, edited] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const added = Object.keys(edited).filter((name) => !Object.hasOwn(old, name))
  const changed = Object.keys(edited).filter(
    (name) => Object.hasOwn(old, name) && !isEqual(old[name], edited[name]),
  )
  const removed = Object.keys(old).filter((name) => !Object.hasOwn(edited, name))
  return {
    values: {
      ...Object.fromEntries([...added, ...changed].map((name) => [name, edited[name]])),
      ...Object.fromEntries(removed.map((name) => [name, null])),
    },
    added,
    changed,
    removed,
  }
}

const MAX_DEPTH = 12

const typesOf = (schema: JsonSchema): string[] => {
  const type = schema['type']
  return Array.isArray(type) ? (type as unknown[]).map(String) : typeof type === 'string' ? [type] : []
}

const isInteger = (value: unknown): boolean => Number.isInteger(Number(value))

const fitsType = (value: unknown, type: string): boolean => {
  const kind = kindOf(value)
  return type === 'integer' ? kind === 'number' && isInteger(value) : kind === type
}

const describeProperties = (
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): string | undefined => {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  for (const name of Array.isArray(schema['required']) ? (schema['required'] as unknown[]).map(String) : [])
    if (!(name in value)) return `${path}${name} is required`
  for (const [name, item] of Object.entries(value)) {
    const property = properties[name]
    if (isRecord(property)) {
      const problem = describeMisfit(property, item, `${path}${name}`, depth + 1)
      if (problem !== undefined) return problem
    } else if (schema['additionalProperties'] === false) return `${path}${name} is no key of the schema`
  }
  return undefined
}

/** Says why a value does not fit, or undefined if it does as far as types, choices and fields are concerned. */
export const describeMisfit = (
  schema: JsonSchema,
  value: unknown,
  path: string,
  depth = 0,
): string | undefined => {
  if (depth > MAX_DEPTH || value === null || value === undefined) return undefined
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) {
    const problems = (variants as unknown[])
      .filter(isRecord)
      .map((variant) => describeMisfit(variant, value, path, depth + 1))
    return problems.includes(undefined) ? undefined : problems[0]
  }
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => fitsType(value, type)))
    return `${path} must be ${types.join(' or ')}, not ${kindOf(value)}`
  if (Array.isArray(schema['enum']) && !schema['enum'].some((choice) => isEqual(choice, value)))
    return `${path} must be one of ${schema['enum'].map((choice) => JSON.stringify(choice)).join(', ')}`
  if (Array.isArray(value) && isRecord(schema['items']))
    for (const [index, item] of value.entries()) {
      const problem = describeMisfit(schema['items'], item, `${path}[${String(index)}]`, depth + 1)
      if (problem !== undefined) return problem
    }
  return isRecord(value) ? describeProperties(schema, value, `${path}.`, depth) : undefined
}

/** Checks the keys that are sent against the schema of the state. A key that the graph does not have would be an error. */
export const checkEdit = (
  schema: JsonSchema | null | undefined,
  values: Record<string, unknown>,
): string | undefined => {
  const properties = isRecord(schema?.['properties']) ? schema['properties'] : undefined
  if (properties === undefined) return undefined
  for (const [name, value] of Object.entries(values)) {
    const property = properties[name]
    if (!isRecord(property)) return `${name} is no key of the state of this graph`
    const problem = describeMisfit(property, value, name)
    if (problem !== undefined) return problem
  }
  return undefined
}
