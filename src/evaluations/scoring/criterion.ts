/** Criteria as users write them: what is wrong with one, all at once, and one as a scorer that is ready. */
import { Ajv, type ValidateFunction } from 'ajv'
import { closest, distance } from 'fastest-levenshtein'
import { problemsOf, type Problems } from '../../guardrails/rules/validate-config.js'
import type { JsonObject } from '../../schema/common.js'
import {
  ASKED_CONFIGS,
  ASKED_SCORERS,
  Criterion,
  SCORER_CONFIGS,
  type AskedConfig,
  type AskedScorer,
  type RuleScorer,
  type ScorerConfig,
} from '../../schema/scorer.js'
import { CRITERIA } from '../../schema/judge.js'
import { criteriaOf, type Criterion as Judged } from '../judge/rubrics.js'
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
import { compilePattern } from './safe-pattern.js'
import { unscored, type Score, type Scorer } from './score.js'
import { similarity } from './rules/similarity.js'
import { toolCalled, trajectory } from './rules/tool-calls.js'
import { checkSchema } from './user-json-schema.js'

interface Kind<T extends RuleScorer> {
  make: (config: ScorerConfig<T>) => Scorer
  /** What its schema cannot say. */
  check?: (config: ScorerConfig<T>) => Problems
  /** Whether there is something to score in a run that failed. */
  withoutOutput?: true
}

const KINDS: { [T in RuleScorer]: Kind<T> } = {
  expected: { make: expected },
  exact_match: { make: exactMatch },
  contains: {
    make: contains,
    check: ({ substring, values }) =>
      substring !== undefined && values !== undefined ? { values: 'must not be given with substring' } : {},
  },
  regex: {
    make: regex,
    check: ({ pattern, case_sensitive: caseSensitive }) => {
      const compiled = compilePattern(pattern, caseSensitive)
      return 'problem' in compiled ? { pattern: compiled.problem } : {}
    },
  },
  json_valid: { make: jsonValid },
  json_schema: { make: jsonSchema, check: ({ schema }) => under('schema', checkSchema(schema)) },
  length: {
    make: length,
    check: ({ min, max }) => {
      if (min === undefined && max === undefined) return { min: 'or max is required' }
      return (min ?? 0) > (max ?? Infinity) ? { min: 'is more than max' } : {}
    },
  },
  similarity: { make: similarity },
  numeric: { make: numeric },
  latency: { make: latency, withoutOutput: true },
  cost: { make: cost, withoutOutput: true },
  tool_called: { make: toolCalled, withoutOutput: true },
  trajectory: { make: trajectory, withoutOutput: true },
  refusal: { make: refusal, withoutOutput: true },
  guardrail: { make: guardrail, withoutOutput: true },
}

const under = (prefix: string, problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path === '' ? prefix : `${prefix}/${path}`, text]),
  )

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, meta: false, validateSchema: false })
const validators = new Map<string, ValidateFunction>()

const SCHEMAS = { criterion: Criterion, ...SCORER_CONFIGS, ...ASKED_CONFIGS }

const hold = (key: keyof typeof SCHEMAS, value: unknown): Problems => {
  const validate = validators.get(key) ?? ajv.compile(SCHEMAS[key])
  validators.set(key, validate)
  return validate(value) ? {} : problemsOf(validate.errors ?? [])
}

interface Prepared {
  scorer: RuleScorer
  config: ScorerConfig
  negate: boolean
}

interface PreparedAsked {
  scorer: AskedScorer
  config: AskedConfig
  negate: boolean
}

type Preparation = { problems: Problems } & ({ prepared?: Prepared } | { asked: PreparedAsked })

const SHARED = ['negate', 'threshold', 'weight'] as const

/** What every scorer takes may stand in the config or beside it. */
const gather = (criterion: Criterion): { config: JsonObject; problems: Problems } => {
  const config: JsonObject = { ...criterion.config }
  const problems: Problems = {}
  for (const key of SHARED) {
    if (criterion[key] === undefined) continue
    if (config[key] !== undefined && config[key] !== criterion[key])
      problems[key] = 'is given twice, differently'
    config[key] = criterion[key]
  }
  return { config, problems }
}

const prepare = (given: unknown): Preparation => {
  const shape = hold('criterion', given)
  if (Object.keys(shape).length > 0) return { problems: shape }
  const criterion = given as Criterion
  const { config: gathered, problems } = gather(criterion)
  const asking = askedOf(criterion.scorer)
  if (asking !== undefined) {
    const config = structuredClone(gathered) as AskedConfig
    Object.assign(problems, hold(asking.scorer, config))
    if (Object.keys(problems).length === 0)
      Object.assign(problems, checkAsked(asking.scorer, criterion.name, config))
    return { problems, asked: { ...asking, config, negate: asking.negate !== (config.negate ?? false) } }
  }
  const resolved = resolveScorer(criterion.scorer, gathered)
  if (resolved === undefined) return { problems: { ...problems, scorer: unknownScorer(criterion.scorer) } }
  const { scorer, negate } = resolved
  const config = structuredClone(resolved.config) as ScorerConfig
  Object.assign(problems, hold(scorer, config), resolved.problems)
  // What reads the config can do so only when it has the right shape.
  if (Object.keys(problems).length === 0) Object.assign(problems, kindOf(scorer).check?.(config))
  return { problems, prepared: { scorer, config, negate: negate !== (config.negate ?? false) } }
}

