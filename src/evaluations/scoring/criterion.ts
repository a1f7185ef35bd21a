/** Validates a criterion as users write it (all problems at once) and compiles it to a scorer. */
import { Ajv, type ValidateFunction } from 'ajv'
import { closest, distance } from 'fastest-levenshtein'
import { toValidationProblems, type ValidationProblems } from '../../schema/validation-problems.js'
import type { JsonObject } from '../../schema/common.js'
import {
  EXTERNAL_SCORER_CONFIGS,
  EXTERNAL_SCORERS,
  Criterion,
  SCORER_CONFIGS,
  type ExternalScorerConfig,
  type ExternalScorer,
  type RuleScorer,
  type ScorerConfig,
} from '../../schema/scorer.js'
import { CRITERIA } from '../../schema/judge.js'
import { parseJudgedCriteria, type JudgedCriterion } from '../judge/rubrics.js'
import { resolveScorer, SCORER_NAMES } from './scorer-aliases.js'
import { contains } from './rules/contains.js'
import { exactMatch } from './rules/exact-match.js'
import { expected } from './rules/expected.js'
import { guardrail } from './rules/guardrail.js'
import { jsonSchema, jsonValid } from './rules/json.js'
import { length } from './rules/length.js'
import { cost, latency } from './rules/run-limits.js'
import { numeric } from './rules/numeric.js'
import { refusal } from './rules/refusal.js'
import { regex } from './rules/regex.js'
import { compilePattern } from '../../json-schema/safe-pattern.js'
import { unscored, type Score, type Scorer } from './score.js'
import { similarity } from './rules/similarity.js'
import { toolCalled, trajectory } from './rules/tool-calls.js'
import { checkUserSchema } from '../../json-schema/user-schema.js'

interface RuleDefinition<T extends RuleScorer> {
  make: (config: ScorerConfig<T>) => Scorer
  /** Checks what the JSON Schema of the config cannot express. */
  check?: (config: ScorerConfig<T>) => ValidationProblems
  /** True if the rule can score a run that failed and has no output. */
  scoresFailedRuns?: true
}

const RULES: { [T in RuleScorer]: RuleDefinition<T> } = {
  expected: { make: expected },
  exact_match: { make: exactMatch },
  contains: {
    make: contains,
    check: ({ substring, values }) =>
      substring !== undefined && values !== undefined ? { values: 'cannot be combined with substring' } : {},
  },
  regex: {
    make: regex,
    check: ({ pattern, case_sensitive: caseSensitive }) => {
      const compiled = compilePattern(pattern, caseSensitive)
      return 'problem' in compiled ? { pattern: compiled.problem } : {}
    },
  },
  json_valid: { make: jsonValid },
  json_schema: { make: jsonSchema, check: ({ schema }) => prefixPaths('schema', checkUserSchema(schema)) },
  length: {
    make: length,
    check: ({ min, max }) => {
      if (min === undefined && max === undefined) return { min: 'or max is required' }
      return (min ?? 0) > (max ?? Infinity) ? { min: 'is more than max' } : {}
    },
  },
  similarity: { make: similarity },
  numeric: { make: numeric },
  latency: { make: latency, scoresFailedRuns: true },
  cost: { make: cost, scoresFailedRuns: true },
  tool_called: { make: toolCalled, scoresFailedRuns: true },
  trajectory: { make: trajectory, scoresFailedRuns: true },
  refusal: { make: refusal, scoresFailedRuns: true },
  guardrail: { make: guardrail, scoresFailedRuns: true },
}

const prefixPaths = (prefix: string, problems: ValidationProblems): ValidationProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path === '' ? prefix : `${prefix}/${path}`, text]),
  )

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, meta: false, validateSchema: false })
const validators = new Map<string, ValidateFunction>()

const SCHEMAS = { criterion: Criterion, ...SCORER_CONFIGS, ...EXTERNAL_SCORER_CONFIGS }

const validateWith = (key: keyof typeof SCHEMAS, value: unknown): ValidationProblems => {
  const validate = validators.get(key) ?? ajv.compile(SCHEMAS[key])
  validators.set(key, validate)
  return validate(value) ? {} : toValidationProblems(validate.errors ?? [])
}

