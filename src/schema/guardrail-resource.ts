/** Guardrails over HTTP: create, read, update, dry run. */
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
  'Created over HTTP, or read from GUARDRAILS_FILE. Those of the file apply to every tenant and are changed in the file.',
)

const { name, type, enabled } = guardrailFields
const appliesTo = Type.Unsafe<(typeof APPLIES_TO)[number]>({
  type: 'string',
  enum: APPLIES_TO,
  default: 'all',
  description:
    '`all`: applies to every run of the tenant. `named`: applies only to assistants and policies that reference it.',
})
const config = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The settings of the type; unknown keys are rejected.',
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
    enabled: Type.Optional(Type.Boolean({ description: 'True if the guardrail is active.' })),
    applies_to: Type.Optional(OneOf(APPLIES_TO, 'The runs to which the guardrail applies.')),
    config: Type.Optional(config),
  },
  {
    title: 'GuardrailUpdate',
    additionalProperties: false,
    description: 'Fields to change. `config` is replaced as a whole.',
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
  { title: 'Guardrail', description: 'A rule for the inputs, tool calls, tool results and outputs of runs.' },
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
      description: 'Resources created over HTTP, newest first, or those of GUARDRAILS_FILE in file order.',
    }),
  ),
})

export const GuardrailDeleted = Type.Object(
  { deleted: Type.Literal(true), guardrail_id: Uuid },
  { title: 'GuardrailDeleted' },
)

/** Entries are validated separately, with errors that contain the name of the guardrail. */
export const guardrailList = (description: string) =>
  Type.Array(
    Type.Unsafe<string | GuardrailDefinition>({
      type: ['string', 'object'],
      description: 'The name of a guardrail, or a definition.',
    }),
    { maxItems: 100, description, examples: [['pii_filter']] },
  )

export const GuardrailCheck = Type.Object(
  {
    text: Type.String({ maxLength: 20_000, description: 'The text to check.' }),
    stage: Type.Optional(
      Type.Unsafe<(typeof STAGES)[number]>({
        type: 'string',
        enum: STAGES,
        default: 'output',
        description:
          'The stage of the run to simulate. For `tool_call` the text is the JSON of the arguments.',
      }),
    ),
    guardrails: Type.Optional(guardrailList('Names of guardrails, or definitions.')),
    policy: Type.Optional(
      Text({ minLength: 1, maxLength: 256, description: 'Uses the guardrails of this policy.' }),
    ),
    risk_profile: Type.Optional(OneOf(RISK_PROFILES, 'Uses the guardrails of this risk profile.')),
    assistant_id: Type.Optional(Uuid),
    finish_reason: Type.Optional(
      Text({ maxLength: 100, description: 'The finish reason of the model, such as `length`.' }),
    ),
  },
  {
    title: 'GuardrailCheck',
    additionalProperties: false,
    description:
      'Checks with the given guardrails, policy, risk profile, or all guardrails of an assistant. Default: the guardrails ' +
      'that apply to every run.',
    examples: [{ text: 'Her number is 536-90-4399.', risk_profile: 'low_risk' }],
  },
)
export type GuardrailCheck = Static<typeof GuardrailCheck>

export const Span = Type.Object(
  {
    start: Type.Integer({ description: 'The offset in UTF-16 code units of the checked text.' }),
    end: Type.Integer(),
    label: Type.String({ description: 'The kind of match.' }),
  },
  { title: 'Span' },
)

/** Fields of a decision, both in a dry run and in the audit. */
export const decisionFields = {
  guardrail: Type.String({ description: 'The name of the guardrail.' }),
  type: OneOf(GUARDRAIL_TYPES, 'The type of the guardrail.'),
  stage: OneOf(STAGES, 'The stage of the checked text.'),
  action: OneOf(ACTIONS, 'The action; `pass` if nothing was found.'),
  category: Type.String({ description: 'The category, topic or pattern that was found.' }),
  score: Nullable(Type.Number()),
  detector: OneOf(['lexical', 'statistical', 'model', 'human'], 'The kind of detector.'),
  reason: Type.String({ description: 'An explanation that contains nothing of the text.' }),
  spans: Type.Array(Span),
  latency_ms: Type.Number(),
}

export const GuardrailVerdict = Type.Object(
  {
    action: OneOf(ACTIONS, 'The strongest action of all guardrails.'),
    text: Type.String({ description: 'The text after redaction; empty if it is blocked.' }),
    decisions: Type.Array(Type.Object(decisionFields, { title: 'DryDecision' })),
    not_checked: Type.Array(
      Type.Object({ guardrail: Type.String(), reason: Type.String() }, { title: 'NotChecked' }),
      { description: 'Guardrails that a dry run cannot check because they need a model or earlier runs.' },
    ),
  },
  { title: 'GuardrailVerdict', description: 'The result of the dry run. Nothing is stored or counted.' },
)
export type GuardrailVerdict = Static<typeof GuardrailVerdict>

export const GuardrailsReloaded = Type.Object(
  {
    guardrails: Type.Integer({ description: 'The number of guardrails in the file.' }),
    policies: Type.Integer({ description: 'The number of policies in the file.' }),
    risk_profiles: Type.Array(Type.String(), { description: 'The risk profiles that the file replaces.' }),
  },
  { title: 'GuardrailsReloaded' },
)
