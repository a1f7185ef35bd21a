/**
 * JSON Schemas that users wrote, made safe to run: patterns on RE2, references within the schema only, and an end to
 * validations that would never end. (References can multiply: thirty definitions that each name the next one twice are
 * a thousand million steps.)
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { problemsOf, type Problems } from '../../guardrails/rules/validate-config.js'
import type { JsonObject } from '../../schema/common.js'
import { compilePattern } from './safe-pattern.js'
import { checkWithin, isDeeper, withCounters, COUNTER } from './walk-json-schema.js'

const MOST_BYTES = 65_536
const DEEPEST = 32
const MOST_STEPS = 200_000

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const DRAFT_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

const isDraft7 = ({ $schema }: JsonObject): boolean => typeof $schema === 'string' && DRAFT_7.test($schema)

const metas = new Map<boolean, Ajv>()
const metaOf = (draft7: boolean): Ajv => {
  const known = metas.get(draft7)
  if (known !== undefined) return known
  const options = { strict: false, validateFormats: false }
  const made = draft7 ? new Ajv(options) : new Ajv2020(options)
  metas.set(draft7, made)
  return made
}

/** By path within the schema; the whole has the empty path. */
export const checkSchema = (schema: JsonObject): Problems => {
  if (isDeeper(schema, DEEPEST)) return { '': `must be at most ${String(DEEPEST)} levels deep` }
  if (Buffer.byteLength(JSON.stringify(schema)) > MOST_BYTES)
    return { '': `must be at most ${String(MOST_BYTES)} bytes of JSON` }
  const { $schema: dialect, ...bare } = schema
  if (
    dialect !== undefined &&
    !isDraft7(schema) &&
    !(typeof dialect === 'string' && DRAFT_2020.test(dialect))
  )
    return { $schema: 'must be that of draft 2020-12 or draft 7' }
  const meta = metaOf(isDraft7(schema))
  if (meta.validateSchema(bare) !== true) return problemsOf((meta.errors ?? []).slice(0, 1))
  const problems = checkWithin(schema)
  if (Object.keys(problems).length > 0) return problems
  try {
    compileSchema(schema)
    return {}
  } catch (error) {
    return { '': `cannot be used: ${(error as Error).message}` }
  }
}

export type Validation =
  { valid: true } | { valid: false; problem: string } | { valid: null; problem: string }

type Validate = (value: unknown) => Validation

/** A schema is compiled to be checked, and then to be used. */
const REMEMBERED = 50
const remembered = new Map<string, Validate>()

/** Of a schema that `checkSchema` has nothing to say of. */
export const compileSchema = (schema: JsonObject): Validate => {
  const key = JSON.stringify(schema)
  const known = remembered.get(key)
  if (known !== undefined) return known
  const made = compile(schema)
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, made)
  return made
}

/** Each has an Ajv of its own: two may use one `$id`. */
const compile = (schema: JsonObject): Validate => {
  const steps = { left: 0 }
  const ajv = isDraft7(schema) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)
  addFormats.default(ajv, { mode: 'fast' })
  replaceKeywords(ajv, steps)
  const { $schema: _, $id: _id, ...bare } = schema
  const validate = ajv.compile(withCounters(bare))
  return (value) => {
    steps.left = MOST_STEPS
    try {
      return validate(value) ? { valid: true } : { valid: false, problem: firstProblem(validate) }
    } catch (error) {
      // The stack is full where a schema is its own part.
      if (!(error instanceof RangeError)) throw error
      return { valid: null, problem: 'the schema takes too many steps on this value' }
    }
  }
}

const firstProblem = ({ errors }: ValidateFunction): string => {
  const [[path, text] = ['', 'is invalid']] = Object.entries(problemsOf(errors ?? []))
  return path === '' ? `the whole ${text}` : `${path} ${text}`
}

/** Ajv remembers patterns by their text, so each has to have one: without it, it runs another pattern in its place. */
const safeRegExp = (source: string) => {
  const compiled = compilePattern(source)
  if ('problem' in compiled) throw new Error(`the pattern ${source} ${compiled.problem}`)
  return { test: (text: string) => compiled.pattern.test(text), toString: () => `re2:${source}` }
}
safeRegExp.code = 'safeRegExp'

// The first error only: an array of a million wrong items would have a million.
const OPTIONS: Options = {
  strict: false,
  meta: false,
  validateSchema: false,
  logger: false,
  code: { regExp: safeRegExp },
}

const replaceKeywords = (ajv: Ajv, steps: { left: number }): void => {
  ajv.addKeyword({
    keyword: COUNTER,
    validate: () => {
      if (steps.left-- <= 0) throw new RangeError('too many steps')
      return true
    },
  })
  // Ajv compares every item with every other.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map(canonical)).size === items.length,
    error: { message: 'must not hold the same item twice' },
  })
}

/** Objects are the same whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  )