interface PreparedRule {
  scorer: RuleScorer
  config: ScorerConfig
  negate: boolean
}

interface PreparedExternal {
  scorer: ExternalScorer
  config: ExternalScorerConfig
  negate: boolean
}

type Preparation = { problems: ValidationProblems } & (
  | { rule?: PreparedRule }
  | { external: PreparedExternal }
)

const SHARED_KEYS = ['negate', 'threshold', 'weight'] as const

/** `negate`, `threshold` and `weight` may be set in the config or next to it. */
const mergeSharedKeys = (criterion: Criterion): { config: JsonObject; problems: ValidationProblems } => {
  const config: JsonObject = { ...criterion.config }
  const problems: ValidationProblems = {}
  for (const key of SHARED_KEYS) {
    if (criterion[key] === undefined) continue
    if (config[key] !== undefined && config[key] !== criterion[key])
      problems[key] = 'is set twice with different values'
    config[key] = criterion[key]
  }
  return { config, problems }
}

const prepare = (value: unknown): Preparation => {
  const shapeProblems = validateWith('criterion', value)
  if (Object.keys(shapeProblems).length > 0) return { problems: shapeProblems }
  const criterion = value as Criterion
  const { config: mergedConfig, problems } = mergeSharedKeys(criterion)
  const external = findExternalScorer(criterion.scorer)
  if (external !== undefined) {
    const config = structuredClone(mergedConfig) as ExternalScorerConfig
    Object.assign(problems, validateWith(external.scorer, config))
    if (Object.keys(problems).length === 0)
      Object.assign(problems, checkExternalConfig(external.scorer, criterion.name, config))
    return {
      problems,
      external: { ...external, config, negate: external.negate !== (config.negate ?? false) },
    }
  }
  const resolved = resolveScorer(criterion.scorer, mergedConfig)
  if (resolved === undefined)
    return { problems: { ...problems, scorer: describeUnknownScorer(criterion.scorer) } }
  const { scorer, negate } = resolved
  const config = structuredClone(resolved.config) as ScorerConfig
  Object.assign(problems, validateWith(scorer, config), resolved.problems)
  // The rule's own check expects a config that matches its schema.
  if (Object.keys(problems).length === 0) Object.assign(problems, getRule(scorer).check?.(config))
  return { problems, rule: { scorer, config, negate: negate !== (config.negate ?? false) } }
}

/** Each scorer has the config type of its rule; TypeScript cannot follow that through the table. */
const getRule = (scorer: RuleScorer): RuleDefinition<RuleScorer> => RULES[scorer]

/** The prefix `not-` negates the scorer, as it does for rules. */
const findExternalScorer = (name: string): Pick<PreparedExternal, 'scorer' | 'negate'> | undefined => {
  const negate = name.startsWith('not-')
  const baseName = negate ? name.slice(4) : name
  const scorer = EXTERNAL_SCORERS.find((known) => known === baseName)
  return scorer && { scorer, negate }
}

const checkExternalConfig = (
  scorer: ExternalScorer,
  name: string,
  config: ExternalScorerConfig,
): ValidationProblems => {
  if (scorer === 'human') {
    const { scale } = config as ExternalScorerConfig<'human'>
    return scale !== undefined && scale.min >= scale.max ? { 'scale/min': 'must be less than max' } : {}
  }
  const { criteria, unknown } = toJudgedCriteria(name, config)
  if (unknown.length > 0) return { criteria: describeUnknownCriterion(unknown[0] ?? '') }
  return scorer === 'pairwise' && criteria.length > 1
    ? { criteria: 'must be a single criterion for pairwise' }
    : {}
}

/** Without criteria and rubric, the judge scores the criterion of this name. */
const toJudgedCriteria = (name: string, { criteria, rubric }: ExternalScorerConfig<'llm_judge'>) =>
  parseJudgedCriteria({ criteria: criteria ?? name, ...(rubric !== undefined && { rubric }) })

const describeUnknownCriterion = (name: string): string =>
  `"${name}" is not one of ${CRITERIA.join(', ')}, and no rubric defines it`

