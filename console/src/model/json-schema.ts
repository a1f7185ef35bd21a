/** Checks a value against the part of JSON Schema that graphs and tools use. The service checks the whole schema again. */
import { ExactNumber } from './exact-json.ts'
import { plural } from './format.ts'
import { kindOf } from './json-rows.ts'
import { isRecord } from './is-record.ts'

export type JsonSchema = Record<string, unknown>

const MAX_REFERENCES = 20

/** Follows `$ref` inside of the document. A reference that leads nowhere accepts everything. */
export const resolveReference = (schema: unknown, root: JsonSchema): JsonSchema => {
  let current: unknown = schema
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
    if (!isRecord(current)) return {}
    const reference = current['$ref']
    if (typeof reference !== 'string') return current
    if (!reference.startsWith('#')) return {}
    current = reference
      .slice(1)
      .split('/')
      .filter((part) => part !== '')
      .reduce<unknown>((value, part) => {
        const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
        return isRecord(value) ? value[name] : undefined
      }, root)
  }
  return {}
}

export const typesOf = (schema: JsonSchema): string[] => {
  const type = schema['type']
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((entry) => typeof entry === 'string') : []
}

const isSame = (a: unknown, b: unknown): boolean => {
  if (kindOf(a) === 'number' && kindOf(b) === 'number') return Number(a) === Number(b)
  return JSON.stringify(a) === JSON.stringify(b)
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const hasType = (value: unknown, type: string): boolean => {
  const kind = kindOf(value)
  return type === 'integer' ? kind === 'number' && Number.isInteger(Number(value)) : kind === type
}

const FORMATS: Record<string, { pattern: RegExp; words: string }> = {
  email: { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, words: 'an email address' },
  uri: { pattern: /^[a-z][a-z0-9+.-]*:\S+$/i, words: 'a URL' },
  url: { pattern: /^https?:\/\/\S+$/i, words: 'a URL' },
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/, words: 'a date such as 2026-01-31' },
  'date-time': {
    pattern: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i,
    words: 'a time such as 2026-01-31T09:30:00Z',
  },
  uuid: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, words: 'a UUID' },
}

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    // The service decides about a pattern that this browser does not know.
    return true
  }
}

const numberOf = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword]
  return typeof value === 'number' || value instanceof ExactNumber ? Number(value) : undefined
}

const findTextProblem = (schema: JsonSchema, text: string): string | undefined => {
  const minLength = numberOf(schema, 'minLength')
  const maxLength = numberOf(schema, 'maxLength')
  if (minLength !== undefined && text.length < minLength)
    return text === '' ? 'is required' : `needs at least ${String(minLength)} characters`
  if (maxLength !== undefined && text.length > maxLength)
    return `has ${String(text.length - maxLength)} characters too many`
  const { pattern, format } = schema
  if (typeof pattern === 'string' && !matches(pattern, text)) return `must match ${pattern}`
  const known = typeof format === 'string' ? FORMATS[format] : undefined
  return known === undefined || known.pattern.test(text) ? undefined : `must be ${known.words}`
}

const findNumberProblem = (schema: JsonSchema, value: number): string | undefined => {
  const limits: [string, (limit: number) => boolean, string][] = [
    ['minimum', (limit) => value >= limit, 'at least'],
    ['maximum', (limit) => value <= limit, 'at most'],
    ['exclusiveMinimum', (limit) => value > limit, 'more than'],
    ['exclusiveMaximum', (limit) => value < limit, 'less than'],
    ['multipleOf', (step) => Math.abs(value / step - Math.round(value / step)) < 1e-9, 'a multiple of'],
  ]
  for (const [keyword, holds, words] of limits) {
    const limit = numberOf(schema, keyword)
    if (limit !== undefined && !holds(limit)) return `must be ${words} ${String(schema[keyword])}`
  }
  return undefined
}

const at = (name: string, problem: string): string =>
  /^(is|must|needs|has) /.test(problem) ? `${name} ${problem}` : `${name}.${problem}`

const findObjectProblem = (
  schema: JsonSchema,
  value: Record<string, unknown>,
  root: JsonSchema,
): string | undefined => {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  for (const name of required)
    if (typeof name === 'string' && (!Object.hasOwn(value, name) || value[name] === undefined))
      return at(name, 'is required')
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    if (!Object.hasOwn(properties, name)) {
      if (schema['additionalProperties'] === false) return at(name, 'is not allowed')
      continue
    }
    const problem = findProblem(properties[name], item, root)
    if (problem !== undefined) return at(name, problem)
  }
  return undefined
}

const findListProblem = (schema: JsonSchema, items: unknown[], root: JsonSchema): string | undefined => {
  const minItems = numberOf(schema, 'minItems')
  const maxItems = numberOf(schema, 'maxItems')
  if (minItems !== undefined && items.length < minItems)
    return `needs at least ${plural(minItems, 'entry', 'entries')}`
  if (maxItems !== undefined && items.length > maxItems)
    return `must have at most ${String(maxItems)} entries`
  for (const [index, item] of items.entries()) {
    const problem = findProblem(schema['items'], item, root)
    if (problem !== undefined) return at(`entry ${String(index + 1)}`, problem)
  }
  return undefined
}

const findAlternativeProblem = (schema: JsonSchema, value: unknown, root: JsonSchema): string | undefined => {
  for (const part of Array.isArray(schema['allOf']) ? schema['allOf'] : []) {
    const problem = findProblem(part, value, root)
    if (problem !== undefined) return problem
  }
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(choices) || choices.length === 0) return undefined
  const problems = choices.map((choice) => findProblem(choice, value, root))
  return problems.includes(undefined)
    ? undefined
    : (problems.find((problem) => problem !== undefined) ?? undefined)
}

/** What is wrong with the value, as the end of a sentence that starts with the name of the field. */
export const findProblem = (
  schemaOrReference: unknown,
  value: unknown,
  root: JsonSchema,
): string | undefined => {
  const schema = resolveReference(schemaOrReference, root)
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return `must be ${types.map((type) => TYPE_WORDS[type] ?? type).join(' or ')}`
  if (Array.isArray(schema['enum']) && !schema['enum'].some((choice) => isSame(choice, value)))
    return `must be one of ${schema['enum'].map(String).join(', ')}`
  if (schema['const'] !== undefined && !isSame(schema['const'], value))
    return `must be ${JSON.stringify(schema['const'])}`
  const problem = findAlternativeProblem(schema, value, root)
  if (problem !== undefined) return problem
  if (typeof value === 'string') return findTextProblem(schema, value)
  if (kindOf(value) === 'number') return findNumberProblem(schema, Number(value))
  if (Array.isArray(value)) return findListProblem(schema, value, root)
  return isRecord(value) ? findObjectProblem(schema, value, root) : undefined
}
