/** What an answer is scored by. Every key of every `config` is declared here once. */
import { Type, type Static, type TSchema } from 'typebox'
import { JsonObject, OneOf, Text } from './common.js'
import { OUTCOMES } from './guardrail.js'
import { JudgedCriteria, MAX_SAMPLES } from './judge.js'

/** Those that are rules: values in, values out. Judges and people are asked elsewhere. */
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

/** What every scorer takes, beside its own keys. */
const sharedFields = {
  negate: Type.Optional(Type.Boolean({ description: 'Whether it passes where it would fail.' })),
  threshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'The score from which it passes.' }),
  ),
  weight: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'How much it counts beside the others, 1 if it is not given; 0: it is told, and counts for nothing.',
    }),
  ),
}

const scorerConfig = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  Type.Object({ ...properties, ...sharedFields }, { title, additionalProperties: false })

const field = Type.Optional(
  Text({
    minLength: 1,
    maxLength: 256,
    description: 'The key of the output that is looked at, `a.b` for one within; none: the answer.',
  }),
)
const caseSensitive = Type.Optional(
  Type.Boolean({ default: true, description: 'Whether upper and lower case differ.' }),
)
const value = Type.Optional(
  Type.Unknown({ description: "What it is held against; none: the example's `expected_output`." }),
)
const toolName = Text({ minLength: 1, maxLength: 256, description: 'The name of a tool.' })
const longTextLimits = { minLength: 1, maxLength: 10_000 }

export const SCORER_CONFIGS = {
  expected: scorerConfig('ExpectedScorer', { case_sensitive: caseSensitive }),
  exact_match: scorerConfig('ExactMatchScorer', { field, case_sensitive: caseSensitive, value }),
  contains: scorerConfig('ContainsScorer', {
    field,
    case_sensitive: caseSensitive,
    substring: Type.Optional(Text({ ...longTextLimits, description: 'What has to be in it.' })),
    values: Type.Optional(
      Type.Array(Text({ ...longTextLimits, description: 'One of them.' }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'What has to be in it: all of these, or any.',
      }),
    ),
    mode: Type.Optional(
      Type.Unsafe<'all' | 'any'>({
        type: 'string',
        enum: ['all', 'any'],
        default: 'all',
        description: 'Of `values`.',
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
      description: 'A JSON Schema of 2020-12, or of draft 7 where `$schema` says so. `$ref` within it only.',
    }),
  }),
  length: scorerConfig('LengthScorer', {
    field,
    min: Type.Optional(Type.Integer({ minimum: 0, description: 'At least so many.' })),
    max: Type.Optional(Type.Integer({ minimum: 0, description: 'At most so many.' })),
    unit: Type.Optional(
      Type.Unsafe<'characters' | 'words'>({
        type: 'string',
        enum: ['characters', 'words'],
        default: 'characters',
        description: 'Of what.',
      }),
    ),
  }),
  similarity: scorerConfig('SimilarityScorer', {
    field,
    case_sensitive: Type.Optional(
      Type.Boolean({ description: 'Whether upper and lower case differ; by itself only for levenshtein.' }),
    ),
    value,
    method: Type.Optional(
      Type.Unsafe<(typeof SIMILARITY_METHODS)[number]>({
        type: 'string',
        enum: SIMILARITY_METHODS,
        default: 'levenshtein',
        description: 'By characters, by words, or by the order of words.',
      }),
    ),
  }),
  numeric: scorerConfig('NumericScorer', {
    field,
    value,
    tolerance: Type.Optional(Type.Number({ minimum: 0, default: 0, description: 'How far off it may be.' })),
    relative: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the tolerance is a share of the expected number.',
      }),
    ),
  }),
  latency: scorerConfig('LatencyScorer', {
    max_ms: Type.Number({ minimum: 0, description: 'How long the run may take.' }),
  }),
  cost: scorerConfig('CostScorer', {
    max: Type.Number({ minimum: 0, description: 'What the run may cost, in the currency of its prices.' }),
  }),
  tool_called: scorerConfig('ToolCalledScorer', {
    name: toolName,
    arguments: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        description: 'Arguments that a call must have; it may have more.',
      }),
    ),
    times: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How often exactly; none: at least once.' }),
    ),
  }),
  trajectory: scorerConfig('TrajectoryScorer', {
    expected: Type.Optional(
      Type.Array(toolName, {
        maxItems: 1_000,
        description: 'Tools as they should be called; none: `trajectory` of the `expected_output`.',
      }),
    ),
    mode: Type.Optional(
      Type.Unsafe<(typeof TRAJECTORY_MODES)[number]>({
        type: 'string',
        enum: TRAJECTORY_MODES,
        default: 'strict',
        description: 'These in this order; these in any; none but these; these and perhaps more.',
      }),
    ),
  }),
  refusal: scorerConfig('RefusalScorer', {
    expected: Type.Optional(Type.Boolean({ default: true, description: 'Whether it should refuse.' })),
  }),
  guardrail: scorerConfig('GuardrailScorer', {
    outcome: Type.Optional(
      OneOf(
        OUTCOMES,
        'What the guardrails should make of the run; none: `guardrail` of the `expected_output`.',
      ),
    ),
  }),
} as const satisfies Record<RuleScorer, TSchema>

export type ScorerConfig<T extends RuleScorer = RuleScorer> = Static<(typeof SCORER_CONFIGS)[T]>

/** Those that ask somebody: a model, a model about two answers at once, people. */
export const EXTERNAL_SCORERS = ['llm_judge', 'pairwise', 'human'] as const
export type ExternalScorer = (typeof EXTERNAL_SCORERS)[number]

const judgeFields = {
  model: Type.Optional(
    Text({ minLength: 1, maxLength: 256, description: "`provider:model`; none: the service's default." }),
  ),
  criteria: Type.Optional(JudgedCriteria),
  rubric: Type.Optional(
    Text({ minLength: 1, maxLength: 20_000, description: 'Your own words, in place of the criteria.' }),
  ),
}

export const EXTERNAL_SCORER_CONFIGS = {
  llm_judge: scorerConfig('JudgeScorer', {
    ...judgeFields,
    samples: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SAMPLES, default: 1, description: 'How often it is asked.' }),
    ),
  }),
  pairwise: scorerConfig('PairwiseScorer', judgeFields),
  human: scorerConfig('HumanScorer', {
    question: Type.Optional(
      Text({ minLength: 1, maxLength: 10_000, description: 'What reviewers are asked; shown to them.' }),
    ),
    scale: Type.Optional(
      Type.Object(
        { min: Type.Number(), max: Type.Number() },
        { title: 'HumanScale', description: 'In what they score; 0 to 1 unless given.' },
      ),
    ),
  }),
} as const satisfies Record<ExternalScorer, TSchema>

export type ExternalScorerConfig<T extends ExternalScorer = ExternalScorer> = Static<
  (typeof EXTERNAL_SCORER_CONFIGS)[T]
>

export const Criterion = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 256, description: 'What it is called in the summary.' }),
    scorer: Text({
      minLength: 1,
      maxLength: 64,
      description: `${[...RULE_SCORERS, ...EXTERNAL_SCORERS].join(', ')}, or the name that another tool has for one of these.`,
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
