/** Guardrails as they are made, read and tried out over HTTP. */
import { Type, type Static } from 'typebox'
import { JsonObject, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import {
  ACTIONS,
  APPLIES_TO,
  GUARDRAIL_TYPES,
  type GuardrailDefinition,
  guardrailFields,
  RISK_PROFILES,
  STAGES,
} from './guardrail.js'

export const SOURCES = ['api', 'file'] as const
export type Source = (typeof SOURCES)[number]
export const source = OneOf(
  SOURCES,
  'Made over HTTP, or read from GUARDRAILS_FILE: those of the file hold for every tenant and are changed there.',
)

const { name, type, enabled } = guardrailFields
const appliesTo = Type.Unsafe<(typeof APPLIES_TO)[number]>({
  type: 'string',
  enum: APPLIES_TO,
  default: 'all',
  description:
    '`all`: it acts on every run of the tenant. `named`: only for assistants and policies that name it.',
})
const config = Type.Record(Type.String(), Type.Unknown(), {
  description: 'What the type needs; an unknown key is refused.',
})

export const GuardrailCreate = Type.Object(
  {
    name,
    type,
    enabled: Type.Optional(enabled),
    applies_to: Type.Optional(appliesTo),
    config: Type.Optional(config),
  },
  {
    title: 'GuardrailCreate',
    additionalProperties: false,
    examples: [
      {
        name: 'pii_filter',
        type: 'output_filter',
        config: { detect_patterns: ['ssn', 'credit_card', { badge: 'B-\\d{6}' }], action: 'redact' },
      },
    ],
  },
)
export type GuardrailCreate = Static<typeof GuardrailCreate>

export const GuardrailUpdate = Type.Object(
  {
    name: Type.Optional(name),
    type: Type.Optional(type),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether it acts.' })),
    applies_to: Type.Optional(OneOf(APPLIES_TO, 'Where it acts.')),
    config: Type.Optional(config),
  },
  {
    title: 'GuardrailUpdate',
    additionalProperties: false,
    description: 'What to change; `config` is replaced as a whole.',
    examples: [{ enabled: false }],
  },
)
export type GuardrailUpdate = Static<typeof GuardrailUpdate>

export const Guardrail = Type.Object(
  {
    id: Uuid,
    guardrail_id: Uuid,
    name,
    type,
    enabled,
    applies_to: appliesTo,
    config: JsonObject,
    source,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Guardrail', description: 'A rule about what may go into and out of a run.' },
)
export type Guardrail = Static<typeof Guardrail>
export const GuardrailPage = Page(Guardrail, 'GuardrailPage')

export const SourceQuery = Type.Object({
  ...pageQuery,
  source: Type.Optional(
    Type.Unsafe<Source>({
      type: 'string',
      enum: SOURCES,
      default: 'api',
      description: 'Those made over HTTP, newest first, or those of the file in its order.',
    }),
  ),
})

export const GuardrailDeleted = Type.Object(
  { deleted: Type.Literal(true), guardrail_id: Uuid },
  { title: 'GuardrailDeleted' },
)

/** Looked at by code of its own, which tells what is wrong by the name of the guardrail. */
export const guardrailList = (description: string) =>
  Type.Array(
    Type.Unsafe<string | GuardrailDefinition>({
      type: ['string', 'object'],
      description: 'A name, or a whole one.',
    }),
    { maxItems: 100, description, examples: [['pii_filter']] },
  )

export const GuardrailCheck = Type.Object(
  {
    text: Type.String({ maxLength: 20_000, description: 'What is checked.' }),
    stage: Type.Optional(
      Type.Unsafe<(typeof STAGES)[number]>({
        type: 'string',
        enum: STAGES,
        default: 'output',
        description:
          'Where in a run it is taken to stand; of `tool_call` the text is the JSON of the arguments.',
      }),
    ),
    guardrails: Type.Optional(guardrailList('Names of guardrails, or whole ones.')),
    policy: Type.Optional(Text({ minLength: 1, maxLength: 256, description: 'Those of this policy.' })),
    risk_profile: Type.Optional(OneOf(RISK_PROFILES, 'Those of this profile.')),
    assistant_id: Type.Optional(Uuid),
    finish_reason: Type.Optional(
      Text({ maxLength: 100, description: 'Why the model stopped, such as `length`.' }),
    ),
  },
  {
    title: 'GuardrailCheck',
    additionalProperties: false,
    description:
      'What is named is what checks: guardrails, a policy, a profile, or all that acts on the runs of an assistant. ' +
      'Nothing named: all that act on every run.',
    examples: [{ text: 'Her number is 536-90-4399.', risk_profile: 'low_risk' }],
  },
)
export type GuardrailCheck = Static<typeof GuardrailCheck>

export const Span = Type.Object(
  {
    start: Type.Integer({ description: 'In UTF-16 code units of the text that was checked.' }),
    end: Type.Integer(),
    label: Type.String({ description: 'What was found there.' }),
  },
  { title: 'Span' },
)

/** What a guardrail said of a text, in a dry run and in the audit. */
export const decisionFields = {
  guardrail: Type.String({ description: 'Its name.' }),
  type: OneOf(GUARDRAIL_TYPES, 'What kind it is.'),
  stage: OneOf(STAGES, 'Where it looked.'),
  action: OneOf(ACTIONS, 'What it did; `pass` if it found nothing.'),
  category: Type.String({ description: 'The category, topic or pattern that was found.' }),
  score: Nullable(Type.Number()),
  detector: OneOf(['lexical', 'statistical', 'model', 'human'], 'How it looked.'),
  reason: Type.String({ description: 'In words; holds nothing of the text.' }),
  spans: Type.Array(Span),
  latency_ms: Type.Number(),
}

export const GuardrailVerdict = Type.Object(
  {
    action: OneOf(ACTIONS, 'The strongest that was asked for.'),
    text: Type.String({ description: 'As it may go on; empty when it is blocked.' }),
    decisions: Type.Array(Type.Object(decisionFields, { title: 'DryDecision' })),
    not_checked: Type.Array(
      Type.Object({ guardrail: Type.String(), reason: Type.String() }, { title: 'NotChecked' }),
      { description: 'What a dry run cannot do: ask a model, or look at earlier runs.' },
    ),
  },
  { title: 'GuardrailVerdict', description: 'What would have been done. Nothing is stored or counted.' },
)
export type GuardrailVerdict = Static<typeof GuardrailVerdict>

export const GuardrailsReloaded = Type.Object(
  {
    guardrails: Type.Integer({ description: 'How many the file holds.' }),
    policies: Type.Integer({ description: 'How many the file holds.' }),
    risk_profiles: Type.Array(Type.String(), { description: 'Those that the file replaces.' }),
  },
  { title: 'GuardrailsReloaded' },
)
