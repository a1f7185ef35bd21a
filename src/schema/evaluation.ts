/** Evaluations: one or several assistants are scored against the examples of a dataset. */
import { Type, type Static } from 'typebox'
import { judgedCriterionFields } from './calibration.js'
import { JsonObject, Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { Prices } from './guardrail.js'
import { Criterion } from './scorer.js'

export const EVAL_TYPES = ['heuristic', 'llm_judge', 'human_feedback', 'comparison'] as const
export type EvalType = (typeof EVAL_TYPES)[number]

export const EVAL_STATUSES = [
  'pending',
  'running',
  'awaiting_feedback',
  'completed',
  'failed',
  'cancelled',
] as const
export type EvalStatus = (typeof EVAL_STATUSES)[number]

/** Statuses in which an evaluation does not continue on its own. */
export const FINAL_EVAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies EvalStatus[]

const criteria = Type.Array(
  Type.Unsafe<string | (Omit<Criterion, 'scorer'> & { scorer?: string; description?: string })>({
    type: ['string', 'object'],
    description:
      'A criterion. `scorer` is optional if a judge or people score; `description` is then their instruction. A string is ' +
      'the name of a predefined criterion of the judge.',
  }),
  {
    maxItems: 50,
    description: 'The criteria. Default: each output is compared with the `expected_output` of its example.',
    examples: [[{ name: 'mentions_refund', scorer: 'contains', config: { substring: 'refund' } }]],
  },
)

const EvaluatedAssistant = Type.Object(
  {
    assistant_id: Uuid,
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the current version.' })),
    label: Type.Optional(
      Text({ minLength: 1, maxLength: 100, description: 'The name of the assistant in the results.' }),
    ),
  },
  { title: 'EvaluatedAssistant', additionalProperties: false },
)

export const EvaluationCreate = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 256, description: 'The name of the evaluation.' }),
    type: Type.Optional(
      Type.Unsafe<EvalType>({
        type: 'string',
        enum: EVAL_TYPES,
        default: 'heuristic',
        description: 'How outputs are scored: by rules, by a judge, by people, or by comparing assistants.',
      }),
    ),
    assistant_id: Type.Optional(Uuid),
    assistant_version: Type.Optional(Type.Integer({ minimum: 1 })),
    assistants: Type.Optional(
      Type.Array(EvaluatedAssistant, {
        minItems: 2,
        maxItems: 10,
        description: 'The assistants of a comparison; the first is the baseline.',
      }),
    ),
    dataset_id: Uuid,
    dataset_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Default: the current version.' }),
    ),
    tags: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 100, description: 'A tag.' }), {
        maxItems: 50,
        description: 'Uses only examples with one of these tags.',
      }),
    ),
    split: Type.Optional(
      Text({ minLength: 1, maxLength: 100, description: 'Uses only examples of this split.' }),
    ),
    criteria: Type.Optional(criteria),
    model: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 256,
        description: 'The model of the judge, unless a criterion sets another one.',
      }),
    ),
    prices: Type.Optional(Prices),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        default: 8,
        description: 'The number of examples that run at the same time.',
      }),
    ),
    repetitions: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: 1, description: 'The number of runs per example.' }),
    ),
    reviewers: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        default: 1,
        description: 'The number of people who score each example.',
      }),
    ),
    run_immediately: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Starts the evaluation. The response is sent when it has ended, or after a few seconds.',
      }),
    ),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'EvaluationCreate',
    examples: [
      {
        name: 'nightly',
        type: 'heuristic',
        assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        dataset_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
        criteria: [{ name: 'polite', scorer: 'contains', config: { substring: 'please' } }],
        run_immediately: true,
      },
    ],
  },
)
export type EvaluationCreate = Static<typeof EvaluationCreate>

export const EvaluationUpdate = Type.Object(
  { name: EvaluationCreate.properties.name },
  {
    title: 'EvaluationUpdate',
    additionalProperties: false,
    description: 'The new name. Everything else of an evaluation is fixed when it is created.',
    examples: [{ name: 'nightly 118' }],
  },
)
export type EvaluationUpdate = Static<typeof EvaluationUpdate>

