/** JSON Schemas gone through place by place, without compiling them. */
import type { Problems } from '../../guardrails/rules/validate-config.js'
import type { JsonObject } from '../../schema/common.js'
import { compilePattern } from './safe-pattern.js'

/** Our own keyword, put beside every `$ref`: only by references can the work grow beyond the size of schema and value. */
export const COUNTER = '$counted'

/** Compiling takes 0.7 ms for each that has a pattern (November 2026). */
const MOST_SCHEMAS = 500

// Under these stands any JSON, not a schema; under those, schemas by names that are not keywords.
const VALUES = new Set(['const', 'default', 'enum', 'examples'])
const MAPS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)))

/** A copy, in which `change` was made to every schema. */
const mapSchemas = (
  value: unknown,
  path: string,
  change: (schema: JsonObject, path: string) => JsonObject,
): unknown => {
  if (Array.isArray(value)) return value.map((item, at) => mapSchemas(item, `${path}/${String(at)}`, change))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([key, item]): [string, unknown] => {
    const at = `${path}/${key}`
    if (VALUES.has(key)) return [key, item]
    if (!MAPS.has(key) || !isObject(item)) return [key, mapSchemas(item, at, change)]
    const named = Object.entries(item).map(([name, schema]) => [
      name,
      mapSchemas(schema, `${at}/${name}`, change),
    ])
    return [key, Object.fromEntries(named)]
  })
  return change(Object.fromEntries(inner), path)
}

export const withCounters = (schema: JsonObject): JsonObject =>
  mapSchemas(schema, '', (one) =>
    typeof one['$ref'] === 'string' ? { ...one, [COUNTER]: true } : one,
  ) as JsonObject

/** What Ajv would run all the same, or would look for elsewhere. */
export const checkWithin = (root: JsonObject): Problems => {
  const problems: Problems = {}
  let count = 0
  mapSchemas(root, '', (schema, path) => {
    count++
    for (const [key, text] of problemsOfOne(root, schema, path === ''))
      problems[`${path}/${key}`.slice(1)] = text
    return schema
  })
  if (count > MOST_SCHEMAS) problems[''] = `must hold at most ${String(MOST_SCHEMAS)} schemas`
  return problems
}

const UNSUPPORTED = ['$async', '$dynamicRef', '$recursiveRef', '$data', COUNTER]

const problemsOfOne = (root: JsonObject, schema: JsonObject, isRoot: boolean): [string, string][] => {
  const found = UNSUPPORTED.filter((key) => Object.hasOwn(schema, key)).map((key): [string, string] => [
    key,
    'is not supported',
  ])
  const { $ref: reference, pattern, patternProperties } = schema
  if (!isRoot && typeof schema['$id'] === 'string')
    found.push(['$id', 'is supported for the whole schema only'])
  if (typeof reference === 'string' && !resolves(root, reference))
    found.push(['$ref', 'must point to a place within the schema, as in #/$defs/name'])
  const patterns: [string, string][] = typeof pattern === 'string' ? [['pattern', pattern]] : []
  for (const source of isObject(patternProperties) ? Object.keys(patternProperties) : [])
    patterns.push([`patternProperties/${source}`, source])
  for (const [key, source] of patterns) {
    const compiled = compilePattern(source)
    if ('problem' in compiled) found.push([key, compiled.problem])
  }
  return found
}

const resolves = (root: unknown, reference: string): boolean => {
  if (reference === '#') return true
  if (!reference.startsWith('#/') || !reference.isWellFormed()) return false
  let at = root
  for (const step of reference.slice(2).split('/')) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as JsonObject)[key]
  }
  return true
}

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