const describeUnknownScorer = (name: string): string => {
  const closestName = closest(name, [...SCORER_NAMES, ...EXTERNAL_SCORERS])
  const suggestion =
    distance(name, closestName) <= Math.max(2, name.length / 3) ? `; did you mean ${closestName}?` : ''
  return `"${name}" is unknown${suggestion}`
}

/** Problems by path: the criterion's name, then the field. Config fields have no `config/` prefix. */
export const checkCriterion = (criterion: unknown): ValidationProblems => {
  const { problems } = prepare(criterion)
  const name = (criterion as Partial<Criterion> | null)?.name
  return prefixPaths(typeof name === 'string' && name !== '' ? name : 'criterion', problems)
}

export interface RuleCriterion {
  kind: 'rule'
  name: string
  /** Our name of the scorer, with aliases of other tools resolved. */
  scorer: RuleScorer
  weight: number
  /** The criterion from which this one was compiled. */
  definition: Criterion
  /** Compiles patterns and schemas of the criterion at the first call, so call it outside of the main thread. */
  score: Scorer
}

interface ExternalCriterion {
  name: string
  weight: number
  negate: boolean
  threshold: number | undefined
}

export interface JudgeCriterion extends ExternalCriterion {
  kind: 'llm_judge'
  model: string | undefined
  samples: number
  criteria: JudgedCriterion[]
}

/** Compares two outputs and scores neither: its weight is 0, and the summary reports it separately. */
export interface PairwiseCriterion extends Omit<ExternalCriterion, 'threshold'> {
  kind: 'pairwise'
  model: string | undefined
  criterion: JudgedCriterion
}

export interface HumanCriterion extends ExternalCriterion {
  kind: 'human'
  question: string | undefined
  scale: { min: number; max: number }
}

export type ScoringCriterion = RuleCriterion | JudgeCriterion | PairwiseCriterion | HumanCriterion

/** @throws if `checkCriterion` reports a problem. */
export const compileCriterion = (criterion: Criterion): ScoringCriterion => {
  const preparation = prepare(criterion)
  const [first] = Object.entries(preparation.problems)
  if (first !== undefined) throw new Error(`criterion ${criterion.name}: ${first.join(' ')}`)
  if ('external' in preparation) return compileExternal(criterion.name, preparation.external)
  if (preparation.rule === undefined) throw new Error(`criterion ${criterion.name} is invalid`)
  return compileRule(criterion, preparation.rule)
}

const compileRule = (definition: Criterion, { scorer, config, negate }: PreparedRule): RuleCriterion => {
  const rule = getRule(scorer)
  let score: Scorer | undefined
  return {
    kind: 'rule',
    name: definition.name,
    definition,
    scorer,
    weight: config.weight ?? 1,
    score: (scorerInput) => {
      if (scorerInput.output === null && rule.scoresFailedRuns !== true)
        return unscored(`The run has no output: ${scorerInput.run.error?.message ?? 'unknown reason'}.`)
      score ??= rule.make(config)
      return adjustScore(score(scorerInput), config.threshold, negate)
    },
  }
}

const compileExternal = (name: string, { scorer, config, negate }: PreparedExternal): ScoringCriterion => {
  const { threshold, weight = 1 } = config
  const external = { name, weight, negate, threshold }
  if (scorer === 'human') {
    const { question, scale = { min: 0, max: 1 } } = config as ExternalScorerConfig<'human'>
    return { kind: 'human', ...external, question, scale }
  }
  const { model, samples = 1, ...judgedConfig } = config as ExternalScorerConfig<'llm_judge'>
  const { criteria } = toJudgedCriteria(name, judgedConfig)
  const [first] = criteria
  if (scorer === 'llm_judge' || first === undefined)
    return { kind: 'llm_judge', ...external, model, samples, criteria }
  return { kind: 'pairwise', name, weight: 0, negate, model, criterion: first }
}

/** Applies the criterion's threshold, if it has one, and its negation. */
export const adjustScore = (result: Score, threshold: number | undefined, negate: boolean): Score => {
  if (result.score === null) return result
  const passed = threshold === undefined ? result.passed : result.score >= threshold
  if (!negate) return { ...result, passed }
  return { ...result, score: 1 - result.score, passed: passed === null ? null : !passed }
}
