/** Definitions of guardrails, those of the specification and our additions. Every `config` key is declared here once. */
import { Type, type Static, type TSchema } from 'typebox'
import { JsonObject, OneOf, Text } from './common.js'

export const GUARDRAIL_TYPES = [
  'topic_restriction',
  'anomaly_detection',
  'output_filter',
  'content_safety',
  'output_integrity',
  'disclaimer_required',
  'human_review',
  'prompt_injection',
  'rate_of_spend',
] as const
export type GuardrailType = (typeof GUARDRAIL_TYPES)[number]

/** Stages of a run at which a guardrail checks text. */
export const STAGES = ['input', 'tool_call', 'tool_result', 'output'] as const
export type Stage = (typeof STAGES)[number]

/** Actions of a guardrail; `pass` means that it found nothing. */
export const ACTIONS = ['pass', 'warn', 'redact', 'append', 'redirect', 'review', 'block'] as const
export type Action = (typeof ACTIONS)[number]

/** Outcomes of a run, determined by the strongest action of its guardrails. */
export const OUTCOMES = ['passed', 'flagged', 'blocked'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Whether a guardrail applies to all runs, or only where an assistant or a policy references it. */
export const APPLIES_TO = ['all', 'named'] as const
export type AppliesTo = (typeof APPLIES_TO)[number]

/** Ordered by the amount of detail that is stored. */
export const AUDIT_LEVELS = ['minimal', 'standard', 'full', 'comprehensive'] as const
export type AuditLevel = (typeof AUDIT_LEVELS)[number]

export const RISK_PROFILES = ['low_risk', 'medium_risk', 'high_risk'] as const
export type RiskProfile = (typeof RISK_PROFILES)[number]

export const ANOMALY_METRICS = [
  'response_length_variance',
  'sentiment_deviation',
  'topic_drift_score',
] as const
export const SAFETY_CATEGORIES = [
  'hate_speech',
  'violence',
  'self_harm',
  'harassment',
  'sexual',
  'profanity',
] as const

const textList = (description: string, options: object = {}) =>
  Type.Array(Text({ minLength: 1, maxLength: 1_000, description: 'One entry.' }), {
    maxItems: 1_000,
    description,
    ...options,
  })
const stages = (fallback: readonly Stage[]) =>
  Type.Optional(
    Type.Array(OneOf(STAGES, 'A stage.'), {
      minItems: 1,
      uniqueItems: true,
      default: fallback,
      description: 'The stages at which the guardrail checks text.',
    }),
  )
const action = <const T extends readonly Action[]>(actions: T, fallback: T[number]) =>
  Type.Optional(
    Type.Unsafe<T[number]>({
      type: 'string',
      enum: actions,
      default: fallback,
      description: 'The action if the guardrail finds something.',
    }),
  )

/** Settings of the optional check by a model, in addition to the built-in detector. */
const modelCheckFields = {
  model: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 256,
      description: 'A model that also checks the text, as `provider:model`.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 60_000,
      default: 5_000,
      description: 'The time limit of the model check.',
    }),
  ),
  on_error: Type.Optional(
    Type.Unsafe<'open' | 'closed'>({
      type: 'string',
      enum: ['open', 'closed'],
      default: 'open',
      description: 'If the model check fails: use the built-in detector alone (`open`), or block (`closed`).',
    }),
  ),
}

const threshold = (fallback: number) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: fallback,
      description: 'The minimum score at which the guardrail acts.',
    }),
  )

const strictObject = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  Type.Object(properties, { title, additionalProperties: false })

export const Prices = Type.Record(
  Type.String(),
  Type.Object({
    input_per_million: Type.Number({ minimum: 0 }),
    output_per_million: Type.Number({ minimum: 0 }),
  }),
  { description: 'Prices by model.' },
)
export type Prices = Static<typeof Prices>

