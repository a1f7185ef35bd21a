/** Guardrails as the specification writes them, with what we add. Every `config` key is declared here once. */
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

/** Where in a run a guardrail looks. */
export const STAGES = ['input', 'tool_call', 'tool_result', 'output'] as const
export type Stage = (typeof STAGES)[number]

/** What it does; `pass` is for those that looked and found nothing. */
export const ACTIONS = ['pass', 'warn', 'redact', 'append', 'redirect', 'review', 'block'] as const
export type Action = (typeof ACTIONS)[number]

/** What became of a run: of all that was done to it, the strongest. */
export const OUTCOMES = ['passed', 'flagged', 'blocked'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Whether it acts on every run, or only where it is named. */
export const APPLIES_TO = ['all', 'named'] as const
export type AppliesTo = (typeof APPLIES_TO)[number]

/** From the least that is kept to the most. */
export const AUDIT_LEVELS = ['minimal', 'standard', 'full', 'comprehensive'] as const
export type AuditLevel = (typeof AUDIT_LEVELS)[number]

export const RISK_PROFILES = ['low_risk', 'medium_risk', 'high_risk'] as const
export type RiskProfile = (typeof RISK_PROFILES)[number]

export const ANOMALY_METRICS = [
  'response_length_variance',
  'sentiment_deviation',
  'topic_drift_score',
] as const
export const SAFETY_CATEGORIES = ['hate_speech', 'violence', 'self_harm', 'harassment', 'sexual'] as const

const textList = (description: string, options: object = {}) =>
  Type.Array(Text({ minLength: 1, maxLength: 1_000, description: 'One of them.' }), {
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
      description: 'Where it looks.',
    }),
  )
const action = <const T extends readonly Action[]>(actions: T, fallback: T[number]) =>
  Type.Optional(
    Type.Unsafe<T[number]>({
      type: 'string',
      enum: actions,
      default: fallback,
      description: 'What it does.',
    }),
  )

/** A second tier beside the detector of the service itself. */
const modelCheckFields = {
  model: Type.Optional(
    Text({ minLength: 1, maxLength: 256, description: 'A model that is asked too, as `provider:model`.' }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 60_000,
      default: 5_000,
      description: 'How long it is waited for.',
    }),
  ),
  on_error: Type.Optional(
    Type.Unsafe<'open' | 'closed'>({
      type: 'string',
      enum: ['open', 'closed'],
      default: 'open',
      description: 'When it does not answer: go by the first tier alone, or block.',
    }),
  ),
}

const threshold = (fallback: number) =>
  Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, default: fallback, description: 'The score from which it acts.' }),
  )

const strictObject = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  Type.Object(properties, { title, additionalProperties: false })

export const Prices = Type.Record(
  Type.String(),
  Type.Object({
    input_per_million: Type.Number({ minimum: 0 }),
    output_per_million: Type.Number({ minimum: 0 }),
  }),
  { description: 'By model.' },
)
export type Prices = Static<typeof Prices>

export const GUARDRAIL_CONFIGS = {
  topic_restriction: strictObject('TopicRestriction', {
    allowed: Type.Optional(textList('Topics that may be talked about; none: all that are not blocked.')),
    blocked: Type.Optional(textList('Topics that may not.')),
    action_on_violation: action(['redirect', 'block', 'warn'], 'block'),
    keywords: Type.Optional(
      Type.Record(Type.String(), textList('Words of the topic.'), { description: 'More words, by topic.' }),
    ),
    examples: Type.Optional(
      Type.Record(Type.String(), textList('Sentences on the topic.'), {
        description: 'Sentences, by topic.',
      }),
    ),
    message: Type.Optional(
      Text({ minLength: 1, maxLength: 4_000, description: 'What a redirect answers; it may name {topics}.' }),
    ),
    stages: stages(['input']),
    ...modelCheckFields,
  }),

  anomaly_detection: strictObject('AnomalyDetection', {
    metrics: Type.Array(OneOf(ANOMALY_METRICS, 'A metric.'), {
      minItems: 1,
      uniqueItems: true,
      description: 'What is compared.',
    }),
    baseline_window: Type.Integer({
      minimum: 5,
      // They are compared on the main thread: a thousand take a few milliseconds.
      maximum: 1_000,
      description: 'With how many of the latest responses.',
    }),
    alert_on: Type.String({
      pattern: '^\\d+(\\.\\d+)?_sigma_deviation$',
      description: 'From how many standard deviations on.',
      examples: ['2_sigma_deviation'],
    }),
    method: Type.Optional(
      Type.Unsafe<'mean' | 'median'>({
        type: 'string',
        enum: ['mean', 'median'],
        default: 'mean',
        description: 'Mean and standard deviation, or median and MAD.',
      }),
    ),
  }),

  output_filter: strictObject('OutputFilter', {
    detect_patterns: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'What is found: names of built-in detectors, `{name: pattern}` entries as a list or one map, or `{name, pattern}`.',
      }),
    ),
    action: action(['redact', 'block', 'warn'], 'redact'),
    replacement: Type.Optional(Text({ maxLength: 200, description: 'What stands in its place.' })),
    block_patterns: Type.Optional(
      textList('Texts that block the answer; upper and lower case are the same.'),
    ),
    stages: stages(['output', 'tool_call', 'tool_result']),
  }),

  content_safety: strictObject('ContentSafety', {
    categories: Type.Array(OneOf(SAFETY_CATEGORIES, 'A category.'), {
      minItems: 1,
      uniqueItems: true,
      description: 'What is looked for.',
    }),
    threshold: threshold(0.5),
    action: action(['block', 'warn'], 'block'),
    stages: stages(['input', 'output']),
    ...modelCheckFields,
  }),

  output_integrity: strictObject('OutputIntegrity', {
    min_length: Type.Optional(Type.Integer({ minimum: 0, description: 'In characters.' })),
    max_length: Type.Optional(Type.Integer({ minimum: 1, description: 'In characters.' })),
    require_complete_sentences: Type.Optional(Type.Boolean({ description: 'Whether it may break off.' })),
    action: action(['warn', 'block'], 'warn'),
  }),

  disclaimer_required: strictObject('DisclaimerRequired', {
    text: Text({ minLength: 1, maxLength: 4_000, description: 'What every answer has to say.' }),
  }),

  human_review: strictObject('HumanReview', {
    for_amounts_over: Type.Number({ minimum: 0, description: 'Amounts over this wait for a person.' }),
    stages: Type.Optional(
      Type.Array(OneOf(['tool_call', 'output'], 'A stage.'), {
        minItems: 1,
        uniqueItems: true,
        default: ['tool_call', 'output'],
        description: 'Where it looks.',
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
      description: 'Whose spending is added up.',
    }),
    window_hours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 8_760, default: 24, description: 'Over how long.' }),
    ),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1, description: 'Tokens of all models together.' })),
    max_cost: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'In the currency of `prices`.' }),
    ),
    prices: Type.Optional(Prices),
    action: action(['block', 'warn'], 'block'),
  }),
} as const satisfies Record<GuardrailType, TSchema>

export type GuardrailConfig<T extends GuardrailType = GuardrailType> = Static<(typeof GUARDRAIL_CONFIGS)[T]>

export const guardrailFields = {
  name: Text({ minLength: 1, maxLength: 256, description: 'What it is called; unique for its tenant.' }),
  type: OneOf(GUARDRAIL_TYPES, 'What kind it is.'),
  enabled: Type.Boolean({ default: true, description: 'Whether it acts.' }),
}

/** An item of the list `guardrails`: of a file, of an assistant, of a policy. */
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
