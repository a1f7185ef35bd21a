/** Walks a JSON Schema and its subschemas without compiling it. */
import type { ValidationProblems } from '../schema/validation-problems.js'
import type { JsonObject } from '../schema/common.js'
import { compilePattern } from './safe-pattern.js'
import { computeStepCost, STEP_KEYWORD } from './step-budget.js'

/** Compiling takes up to 3 ms per subschema (November 2026). */
const MAX_SCHEMAS = 500

// The first set contains arbitrary JSON, not schemas; the second maps names, which are not keywords, to schemas.
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

/** Returns a copy in which `transform` is applied to every schema. */
const mapSchemas = (
  value: unknown,
  path: string,
  transform: (schema: JsonObject, path: string) => JsonObject,
): unknown => {
  if (Array.isArray(value))
    return value.map((item, index) => mapSchemas(item, `${path}/${String(index)}`, transform))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([key, item]): [string, unknown] => {
    const keyPath = `${path}/${key}`
    if (VALUE_KEYWORDS.has(key)) return [key, item]
    if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(item)) return [key, mapSchemas(item, keyPath, transform)]
    const namedSchemas = Object.entries(item).map(([name, schema]) => [
      name,
      mapSchemas(schema, `${keyPath}/${name}`, transform),
    ])
    return [key, Object.fromEntries(namedSchemas)]
  })
  return transform(Object.fromEntries(inner), path)
}

/** Returns the schema in the form that Ajv compiles: with step counters, and without keywords that make Ajv throw. */
export const prepareSchema = (schema: JsonObject): JsonObject =>
  mapSchemas(schema, '', (subschema) => {
    // References to anchors and ids are not supported, so neither keyword has an effect.
    const { id: _id, $anchor: _anchor, nullable, ...rest } = subschema
    return {
      ...rest,
      ...(nullable !== undefined && 'type' in rest && { nullable }),
      [STEP_KEYWORD]: computeStepCost(rest),
    }
  }) as JsonObject

/** Compiling a pattern takes up to 2 ms, and a request is checked on the main thread (November 2026). */
const MAX_PATTERNS = 200
/** Later subschemas are not checked, so that a schema of invalid patterns is not compiled to its end. */
const MAX_PROBLEMS = 10
let patternsLeft: number | undefined

/** All schemas that `check` checks share one quota of patterns. Checks are synchronous, so a single counter is enough. */
export const withPatternQuota = <T>(check: () => T): T => {
  if (patternsLeft !== undefined) return check()
  patternsLeft = MAX_PATTERNS
  try {
    return check()
  } finally {
    patternsLeft = undefined
  }
}

/** Reports keywords that Ajv would run unsafely or resolve outside the schema. */
export const checkSubschemas = (root: JsonObject): ValidationProblems =>
  withPatternQuota(() => {
    const problems: ValidationProblems = {}
    let count = 0
    mapSchemas(root, '', (schema, path) => {
      count++
      if (Object.keys(problems).length >= MAX_PROBLEMS) return schema
      for (const [key, text] of findProblems(root, schema, path === ''))
        problems[`${path}/${key}`.slice(1)] = text
      return schema
    })
    if (count > MAX_SCHEMAS) problems[''] = `must contain at most ${String(MAX_SCHEMAS)} schemas`
    return problems
  })

const UNSUPPORTED = ['$async', '$dynamicRef', '$recursiveRef', '$data', STEP_KEYWORD]

const findProblems = (root: JsonObject, schema: JsonObject, isRoot: boolean): [string, string][] => {
  const problems = UNSUPPORTED.filter((key) => Object.hasOwn(schema, key)).map((key): [string, string] => [
    key,
    'is not supported',
  ])
  const { $ref: reference, pattern, patternProperties } = schema
  if (!isRoot && typeof schema['$id'] === 'string')
    problems.push(['$id', 'is supported at the top level only'])
  if (typeof reference === 'string' && !isResolvable(root, reference))
    problems.push(['$ref', 'must point to a location within the schema, for example #/$defs/name'])
  const patterns: [string, string][] = typeof pattern === 'string' ? [['pattern', pattern]] : []
  for (const source of isObject(patternProperties) ? Object.keys(patternProperties) : [])
    patterns.push([`patternProperties/${source}`, source])
  for (const [key, source] of patterns) {
    const problem = findPatternProblem(source)
    if (problem !== undefined) problems.push([key, problem])
  }
  return problems
}

const findPatternProblem = (source: string): string | undefined => {
  if (patternsLeft !== undefined && patternsLeft-- <= 0)
    return `is one pattern too many: all schemas together may contain ${String(MAX_PATTERNS)}`
  const compiled = compilePattern(source)
  return 'problem' in compiled ? compiled.problem : undefined
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
