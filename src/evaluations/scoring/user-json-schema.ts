/**
 * Makes JSON Schemas of users safe to run: patterns run on RE2, references must stay within the schema, and a validation
 * is aborted after a number of steps. (References multiply: thirty definitions that each refer to the next one twice take
 * 2^30, about a billion, steps.)
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import { toValidationProblems, type ValidationProblems } from '../../schema/validation-problems.js'
import type { JsonObject } from '../../schema/common.js'
import { compilePattern } from './safe-pattern.js'
import { checkSubschemas, isDeeperThan, addStepCounters, STEP_COUNTER_KEYWORD } from './walk-json-schema.js'

const MAX_BYTES = 65_536
const MAX_DEPTH = 32
const MAX_STEPS = 200_000

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const DRAFT_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

const isDraft7 = ({ $schema }: JsonObject): boolean => typeof $schema === 'string' && DRAFT_7.test($schema)

const metaValidators = new Map<boolean, Ajv>()
const getMetaValidator = (draft7: boolean): Ajv => {
  const cached = metaValidators.get(draft7)
  if (cached !== undefined) return cached
  const options = { strict: false, validateFormats: false }
  const validator = draft7 ? new Ajv(options) : new Ajv2020(options)
  metaValidators.set(draft7, validator)
  return validator
}

/** Problems by path within the schema; the empty path is the schema itself. */
export const checkSchema = (schema: JsonObject): ValidationProblems => {
  if (isDeeperThan(schema, MAX_DEPTH)) return { '': `must be at most ${String(MAX_DEPTH)} levels deep` }
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES)
    return { '': `must be at most ${String(MAX_BYTES)} bytes of JSON` }
  const { $schema: schemaUri, ...schemaBody } = schema
  if (
    schemaUri !== undefined &&
    !isDraft7(schema) &&
    !(typeof schemaUri === 'string' && DRAFT_2020.test(schemaUri))
  )
    return { $schema: 'must be draft 2020-12 or draft 7' }
  const meta = getMetaValidator(isDraft7(schema))
  if (meta.validateSchema(schemaBody) !== true) return toValidationProblems((meta.errors ?? []).slice(0, 1))
  const problems = checkSubschemas(schema)
  if (Object.keys(problems).length > 0) return problems
  try {
    compileSchema(schema)
    return {}
  } catch (error) {
    return { '': `cannot be used: ${(error as Error).message}` }
  }
}

export type ValidationResult =
  | { valid: true }
  | { valid: false; problem: string }
  | { valid: null; problem: string }

type Validate = (value: unknown) => ValidationResult

/** Each schema is compiled twice, when it is checked and when it is used: the cache avoids the second compilation. */
const MAX_CACHED = 50
const cache = new LRUCache<string, Validate>({ max: MAX_CACHED })

/** Compiles a schema for which `checkSchema` reports no problem. */
export const compileSchema = (schema: JsonObject): Validate => {
  const key = JSON.stringify(schema)
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const validate = compile(schema)
  cache.set(key, validate)
  return validate
}

/** Each schema gets its own Ajv instance, because two schemas may have the same `$id`. */
const compile = (schema: JsonObject): Validate => {
  const steps = { left: 0 }
  const ajv = isDraft7(schema) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)
  addFormats.default(ajv, { mode: 'fast' })
  replaceKeywords(ajv, steps)
  const { $schema: _, $id: _id, ...schemaBody } = schema
  const validate = ajv.compile(addStepCounters(schemaBody))
  return (value) => {
    steps.left = MAX_STEPS
    try {
      return validate(value) ? { valid: true } : { valid: false, problem: firstProblem(validate) }
    } catch (error) {
      // Thrown by the step counter, and by a stack overflow if the schema refers to itself.
      if (!(error instanceof RangeError)) throw error
      return { valid: null, problem: 'the validation takes too many steps' }
    }
  }
}

const firstProblem = ({ errors }: ValidateFunction): string => {
  const [[path, text] = ['', 'is invalid']] = Object.entries(toValidationProblems(errors ?? []))
  return path === '' ? `the value ${text}` : `${path} ${text}`
}

/** Ajv caches patterns by `toString()`: without a distinct text it would run another pattern instead. */
const safeRegExp = (source: string) => {
  const compiled = compilePattern(source)
  if ('problem' in compiled) throw new Error(`the pattern ${source} ${compiled.problem}`)
  return { test: (text: string) => compiled.pattern.test(text), toString: () => `re2:${source}` }
}
safeRegExp.code = 'safeRegExp'

// No `allErrors`: an array with a million invalid items would produce a million errors.
const OPTIONS: Options = {
  strict: false,
  meta: false,
  validateSchema: false,
  logger: false,
  code: { regExp: safeRegExp },
}

const replaceKeywords = (ajv: Ajv, steps: { left: number }): void => {
  ajv.addKeyword({
    keyword: STEP_COUNTER_KEYWORD,
    validate: () => {
      if (steps.left-- <= 0) throw new RangeError('too many steps')
      return true
    },
  })
  // Ajv's own uniqueItems compares every pair of items, which is quadratic.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isEnabled: boolean, items: unknown[]) =>
      !isEnabled || new Set(items.map(toCanonicalJson)).size === items.length,
    error: { message: 'must not contain the same item twice' },
  })
}

/** JSON with sorted keys: objects are equal regardless of the order of their keys. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