/** Stored settings, with defaults filled in. */
export interface EvaluationSettings {
  concurrency: number
  repetitions: number
  reviewers: number
  prices: Prices
  filter: { tags?: string[]; split?: string; without?: string }
}

const interval = Nullable(
  Type.Array(Type.Number(), { description: 'The 95 % confidence interval.', examples: [[0.7, 0.9]] }),
)

const summaryFields = {
  passed: Type.Integer({ description: 'Examples that passed.' }),
  failed: Type.Integer({ description: 'Examples that failed.' }),
  pass_rate: Nullable(
    Type.Number({
      description: 'Passed examples divided by passed and failed ones; null if there are none.',
    }),
  ),
  pass_rate_interval: interval,
  avg_score: Nullable(Type.Number()),
  avg_score_interval: interval,
  scored: Type.Integer({ description: 'Examples with a score.' }),
  errors: Type.Integer({ description: 'Failed runs; for a criterion, outputs that it could not score.' }),
}

const CriterionSummary = Type.Object(
  { ...summaryFields, ...judgedCriterionFields },
  { title: 'CriterionSummary', additionalProperties: true },
)

export const EvaluationSummary = Type.Object(
  {
    total_examples: Type.Integer(),
    ...summaryFields,
    by_criterion: Type.Record(Type.String(), CriterionSummary),
  },
  {
    title: 'EvaluationSummary',
    additionalProperties: true,
    description:
      'In a comparison, the figures are those of the last assistant; `by_assistant` has the figures of all assistants.',
  },
)

export const Evaluation = Type.Object(
  {
    id: Uuid,
    eval_id: Uuid,
    name: Type.String(),
    type: OneOf(EVAL_TYPES, 'How outputs are scored.'),
    status: OneOf(EVAL_STATUSES, 'The status of the evaluation.'),
    assistant_id: Nullable(Uuid),
    assistant_version: Nullable(Type.Integer()),
    assistants: Type.Array(
      Type.Object(
        { assistant_id: Uuid, version: Type.Integer(), label: Type.String() },
        { title: 'EvaluatedVersion' },
      ),
    ),
    dataset_id: Uuid,
    dataset_version: Type.Integer(),
    criteria: Type.Array(Criterion),
    settings: JsonObject,
    progress: Type.Object({
      done: Type.Integer(),
      total: Type.Integer({
        description: 'The number of runs: examples times repetitions times assistants.',
      }),
      percent: Type.Number(),
      errors: Type.Integer({ description: 'Results without a score.' }),
    }),
    summary: Nullable(EvaluationSummary),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
  },
  { title: 'Evaluation', description: 'A measurement of one or several assistants.' },
)
export type Evaluation = Static<typeof Evaluation>
export const EvaluationPage = Page(Evaluation, 'EvaluationPage')
export const EvaluationQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(OneOf(EVAL_STATUSES, 'Only evaluations with this status.')),
  dataset_id: Type.Optional(Uuid),
})
export type EvaluationQuery = Static<typeof EvaluationQuery>

export const EvaluationDeleted = Type.Object(
  { deleted: Type.Literal(true), eval_id: Uuid },
  { title: 'EvaluationDeleted' },
)
export type EvaluationDeleted = Static<typeof EvaluationDeleted>

const RESULT_STATUSES = [
  'queued',
  'running',
  'awaiting_pair',
  'awaiting_feedback',
  'scored',
  'error',
] as const

const ResultScore = Type.Object(
  {
    criterion: Type.String(),
    scorer: Type.String(),
    score: Nullable(
      Type.Number({ description: '0 to 1; null if there is no score, which is not the same as 0.' }),
    ),
    passed: Nullable(Type.Boolean()),
    explanation: Type.String(),
  },
  { title: 'ResultScore', additionalProperties: true },
)

