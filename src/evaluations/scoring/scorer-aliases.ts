/** Names that other tools have for the same scorers, with their keys. What means something else there has no alias. */
import type { JsonObject } from '../../schema/common.js'
import { RULE_SCORERS, type RuleScorer } from '../../schema/scorer.js'
import type { Problems } from '../../guardrails/rules/validate-config.js'

export interface Resolved {
  scorer: RuleScorer
  config: JsonObject
  negate: boolean
  problems: Problems
}

type Alias = (config: JsonObject) => Partial<Resolved> & Pick<Resolved, 'scorer' | 'config'>

const renamed = (config: JsonObject, from: string, to: string): JsonObject => {
  // Where both are given, the one that is not known here is told of.
  if (config[from] === undefined || config[to] !== undefined) return { ...config }
  const { [from]: value, ...others } = config
  return { ...others, [to]: value }
}

const same =
  (scorer: RuleScorer, ...fixed: JsonObject[]): Alias =>
  (config) => ({ scorer, config: Object.assign({}, config, ...fixed) as JsonObject })

const searching =
  (key: 'substring' | 'values', fixed: JsonObject): Alias =>
  (config) => {
    const moved = renamed(config, 'value', key)
    // promptfoo takes a list as one text with commas, too.
    const text = moved['values']
    if (typeof text === 'string') moved['values'] = text.split(',').map((part) => part.trim())
    return { scorer: 'contains', config: { ...moved, ...fixed } }
  }

const validating =
  (key: 'value' | 'schema'): Alias =>
  (config) =>
    config[key] === undefined
      ? { scorer: 'json_valid', config }
      : { scorer: 'json_schema', config: renamed(config, key, 'schema') }

const ANSWER = /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/
const TEMPLATE = /\{\{/

/** OpenAI's graders are templates; only the answer itself as `input`, and a text of its own as `reference`, are known here. */
const graded = (config: JsonObject): { config: JsonObject; problems: Problems } => {
  const { input, name: _, reference, ...others } = config
  const problems: Problems = {}
  if (input !== undefined && !(typeof input === 'string' && ANSWER.test(input)))
    problems['input'] = 'must be {{sample.output_text}}, or left out'
  if (typeof reference === 'string' && TEMPLATE.test(reference))
    problems['reference'] = "must be a text; left out, it is the example's expected_output"
  return { config: reference === undefined ? others : { ...others, reference }, problems }
}

const OPERATIONS: Record<string, { alias: Alias; negate?: boolean }> = {
  eq: { alias: (config) => ({ scorer: 'exact_match', config: renamed(config, 'reference', 'value') }) },
  ne: {
    alias: (config) => ({ scorer: 'exact_match', config: renamed(config, 'reference', 'value') }),
    negate: true,
  },
  like: { alias: (config) => ({ scorer: 'contains', config: renamed(config, 'reference', 'substring') }) },
  ilike: {
    alias: (config) => ({
      scorer: 'contains',
      config: { ...renamed(config, 'reference', 'substring'), case_sensitive: false },
    }),
  },
}

const stringCheck: Alias = (given) => {
  const { config, problems } = graded(given)
  const { operation, ...others } = config
  const known = Object.hasOwn(OPERATIONS, String(operation)) ? OPERATIONS[String(operation)] : undefined
  if (known === undefined) problems['operation'] = `must be one of ${Object.keys(OPERATIONS).join(', ')}`
  return {
    ...(known ?? { alias: same('exact_match') }).alias(others),
    negate: known?.negate ?? false,
    problems,
  }
}

const textSimilarity: Alias = (given) => {
  const { config, problems } = graded(given)
  const { evaluation_metric: metric, ...others } = config
  if (metric !== 'rouge_l')
    problems['evaluation_metric'] = 'must be rouge_l; for others there is no scorer here'
  const moved = renamed(renamed(others, 'reference', 'value'), 'pass_threshold', 'threshold')
  return { scorer: 'similarity', config: { ...moved, method: 'rouge_l' }, problems }
}

const ALIASES: Record<string, Alias> = {
  // promptfoo
  equals: same('exact_match'),
  icontains: searching('substring', { case_sensitive: false }),
  'contains-all': searching('values', { mode: 'all' }),
  'contains-any': searching('values', { mode: 'any' }),
  'icontains-all': searching('values', { mode: 'all', case_sensitive: false }),
  'icontains-any': searching('values', { mode: 'any', case_sensitive: false }),
  'is-json': validating('value'),
  'is-refusal': same('refusal'),
  levenshtein: same('similarity', { method: 'levenshtein' }),
  // OpenAI
  string_check: stringCheck,
  text_similarity: textSimilarity,
  // autoevals, which calls what is expected `expected`
  ExactMatch: (config) => ({ scorer: 'exact_match', config: renamed(config, 'expected', 'value') }),
  Levenshtein: (config) => ({
    scorer: 'similarity',
    config: { ...renamed(config, 'expected', 'value'), method: 'levenshtein' },
  }),
  NumericDiff: (config) => ({ scorer: 'numeric', config: renamed(config, 'expected', 'value') }),
  ValidJSON: validating('schema'),
  // Names that are the same in both, under the key that promptfoo has.
  contains: searching('substring', {}),
  regex: (config) => ({ scorer: 'regex', config: renamed(config, 'value', 'pattern') }),
}

export const SCORER_NAMES: readonly string[] = [...new Set([...RULE_SCORERS, ...Object.keys(ALIASES)])]

const isRule = (name: string): name is RuleScorer => (RULE_SCORERS as readonly string[]).includes(name)

/** Undefined: there is none of that name. A `not-` before any of them turns it round. */
export const resolveScorer = (name: string, config: JsonObject): Resolved | undefined => {
  if (name.startsWith('not-')) {
    const inner = resolveScorer(name.slice(4), config)
    return inner === undefined ? undefined : { ...inner, negate: !inner.negate }
  }
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : isRule(name) ? same(name) : undefined
  return alias === undefined ? undefined : { negate: false, problems: {}, ...alias(config) }
}
