/**
 * Maps the scorer names and config keys of promptfoo, OpenAI graders and autoevals to ours. Scorers that mean something else
 * in those tools have no alias.
 */
import type { JsonObject } from '../../schema/common.js'
import { RULE_SCORERS, type RuleScorer } from '../../schema/scorer.js'
import type { ValidationProblems } from '../../schema/validation-problems.js'

export interface ResolvedScorer {
  scorer: RuleScorer
  config: JsonObject
  negate: boolean
  problems: ValidationProblems
}

type Alias = (config: JsonObject) => Partial<ResolvedScorer> & Pick<ResolvedScorer, 'scorer' | 'config'>

const renameKey = (config: JsonObject, from: string, to: string): JsonObject => {
  // If both keys are set, the foreign key stays and is reported as unknown.
  if (config[from] === undefined || config[to] !== undefined) return { ...config }
  const { [from]: value, ...others } = config
  return { ...others, [to]: value }
}

const toScorer =
  (scorer: RuleScorer, ...overrides: JsonObject[]): Alias =>
  (config) => ({ scorer, config: Object.assign({}, config, ...overrides) as JsonObject })

const toContains =
  (key: 'substring' | 'values', overrides: JsonObject): Alias =>
  (config) => {
    const renamedConfig = renameKey(config, 'value', key)
    // promptfoo also accepts a list as one comma-separated string.
    const text = renamedConfig['values']
    if (typeof text === 'string') renamedConfig['values'] = text.split(',').map((part) => part.trim())
    return { scorer: 'contains', config: { ...renamedConfig, ...overrides } }
  }

const toJsonCheck =
  (key: 'value' | 'schema'): Alias =>
  (config) =>
    config[key] === undefined
      ? { scorer: 'json_valid', config }
      : { scorer: 'json_schema', config: renameKey(config, key, 'schema') }

const OUTPUT_TEMPLATE = /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/
const TEMPLATE_START = /\{\{/

/** OpenAI's graders are templates. Only the model output as `input` and a plain text as `reference` are supported. */
const parseGraderConfig = (config: JsonObject): { config: JsonObject; problems: ValidationProblems } => {
  const { input, name: _, reference, ...others } = config
  const problems: ValidationProblems = {}
  if (input !== undefined && !(typeof input === 'string' && OUTPUT_TEMPLATE.test(input)))
    problems['input'] = 'must be {{sample.output_text}} or omitted'
  if (typeof reference === 'string' && TEMPLATE_START.test(reference))
    problems['reference'] = "must be plain text; omit it to use the example's expected_output"
  return { config: reference === undefined ? others : { ...others, reference }, problems }
}

const OPERATIONS: Record<string, { alias: Alias; negate?: boolean }> = {
  eq: { alias: (config) => ({ scorer: 'exact_match', config: renameKey(config, 'reference', 'value') }) },
  ne: {
    alias: (config) => ({ scorer: 'exact_match', config: renameKey(config, 'reference', 'value') }),
    negate: true,
  },
  like: { alias: (config) => ({ scorer: 'contains', config: renameKey(config, 'reference', 'substring') }) },
  ilike: {
    alias: (config) => ({
      scorer: 'contains',
      config: { ...renameKey(config, 'reference', 'substring'), case_sensitive: false },
    }),
  },
}

const stringCheck: Alias = (graderConfig) => {
  const { config, problems } = parseGraderConfig(graderConfig)
  const { operation, ...others } = config
  const operationAlias = Object.hasOwn(OPERATIONS, String(operation))
    ? OPERATIONS[String(operation)]
    : undefined
  if (operationAlias === undefined)
    problems['operation'] = `must be one of ${Object.keys(OPERATIONS).join(', ')}`
  return {
    ...(operationAlias ?? { alias: toScorer('exact_match') }).alias(others),
    negate: operationAlias?.negate ?? false,
    problems,
  }
}

const textSimilarity: Alias = (graderConfig) => {
  const { config, problems } = parseGraderConfig(graderConfig)
  const { evaluation_metric: metric, ...others } = config
  if (metric !== 'rouge_l') problems['evaluation_metric'] = 'must be rouge_l; other metrics are not supported'
  const renamedConfig = renameKey(renameKey(others, 'reference', 'value'), 'pass_threshold', 'threshold')
  return { scorer: 'similarity', config: { ...renamedConfig, method: 'rouge_l' }, problems }
}

const ALIASES: Record<string, Alias> = {
  // promptfoo
  equals: toScorer('exact_match'),
  icontains: toContains('substring', { case_sensitive: false }),
  'contains-all': toContains('values', { mode: 'all' }),
  'contains-any': toContains('values', { mode: 'any' }),
  'icontains-all': toContains('values', { mode: 'all', case_sensitive: false }),
  'icontains-any': toContains('values', { mode: 'any', case_sensitive: false }),
  'is-json': toJsonCheck('value'),
  'is-refusal': toScorer('refusal'),
  levenshtein: toScorer('similarity', { method: 'levenshtein' }),
  // OpenAI
  string_check: stringCheck,
  text_similarity: textSimilarity,
  // autoevals, whose key for the expected value is `expected`
  ExactMatch: (config) => ({ scorer: 'exact_match', config: renameKey(config, 'expected', 'value') }),
  Levenshtein: (config) => ({
    scorer: 'similarity',
    config: { ...renameKey(config, 'expected', 'value'), method: 'levenshtein' },
  }),
  NumericDiff: (config) => ({ scorer: 'numeric', config: renameKey(config, 'expected', 'value') }),
  ValidJSON: toJsonCheck('schema'),
  // Same names as ours, with promptfoo's key `value`.
  contains: toContains('substring', {}),
  regex: (config) => ({ scorer: 'regex', config: renameKey(config, 'value', 'pattern') }),
}

export const SCORER_NAMES: readonly string[] = [...new Set([...RULE_SCORERS, ...Object.keys(ALIASES)])]

const isRuleScorer = (name: string): name is RuleScorer => (RULE_SCORERS as readonly string[]).includes(name)

/** Returns undefined for an unknown name. The prefix `not-` negates any scorer. */
export const resolveScorer = (name: string, config: JsonObject): ResolvedScorer | undefined => {
  if (name.startsWith('not-')) {
    const inner = resolveScorer(name.slice(4), config)
    return inner === undefined ? undefined : { ...inner, negate: !inner.negate }
  }
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : isRuleScorer(name) ? toScorer(name) : undefined
  return alias === undefined ? undefined : { negate: false, problems: {}, ...alias(config) }
}
