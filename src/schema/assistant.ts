import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, Page, RetentionDays, Text, Timestamp, Uuid } from './common.js'

export const AssistantConfig = Type.Object(
  {
    model: Type.Optional(Type.String({ description: '`provider:model`, or a bare model name.' })),
    temperature: Type.Optional(Type.Number()),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    top_p: Type.Optional(Type.Number()),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://',
        description: 'A separate OpenAI-compatible endpoint. The service sends it no API key.',
      }),
    ),
    instructions: Type.Optional(Type.String({ description: 'The system prompt.' })),
    tools: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'The tools that the model may call; see the schema ToolDefinition.',
      }),
    ),
    guardrails: Type.Optional(Type.Array(Type.Unknown())),
    policy: Type.Optional(Type.String()),
    risk_profile: Type.Optional(Type.String()),
    configurable: Type.Optional(JsonObject),
    recursion_limit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'At most RUN_MAX_RECURSION_LIMIT (default: 10,000).' }),
    ),
  },
  {
    title: 'AssistantConfig',
    additionalProperties: true,
    description:
      'The configuration of the assistant. The keys listed here are validated; other keys are stored unchanged.',
  },
)

const name = Text({ minLength: 1, maxLength: 256, description: 'The display name. It need not be unique.' })
const description = Text({ maxLength: 10_000, description: 'The purpose of the assistant.' })
const graphId = Text({
  minLength: 1,
  maxLength: 256,
  description: 'The id of the hosted graph that the assistant runs.',
  examples: ['agent'],
})
const graphSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A declarative graph; see the schema GraphSchema. An empty object means the built-in agent.',
})
const context = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Static context that is passed to the graph.',
})

const writableFields = {
  name,
  description: Nullable(description),
  config: AssistantConfig,
  context,
  graph_schema: graphSchema,
  graph_id: graphId,
  metadata: Metadata,
  retention_days: RetentionDays,
}

export const AssistantCreate = Type.Object(
  {
    ...Type.Partial(Type.Object(writableFields)).properties,
    assistant_id: Type.Optional(Uuid),
    if_exists: Type.Optional(
      Type.Unsafe<'raise' | 'do_nothing'>({
        type: 'string',
        enum: ['raise', 'do_nothing'],
        default: 'raise',
        description:
          'What to do if `assistant_id` exists: respond with 409, or return the existing assistant.',
      }),
    ),
  },
  {
    title: 'AssistantCreate',
    description: 'An assistant to create. `name` is required unless `graph_id` is set.',
    examples: [{ name: 'Support agent', config: { model: 'openai:gpt-4o', temperature: 0.2 } }],
  },
)
export type AssistantCreate = Static<typeof AssistantCreate>

export const AssistantUpdate = Type.Object(Type.Partial(Type.Object(writableFields)).properties, {
  title: 'AssistantUpdate',
  description:
    'Fields to change. Each update creates a version. `metadata` is merged, other fields are replaced. `retention_days` is not part of versions.',
  examples: [{ config: { model: 'openai:gpt-4o-mini' } }],
})
export type AssistantUpdate = Static<typeof AssistantUpdate>

const versionFields = {
  assistant_id: Uuid,
  graph_id: graphId,
  name,
  description: Nullable(description),
  config: JsonObject,
  context,
  graph_schema: graphSchema,
  metadata: Metadata,
  version: Type.Integer({ minimum: 1, description: 'The version that these fields belong to.' }),
  created_at: Timestamp,
}

export const Assistant = Type.Object(
  { id: Uuid, ...versionFields, retention_days: RetentionDays, updated_at: Timestamp },
  {
    title: 'Assistant',
    description: 'A configured agent.',
    examples: [
      {
        id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        graph_id: 'agent',
        name: 'Support agent',
        description: null,
        config: { model: 'openai:gpt-4o', temperature: 0.2 },
        context: {},
        graph_schema: {},
        metadata: {},
        version: 1,
        created_at: '2026-01-31T09:30:00.000Z',
        retention_days: null,
        updated_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
)
export type Assistant = Static<typeof Assistant>

export const AssistantVersion = Type.Object(versionFields, {
  title: 'AssistantVersion',
  description:
    'The fields of an assistant at one version. `created_at` is the time at which the version was created.',
})
export type AssistantVersion = Static<typeof AssistantVersion>

export const AssistantPage = Page(Assistant, 'AssistantPage')
export const AssistantVersionPage = Page(AssistantVersion, 'AssistantVersionPage')

export const AssistantSetLatest = Type.Object(
  { version: Type.Integer({ minimum: 1, description: 'The version to make current.' }) },
  { title: 'AssistantSetLatest', examples: [{ version: 1 }] },
)

export const AssistantDeleted = Type.Object(
  { deleted: Type.Literal(true), assistant_id: Uuid },
  { title: 'AssistantDeleted' },
)