/** The config of a kind is always of that kind; the compiler cannot follow it through the table. */
const kindOf = (scorer: RuleScorer): Kind<RuleScorer> => KINDS[scorer]

/** A `not-` before the name turns it round, as with the rules. */
const askedOf = (name: string): Pick<PreparedAsked, 'scorer' | 'negate'> | undefined => {
  const negate = name.startsWith('not-')
  const bare = negate ? name.slice(4) : name
  const scorer = ASKED_SCORERS.find((known) => known === bare)
  return scorer && { scorer, negate }
}

const checkAsked = (scorer: AskedScorer, name: string, config: AskedConfig): Problems => {
  if (scorer === 'human') {
    const { scale } = config as AskedConfig<'human'>
    return scale !== undefined && scale.min >= scale.max ? { 'scale/min': 'must be less than max' } : {}
  }
  const { criteria, unknown } = judgedBy(name, config)
  if (unknown.length > 0) return { criteria: unknownCriterion(unknown[0] ?? '') }
  return scorer === 'pairwise' && criteria.length > 1
    ? { criteria: 'must be one: pairs are compared by one' }
    : {}
}

/** Without criteria and rubric the criterion's own name is what is judged. */
const judgedBy = (name: string, { criteria, rubric }: AskedConfig<'llm_judge'>) =>
  criteriaOf({ criteria: criteria ?? name, ...(rubric !== undefined && { rubric }) })

const unknownCriterion = (name: string): string =>
  `"${name}" is none of ${CRITERIA.join(', ')}, and there is no rubric that would explain it`

const unknownScorer = (name: string): string => {
  const near = closest(name, [...SCORER_NAMES, ...ASKED_SCORERS])
  const meant = distance(name, near) <= Math.max(2, name.length / 3) ? `; did you mean ${near}?` : ''
  return `"${name}" is not known${meant}`
}

/** By the name of the criterion and the field; those of the config without `config/` before them. */
export const checkCriterion = (criterion: unknown): Problems => {
  const { problems } = prepare(criterion)
  const name = (criterion as Partial<Criterion> | null)?.name
  return under(typeof name === 'string' && name !== '' ? name : 'criterion', problems)
}

export interface CompiledCriterion {
  kind: 'rule'
  name: string
  /** What it is called, other tools' names resolved. */
  scorer: RuleScorer
  weight: number
  score: Scorer
}

interface Asking {
  name: string
  weight: number
  negate: boolean
  threshold: number | undefined
}

export interface JudgeCriterion extends Asking {
  kind: 'llm_judge'
  model: string | undefined
  samples: number
  criteria: Judged[]
}

/** It is about two answers, so it counts for neither: its weight is 0, and it is summed up by itself. */
export interface PairwiseCriterion extends Omit<Asking, 'threshold'> {
  kind: 'pairwise'
  model: string | undefined
  criterion: Judged
}

export interface HumanCriterion extends Asking {
  kind: 'human'
  question: string | undefined
  scale: { min: number; max: number }
}

export type ReadyCriterion = CompiledCriterion | JudgeCriterion | PairwiseCriterion | HumanCriterion

/** @throws where `checkCriterion` has something to say. */
export const compileCriterion = (criterion: Criterion): ReadyCriterion => {
  const preparation = prepare(criterion)
  const [first] = Object.entries(preparation.problems)
  if (first !== undefined) throw new Error(`criterion ${criterion.name}: ${first.join(' ')}`)
  if ('asked' in preparation) return readyToAsk(criterion.name, preparation.asked)
  if (preparation.prepared === undefined) throw new Error(`criterion ${criterion.name} is invalid`)
  return readyToScore(criterion.name, preparation.prepared)
}

const readyToScore = (name: string, { scorer, config, negate }: Prepared): CompiledCriterion => {
  const kind = kindOf(scorer)
  const score = kind.make(config)
  return {
    kind: 'rule',
    name,
    scorer,
    weight: config.weight ?? 1,
    score: (given) => {
      if (given.output === null && kind.withoutOutput !== true)
        return unscored(`There is no output: ${given.run.error?.message ?? 'the run has none'}.`)
      return turned(score(given), config.threshold, negate)
    },
  }
}

const readyToAsk = (name: string, { scorer, config, negate }: PreparedAsked): ReadyCriterion => {
  const { threshold, weight = 1 } = config
  const asking = { name, weight, negate, threshold }
  if (scorer === 'human') {
    const { question, scale = { min: 0, max: 1 } } = config as AskedConfig<'human'>
    return { kind: 'human', ...asking, question, scale }
  }
  const { model, samples = 1, ...judged } = config as AskedConfig<'llm_judge'>
  const { criteria } = judgedBy(name, judged)
  const [first] = criteria
  if (scorer === 'llm_judge' || first === undefined)
    return { kind: 'llm_judge', ...asking, model, samples, criteria }
  return { kind: 'pairwise', name, weight: 0, negate, model, criterion: first }
}

/** By the criterion's own threshold, where it has one, and the other way round where it is negated. */
export const turned = (found: Score, threshold: number | undefined, negate: boolean): Score => {
  if (found.score === null) return found
  const passed = threshold === undefined ? found.passed : found.score >= threshold
  if (!negate) return { ...found, passed }
  return { ...found, score: 1 - found.score, passed: passed === null ? null : !passed }
}
