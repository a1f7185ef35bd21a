/**
 * Bounds the work of one validation. Every subschema of a user's schema gets a keyword that counts steps before anything
 * else of the subschema runs, and patterns count the characters that they read. Without it, references multiply (thirty
 * definitions that each refer to the next one twice take 2^30 steps), and so do the sizes of schema and value.
 */
import type { Ajv } from 'ajv'
import type { JsonObject } from '../schema/common.js'

/** A list of 1,000 objects with 50 fields takes 135,000 steps. */
export const MAX_STEPS = 500_000

export const STEP_KEYWORD = '$steps'

/** The steps that a subschema takes: once, and again for each item of a list or field of an object. */
interface StepCost {
  once: number
  perItem: number
}

/** Keywords whose subschemas, or comparisons, apply to each item or field. */
const ITEM_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'uniqueItems',
  'unevaluatedItems',
  'propertyNames',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
])
/** Keywords that only describe the value or hold schemas for references. */
const FREE_KEYWORDS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'default',
  'description',
  'examples',
  'title',
])
/** Comparing with one entry of `enum` or `required` takes a fraction of a step. */
const ENTRIES_PER_STEP = 8
const CHARACTERS_PER_STEP = 64
/** RE2 takes 5 to 70 ns per character and instruction (November 2026). */
const PATTERN_INSTRUCTIONS_PER_STEP = 16

export class StepBudget {
  #left = 0

  constructor(private readonly maxSteps: number) {}

  reset(): void {
    this.#left = this.maxSteps
  }

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new RangeError('the validation takes too many steps')
  }

  spendOnPattern(text: string, programSize: number): void {
    this.spend(1 + (text.length * programSize) / PATTERN_INSTRUCTIONS_PER_STEP)
  }
}

export const computeStepCost = (schema: JsonObject): StepCost => {
  const cost: StepCost = { once: 1, perItem: 0 }
  for (const [key, value] of Object.entries(schema)) {
    if (FREE_KEYWORDS.has(key)) continue
    const entries = typeof value === 'object' && value !== null ? Object.keys(value).length : 1
    if (key === 'enum' || key === 'const')
      cost.once += Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_STEP)
    else cost.once += entries / ENTRIES_PER_STEP
    if (ITEM_KEYWORDS.has(key)) cost.perItem += key === 'patternProperties' ? entries : 1
  }
  return cost
}

export const addStepKeyword = (ajv: Ajv, budget: StepBudget): void => {
  ajv.addKeyword({
    keyword: STEP_KEYWORD,
    // Ajv runs rules in the order of its list, and a rule that fails skips the later ones.
    before: '$ref',
    errors: false,
    validate: ({ once, perItem }: StepCost, value: unknown) => {
      if (typeof value === 'string') budget.spend(once + value.length / CHARACTERS_PER_STEP)
      else budget.spend(perItem === 0 ? once : once + perItem * countItems(value))
      return true
    },
  })
}

const countItems = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}