export const GUARDRAIL_CONFIGS = {
  topic_restriction: strictObject('TopicRestriction', {
    allowed: Type.Optional(textList('Allowed topics. Default: all topics that are not blocked.')),
    blocked: Type.Optional(textList('Blocked topics.')),
    action_on_violation: action(['redirect', 'block', 'warn'], 'block'),
    keywords: Type.Optional(
      Type.Record(Type.String(), textList('Words of the topic.'), {
        description: 'Additional words, by topic.',
      }),
    ),
    examples: Type.Optional(
      Type.Record(Type.String(), textList('Sentences on the topic.'), {
        description: 'Example sentences, by topic.',
      }),
    ),
    message: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 4_000,
        description: 'The output of a redirect; it may contain {topics}.',
      }),
    ),
    stages: stages(['input']),
    ...modelCheckFields,
  }),

  anomaly_detection: strictObject('AnomalyDetection', {
    metrics: Type.Array(OneOf(ANOMALY_METRICS, 'A metric.'), {
      minItems: 1,
      uniqueItems: true,
      description: 'The metrics that are compared with the baseline.',
    }),
    baseline_window: Type.Integer({
      minimum: 5,
      // The comparison runs on the main thread; a thousand responses take a few milliseconds.
      maximum: 1_000,
      description: 'The number of latest responses that form the baseline.',
    }),
    alert_on: Type.String({
      pattern: '^\\d+(\\.\\d+)?_sigma_deviation$',
      description: 'The number of standard deviations at which the guardrail acts.',
      examples: ['2_sigma_deviation'],
    }),
    method: Type.Optional(
      Type.Unsafe<'mean' | 'median'>({
        type: 'string',
        enum: ['mean', 'median'],
        default: 'mean',
        description: 'Mean and standard deviation, or median and median absolute deviation.',
      }),
    ),
  }),

  output_filter: strictObject('OutputFilter', {
    detect_patterns: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'Patterns to find: names of built-in detectors, `{name: pattern}` entries as a list or a map, or `{name, pattern}`.',
      }),
    ),
    action: action(['redact', 'block', 'warn'], 'redact'),
    replacement: Type.Optional(Text({ maxLength: 200, description: 'The text that replaces a match.' })),
    block_patterns: Type.Optional(textList('Texts that block the output; case-insensitive.')),
    stages: stages(['output', 'tool_call', 'tool_result']),
  }),

  content_safety: strictObject('ContentSafety', {
    categories: Type.Array(OneOf(SAFETY_CATEGORIES, 'A category.'), {
      minItems: 1,
      uniqueItems: true,
      description: 'The categories to detect.',
    }),
    threshold: threshold(0.5),
    action: action(['block', 'warn'], 'block'),
    stages: stages(['input', 'output']),
    ...modelCheckFields,
  }),

  output_integrity: strictObject('OutputIntegrity', {
    min_length: Type.Optional(Type.Integer({ minimum: 0, description: 'Minimum length in characters.' })),
    max_length: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum length in characters.' })),
    require_complete_sentences: Type.Optional(
      Type.Boolean({ description: 'If true, the output must not end in the middle of a sentence.' }),
    ),
    action: action(['warn', 'block'], 'warn'),
  }),

  disclaimer_required: strictObject('DisclaimerRequired', {
    text: Text({ minLength: 1, maxLength: 4_000, description: 'The text that every output must contain.' }),
  }),

  human_review: strictObject('HumanReview', {
    for_amounts_over: Type.Number({
      minimum: 0,
      description: 'Amounts above this value require a human review.',
    }),
    stages: Type.Optional(
      Type.Array(OneOf(['tool_call', 'output'], 'A stage.'), {
        minItems: 1,
        uniqueItems: true,
        default: ['tool_call', 'output'],
        description: 'The stages at which the guardrail checks text.',
      }),
    ),
  }),

  prompt_injection: strictObject('PromptInjection', {
    threshold: threshold(0.5),
    action: action(['warn', 'block'], 'warn'),
    stages: stages(['input', 'tool_result']),
    ...modelCheckFields,
  }),

  rate_of_spend: strictObject('RateOfSpend', {
    per: Type.Unsafe<'thread' | 'assistant'>({
      type: 'string',
      enum: ['thread', 'assistant'],
      description: 'The scope over which spending is added up.',
    }),
    window_hours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 8_760,
        default: 24,
        description: 'The length of the sliding window in hours.',
      }),
    ),
    max_tokens: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The maximum number of tokens of all models.' }),
    ),
    max_cost: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'The maximum cost in the currency of `prices`.' }),
    ),
    prices: Type.Optional(Prices),
    action: action(['block', 'warn'], 'block'),
  }),
} as const satisfies Record<GuardrailType, TSchema>

export type GuardrailConfig<T extends GuardrailType = GuardrailType> = Static<(typeof GUARDRAIL_CONFIGS)[T]>

export const guardrailFields = {
  name: Text({ minLength: 1, maxLength: 256, description: 'The name; unique within the tenant.' }),
  type: OneOf(GUARDRAIL_TYPES, 'The type of the guardrail.'),
  enabled: Type.Boolean({ default: true, description: 'True if the guardrail is active.' }),
}

/** An entry of `guardrails` in GUARDRAILS_FILE, an assistant or a policy. */
export const GuardrailDefinition = Type.Object(
  {
    name: guardrailFields.name,
    type: guardrailFields.type,
    enabled: Type.Optional(guardrailFields.enabled),
    config: Type.Optional(JsonObject),
  },
  {
    title: 'GuardrailDefinition',
    additionalProperties: false,
    examples: [
      {
        name: 'pii_filter',
        type: 'output_filter',
        enabled: true,
        config: {
          detect_patterns: ['ssn', 'credit_card', 'email'],
          action: 'redact',
          replacement: '[REDACTED]',
        },
      },
    ],
  },
)
export type GuardrailDefinition = Static<typeof GuardrailDefinition>