export const EvaluationResult = Type.Object(
  {
    eval_id: Uuid,
    example_id: Uuid,
    assistant: Type.Integer({ description: 'The index in `assistants` of the evaluation.' }),
    repetition: Type.Integer(),
    run_id: Nullable(Uuid),
    run_removed: Type.Boolean({
      description: 'True if the run was deleted, or purged because of its age; the result keeps its output.',
    }),
    status: OneOf(RESULT_STATUSES, 'The status of the result; `error` if a score could not be determined.'),
    passed: Nullable(Type.Boolean()),
    score: Nullable(Type.Number()),
    scores: Type.Array(ResultScore, { description: 'One score per criterion.' }),
    input: Nullable(JsonObject),
    expected_output: Nullable(JsonObject),
    output: Nullable(JsonObject),
    error: Nullable(JsonObject),
    latency_ms: Nullable(Type.Number()),
    usage: Nullable(JsonObject),
    cost: Nullable(
      Type.Number({ description: 'Computed from the `prices` of the evaluation; null if unknown.' }),
    ),
    created_at: Timestamp,
  },
  { title: 'EvaluationResult' },
)
export type EvaluationResult = Static<typeof EvaluationResult>
export const EvaluationResultPage = Page(EvaluationResult, 'EvaluationResultPage')
export const EvaluationResultQuery = Type.Object({
  ...pageQuery,
  passed: Type.Optional(Type.Boolean({ description: 'Only results that passed (true) or failed (false).' })),
  status: Type.Optional(OneOf(RESULT_STATUSES, 'Only results with this status.')),
  example_id: Type.Optional(Uuid),
  min_score: Type.Optional(Type.Number({ description: 'Only results with at least this score.' })),
  max_score: Type.Optional(Type.Number({ description: 'Only results with at most this score.' })),
})
export type EvaluationResultQuery = Static<typeof EvaluationResultQuery>

export const EvaluationProgressStreamed = Type.String({
  description:
    'Frames of `event` and `data`: `progress` with `eval_id`, `status` and `progress` whenever these change, and finally ' +
    '`end` with the evaluation, after which the stream is closed.',
  examples: [
    'event: progress\\ndata: {"eval_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","status":"running","progress":{"done":10,…}}\\n\\n',
  ],
})

const differenceFields = {
  before: Type.Number(),
  after: Type.Number(),
  difference: Type.Number(),
  p: Type.Number({ description: 'The probability of such a difference by chance.' }),
  p_corrected: Type.Number({ description: '`p` corrected for the number of comparisons (Holm).' }),
  pairs: Type.Integer(),
  detectable: Nullable(
    Type.Number({
      description: 'The smallest difference that this number of examples can be expected to detect.',
    }),
  ),
}

const comparedFields = {
  ...differenceFields,
  interval,
}

const comparisonFields = {
  wins: Type.Integer({ description: 'Examples whose score increased.' }),
  losses: Type.Integer({ description: 'Examples whose score decreased.' }),
  ties: Type.Integer(),
  sign_p: Type.Number(),
  regressed: Type.Array(Uuid, { description: 'Examples that passed before and fail now; the first 1,000.' }),
  regressed_count: Type.Integer(),
  fixed: Type.Array(Uuid, { description: 'Examples that failed before and pass now; the first 1,000.' }),
  fixed_count: Type.Integer(),
  pass: Nullable(
    Type.Object(comparedFields, {
      description:
        'Pass rates, compared with the exact McNemar test; `interval` is that of the difference (Bonett and Price).',
    }),
  ),
  score: Nullable(
    Type.Object(comparedFields, {
      description: 'Scores, compared with a paired bootstrap and a sign-flip permutation test.',
    }),
  ),
}

const Comparison = Type.Object(
  {
    name: Type.String(),
    baseline: Type.String(),
    shared_examples: Type.Integer(),
    only_before: Type.Integer(),
    only_after: Type.Integer(),
    ...comparisonFields,
    by_criterion: Type.Record(Type.String(), Type.Object(comparisonFields)),
  },
  { title: 'Comparison' },
)

export const EvaluationComparison = Type.Object(
  {
    eval_id: Uuid,
    against: Uuid,
    comparison: Comparison,
    comparisons: Type.Array(
      Type.Object({ against: Uuid, assistant: Type.Integer(), comparison: Comparison }),
      {
        description:
          'One comparison for each evaluation in `against`, in this order; `comparison` is the first. `p_corrected` is ' +
          'corrected for all of them.',
      },
    ),
  },
  { title: 'EvaluationComparison' },
)
