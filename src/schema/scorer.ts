/** Scorers of evaluations. Every key of every `config` is declared here once. */
import { Type, type Static, type TSchema } from 'typebox'
import { JsonObject, OneOf, Text } from './common.js'
import { OUTCOMES } from './guardrail.js'
import { JudgedCriteria, MAX_SAMPLES } from './judge.js'

/** Scorers that are pure functions, without a judge or a person. */
export const RULE_SCORERS = [
  'expected',
  'exact_match',
  'contains',
  'regex',
  'json_valid',
  'json_schema',
  'length',
  'similarity',
  'numeric',
  'latency',
  'cost',
  'tool_called',
  'trajectory',
  'refusal',
  'guardrail',
] as const
export type RuleScorer = (typeof RULE_SCORERS)[number]

export const TRAJECTORY_MODES = ['strict', 'unordered', 'subset', 'superset'] as const
export const SIMILARITY_METHODS = ['levenshtein', 'token_f1', 'rouge_l'] as const

/** Settings that every scorer accepts. */
const sharedFields = {
  negate: Type.Optional(
    Type.Boolean({ description: 'If true, the result is inverted: passed becomes failed.' }),
  ),
  threshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'The minimum score to pass.' }),
  ),
  weight: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'The weight of the criterion. Default: 1. With 0 the score is reported but does not count.',
    }),
  ),
}

const scorerConfig = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  Type.Object({ ...properties, ...sharedFields }, { title, additionalProperties: false })

const field = Type.Optional(
  Text({
    minLength: 1,
    maxLength: 256,
    description: 'The key of the output to score, `a.b` for a nested key. Default: the response text.',
  }),
)
const caseSensitive = Type.Optional(
  Type.Boolean({ default: true, description: 'True if upper and lower case differ.' }),
)
const value = Type.Optional(
  Type.Unknown({ description: 'The expected value. Default: the `expected_output` of the example.' }),
)
const toolName = Text({ minLength: 1, maxLength: 256, description: 'The name of a tool.' })
const longTextLimits = { minLength: 1, maxLength: 10_000 }

export const SCORER_CONFIGS = {
  expected: scorerConfig('ExpectedScorer', { case_sensitive: caseSensitive }),
  exact_match: scorerConfig('ExactMatchScorer', { field, case_sensitive: caseSensitive, value }),
  contains: scorerConfig('ContainsScorer', {
    field,
    case_sensitive: caseSensitive,
    substring: Type.Optional(
      Text({ ...longTextLimits, description: 'The text that the output must contain.' }),
    ),
    values: Type.Optional(
      Type.Array(Text({ ...longTextLimits, description: 'One text.' }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'The texts that the output must contain.',
      }),
    ),
    mode: Type.Optional(
      Type.Unsafe<'all' | 'any'>({
        type: 'string',
        enum: ['all', 'any'],
        default: 'all',
        description: 'Whether the output must contain all `values` or any of them.',
      }),
    ),
  }),
  regex: scorerConfig('RegexScorer', {
    field,
    case_sensitive: caseSensitive,
    pattern: Text({
      minLength: 1,
      maxLength: 1_000,
      description: 'A regular expression in the syntax of RE2.',
    }),
  }),
  json_valid: scorerConfig('JsonValidScorer', { field }),
  json_schema: scorerConfig('JsonSchemaScorer', {
    field,
    schema: Type.Unsafe<JsonObject>({
      type: 'object',
      description: 'A JSON Schema 2020-12, or draft 7 if `$schema` says so. `$ref` only within the schema.',
    }),
  }),
  length: scorerConfig('LengthScorer', {
    field,
    min: Type.Optional(Type.Integer({ minimum: 0, description: 'The minimum length.' })),
    max: Type.Optional(Type.Integer({ minimum: 0, description: 'The maximum length.' })),
    unit: Type.Optional(
      Type.Unsafe<'characters' | 'words'>({
        type: 'string',
        enum: ['characters', 'words'],
        default: 'characters',
        description: 'The unit of `min` and `max`.',
      }),
    ),
  }),
  similarity: scorerConfig('SimilarityScorer', {
    field,
    case_sensitive: Type.Optional(
      Type.Boolean({
        description: 'True if upper and lower case differ. Default: true for levenshtein only.',
      }),
    ),
    value,
    method: Type.Optional(
      Type.Unsafe<(typeof SIMILARITY_METHODS)[number]>({
        type: 'string',
        enum: SIMILARITY_METHODS,
        default: 'levenshtein',
        description: 'Compares characters, words, or the order of words.',
      }),
    ),
  }),
  numeric: scorerConfig('NumericScorer', {
    field,
    value,
    tolerance: Type.Optional(Type.Number({ minimum: 0, default: 0, description: 'The maximum difference.' })),
    relative: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'If true, the tolerance is a fraction of the expected number.',
      }),
    ),
  }),
  latency: scorerConfig('LatencyScorer', {
    max_ms: Type.Number({ minimum: 0, description: 'The maximum duration of the run.' }),
  }),
  cost: scorerConfig('CostScorer', {
    max: Type.Number({
      minimum: 0,
      description: 'The maximum cost of the run, in the currency of its prices.',
    }),
  }),
  tool_called: scorerConfig('ToolCalledScorer', {
    name: toolName,
    arguments: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        description: 'Arguments that the call must have; it may have others.',
      }),
    ),
    times: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The exact number of calls. Default: at least one.' }),
    ),
  }),
  trajectory: scorerConfig('TrajectoryScorer', {
    expected: Type.Optional(
      Type.Array(toolName, {
        maxItems: 1_000,
        description: 'The expected tool calls. Default: `trajectory` of the `expected_output`.',
      }),
    ),
    mode: Type.Optional(
      Type.Unsafe<(typeof TRAJECTORY_MODES)[number]>({
        type: 'string',
        enum: TRAJECTORY_MODES,
        default: 'strict',
        description:
          '`strict`: these calls in this order. `unordered`: these calls in any order. `subset`: no other calls. ' +
          '`superset`: these calls and possibly others.',
      }),
    ),
  }),
  refusal: scorerConfig('RefusalScorer', {
    expected: Type.Optional(
      Type.Boolean({ default: true, description: 'True if the output should be a refusal.' }),
    ),
  }),
  guardrail: scorerConfig('GuardrailScorer', {
    outcome: Type.Optional(
      OneOf(
        OUTCOMES,
        'The expected guardrail outcome of the run. Default: `guardrail` of the `expected_output`.',
      ),
    ),
  }),
} as const satisfies Record<RuleScorer, TSchema>

