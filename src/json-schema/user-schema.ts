/**
 * Makes JSON Schemas of users safe to run: their size is limited, patterns run on RE2, references must stay within the
 * schema, and a validation is aborted after a number of steps.
 */
import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { LRUCache } from 'lru-cache'
import type { JsonObject } from '../schema/common.js'
import { toValidationProblems, type ValidationProblems } from '../schema/validation-problems.js'
import { addSafeFormats } from './safe-formats.js'
import { compilePattern } from './safe-pattern.js'
import { addStepKeyword, MAX_STEPS, StepBudget } from './step-budget.js'
import { checkSubschemas, isDeeperThan, prepareSchema } from './walk-schema.js'

export const MAX_SCHEMA_BYTES = 65_536
export const MAX_SCHEMA_DEPTH = 32

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

/**
 * Returns the problems by path within the schema; the empty path is the schema itself. It does not compile the schema:
 * a schema within the limits takes up to 1 s to compile and 0.2 s to check (November 2026).
 */
export const checkUserSchema = (schema: JsonObject): ValidationProblems => {
  const problem = findSizeProblem(schema)
  if (problem !== undefined) return { '': problem }
  const { $schema: schemaUri, ...schemaBody } = schema
  if (
    schemaUri !== undefined &&
    !isDraft7(schema) &&
    !(typeof schemaUri === 'string' && DRAFT_2020.test(schemaUri))
  )
    return { $schema: 'must be draft 2020-12 or draft 7' }
  const meta = getMetaValidator(isDraft7(schema))
  if (meta.validateSchema(schemaBody) !== true) return toValidationProblems((meta.errors ?? []).slice(0, 1))
  return checkSubschemas(schema)
}

/** Removes a `$schema` of another draft, which `checkUserSchema` rejects: tools and graphs may name any draft. */
export const withoutUnknownDraft = (schema: JsonObject): JsonObject => {
  const { $schema: schemaUri, ...schemaBody } = schema
  return typeof schemaUri === 'string' && (DRAFT_7.test(schemaUri) || DRAFT_2020.test(schemaUri))
    ? schema
    : schemaBody
}

/** Describes why a schema is too large to be used at all. */
export const findSizeProblem = (schema: JsonObject): string | undefined => {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) return `must be at most ${String(MAX_SCHEMA_DEPTH)} levels deep`
  return Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES
    ? `must be at most ${String(MAX_SCHEMA_BYTES)} bytes of JSON`
    : undefined
}

export type ValidationResult =
  | { valid: true }
  | { valid: false; problem: string; errors: readonly ErrorObject[] }
  /** The value could not be checked within the number of steps. */
  | { valid: null; problem: string }

export type ValidateValue = (value: unknown) => ValidationResult

interface CompileOptions {
  /** Collects all errors instead of the first one. A step can add several errors, so use it with a small `maxSteps`. */
  allErrors?: boolean
  /** Writes the defaults of the schema into the value. */
  useDefaults?: boolean
  checkFormats?: boolean
  maxSteps?: number
}

export type CompiledUserSchema = { validate: ValidateValue } | { problem: string }

const MAX_CACHED = 50
const cache = new LRUCache<string, CompiledUserSchema>({ max: MAX_CACHED })

/**
 * Checks and compiles a schema. A stored schema is checked again, because it may be older than the rules, and an MCP
 * server sends any schema.
 */
export const compileUserSchema = (schema: JsonObject, options: CompileOptions = {}): CompiledUserSchema => {
  const key = JSON.stringify([options, schema])
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const compiled = checkAndCompile(schema, options)
  // Keeping a schema that is too large would keep its text.
  if (key.length <= 2 * MAX_SCHEMA_BYTES) cache.set(key, compiled)
  return compiled
}

const checkAndCompile = (schema: JsonObject, options: CompileOptions): CompiledUserSchema => {
  const [first] = Object.entries(checkUserSchema(withoutUnknownDraft(schema)))
  if (first !== undefined) return { problem: first.join(' ').trim() }
  try {
    return { validate: compile(schema, options) }
  } catch (error) {
    return { problem: `cannot be compiled: ${(error as Error).message}` }
  }
}

/** Each schema gets its own Ajv instance, because two schemas may have the same `$id`, and for its budget. */
const compile = (schema: JsonObject, options: CompileOptions): ValidateValue => {
  const budget = new StepBudget(options.maxSteps ?? MAX_STEPS)
  const ajvOptions = toAjvOptions(options, budget)
  const ajv = isDraft7(schema) ? new Ajv(ajvOptions) : new Ajv2020(ajvOptions)
  if (ajvOptions.validateFormats !== false) addSafeFormats(ajv)
  addStepKeyword(ajv, budget)
  replaceUniqueItems(ajv, budget)
  const { $schema: _, $id: _id, ...schemaBody } = schema
  const validate = ajv.compile(prepareSchema(schemaBody))
  return (value) => {
    budget.reset()
    try {
      if (validate(value)) return { valid: true }
      const errors = validate.errors ?? []
      return { valid: false, problem: describeFirst(errors), errors }
    } catch (error) {
      // Thrown by the budget, and by a stack overflow if the schema refers to itself.
      if (!(error instanceof RangeError)) throw error
      return { valid: null, problem: 'the validation takes too many steps; simplify the schema or the value' }
    }
  }
}

const describeFirst = (errors: readonly ErrorObject[]): string => {
  const [[path, text] = ['', 'is invalid']] = Object.entries(toValidationProblems(errors))
  return path === '' ? `the value ${text}` : `${path} ${text}`
}

const toAjvOptions = (
  { allErrors = false, useDefaults = false, checkFormats = true }: CompileOptions,
  budget: StepBudget,
): Options => ({
  allErrors,
  useDefaults,
  validateFormats: checkFormats,
  strict: false,
  meta: false,
  validateSchema: false,
  logger: false,
  // Ajv's optimizer takes almost half of the time of a compilation, and V8 optimizes the code anyway.
  code: { regExp: makeSafeRegExp(budget), optimize: false },
})

const makeSafeRegExp = (budget: StepBudget) => {
  const safeRegExp = (source: string) => {
    const compiled = compilePattern(source)
    if ('problem' in compiled) throw new Error(`the pattern ${source} ${compiled.problem}`)
    const { pattern } = compiled
    const programSize = pattern.matcher('').programSize()
    return {
      test: (text: string) => {
        budget.spendOnPattern(text, programSize)
        return pattern.test(text)
      },
      // Ajv caches patterns by `toString()`: without a distinct text it would run another pattern instead.
      toString: () => `re2:${source}`,
    }
  }
  safeRegExp.code = 'safeRegExp'
  return safeRegExp
}

const replaceUniqueItems = (ajv: Ajv, budget: StepBudget): void => {
  // Ajv's own uniqueItems compares every pair of items, which is quadratic.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isEnabled: boolean, items: unknown[]) => {
      if (!isEnabled) return true
      const texts = items.map((item) => {
        const text = toCanonicalJson(item)
        budget.spend(2 + text.length / JSON_CHARACTERS_PER_STEP)
        return text
      })
      return new Set(texts).size === items.length
    },
    error: { message: 'must not contain the same item twice' },
  })
}
const JSON_CHARACTERS_PER_STEP = 8

/** JSON with sorted keys: objects are equal regardless of the order of their keys. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
