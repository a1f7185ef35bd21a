/** JSON Schemas gone through place by place, without compiling them. */
import type { ValidationProblems } from '../../guardrails/rules/validate-config.js'
import type { JsonObject } from '../../schema/common.js'
import { compilePattern } from './safe-pattern.js'

/** Our own keyword, put beside every `$ref`: only by references can the work grow beyond the size of schema and value. */
export const STEP_COUNTER_KEYWORD = '$counted'

/** Compiling takes 0.7 ms for each that has a pattern (November 2026). */
const MAX_SCHEMAS = 500

// Under these stands any JSON, not a schema; under those, schemas by names that are not keywords.
const VALUE_KEYWORDS = new Set(['const', 'default', 'enum', 'examples'])
const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1)))

/** A copy, in which `change` was made to every schema. */
const mapSchemas = (
  value: unknown,
  path: string,
  transform: (schema: JsonObject, path: string) => JsonObject,
): unknown => {
  if (Array.isArray(value))
    return value.map((item, at) => mapSchemas(item, `${path}/${String(at)}`, transform))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([key, item]): [string, unknown] => {
    const at = `${path}/${key}`
    if (VALUE_KEYWORDS.has(key)) return [key, item]
    if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(item)) return [key, mapSchemas(item, at, transform)]
    const namedSchemas = Object.entries(item).map(([name, schema]) => [
      name,
      mapSchemas(schema, `${at}/${name}`, transform),
    ])
    return [key, Object.fromEntries(namedSchemas)]
  })
  return transform(Object.fromEntries(inner), path)
}

export const addStepCounters = (schema: JsonObject): JsonObject =>
  mapSchemas(schema, '', (subschema) =>
    typeof subschema['$ref'] === 'string' ? { ...subschema, [STEP_COUNTER_KEYWORD]: true } : subschema,
  ) as JsonObject

/** What Ajv would run all the same, or would look for elsewhere. */
export const checkSubschemas = (root: JsonObject): ValidationProblems => {
  const problems: ValidationProblems = {}
  let count = 0
  mapSchemas(root, '', (schema, path) => {
    count++
    for (const [key, text] of findProblems(root, schema, path === ''))
      problems[`${path}/${key}`.slice(1)] = text
    return schema
  })
  if (count > MAX_SCHEMAS) problems[''] = `must hold at most ${String(MAX_SCHEMAS)} schemas`
  return problems
}

const UNSUPPORTED = ['$async', '$dynamicRef', '$recursiveRef', '$data', STEP_COUNTER_KEYWORD]

const findProblems = (root: JsonObject, schema: JsonObject, isRoot: boolean): [string, string][] => {
  const problems = UNSUPPORTED.filter((key) => Object.hasOwn(schema, key)).map((key): [string, string] => [
    key,
    'is not supported',
  ])
  const { $ref: reference, pattern, patternProperties } = schema
  if (!isRoot && typeof schema['$id'] === 'string')
    problems.push(['$id', 'is supported for the whole schema only'])
  if (typeof reference === 'string' && !isResolvable(root, reference))
    problems.push(['$ref', 'must point to a place within the schema, as in #/$defs/name'])
  const patterns: [string, string][] = typeof pattern === 'string' ? [['pattern', pattern]] : []
  for (const source of isObject(patternProperties) ? Object.keys(patternProperties) : [])
    patterns.push([`patternProperties/${source}`, source])
  for (const [key, source] of patterns) {
    const compiled = compilePattern(source)
    if ('problem' in compiled) problems.push([key, compiled.problem])
  }
  return problems
}

const isResolvable = (root: unknown, reference: string): boolean => {
  if (reference === '#') return true
  if (!reference.startsWith('#/') || !reference.isWellFormed()) return false
  let current = root
  for (const step of reference.slice(2).split('/')) {
    const key = decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return false
    current = (current as JsonObject)[key]
  }
  return true
}

const decodeStep = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