export type ScorerConfig<T extends RuleScorer = RuleScorer> = Static<(typeof SCORER_CONFIGS)[T]>

/** Scorers that need a judge model, a judge model that compares two outputs, or people. */
export const EXTERNAL_SCORERS = ['llm_judge', 'pairwise', 'human'] as const
export type ExternalScorer = (typeof EXTERNAL_SCORERS)[number]

const judgeFields = {
  model: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 256,
      description: 'The model as `provider:model`. Default: the default model of the service.',
    }),
  ),
  criteria: Type.Optional(JudgedCriteria),
  rubric: Type.Optional(
    Text({ minLength: 1, maxLength: 20_000, description: 'A custom rubric instead of the criteria.' }),
  ),
}

export const EXTERNAL_SCORER_CONFIGS = {
  llm_judge: scorerConfig('JudgeScorer', {
    ...judgeFields,
    samples: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SAMPLES,
        default: 1,
        description: 'The number of calls to the judge.',
      }),
    ),
  }),
  pairwise: scorerConfig('PairwiseScorer', judgeFields),
  human: scorerConfig('HumanScorer', {
    question: Type.Optional(
      Text({ minLength: 1, maxLength: 10_000, description: 'The question that is shown to reviewers.' }),
    ),
    scale: Type.Optional(
      Type.Object(
        { min: Type.Number(), max: Type.Number() },
        { title: 'HumanScale', description: 'The scale of the score. Default: 0 to 1.' },
      ),
    ),
  }),
} as const satisfies Record<ExternalScorer, TSchema>

export type ExternalScorerConfig<T extends ExternalScorer = ExternalScorer> = Static<
  (typeof EXTERNAL_SCORER_CONFIGS)[T]
>

export const Criterion = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 256, description: 'The name of the criterion in the summary.' }),
    scorer: Text({
      minLength: 1,
      maxLength: 64,
      description: `${[...RULE_SCORERS, ...EXTERNAL_SCORERS].join(', ')}, or an alias that other evaluation tools use.`,
    }),
    config: Type.Optional(JsonObject),
    ...sharedFields,
  },
  {
    title: 'Criterion',
    additionalProperties: false,
    examples: [
      {
        name: 'has_answer',
        scorer: 'json_schema',
        config: { schema: { type: 'object', required: ['answer'] } },
      },
    ],
  },
)
export type Criterion = Static<typeof Criterion>
