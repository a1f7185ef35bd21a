/** Assistants and their graphs in the format of the LangGraph SDKs. */
import { Type, type Static } from 'typebox'
import { Assistant, AssistantVersion } from './assistant.js'
import { JsonObject } from './common.js'

const {
  id: _id,
  graph_schema: _graphSchema,
  retention_days: _retentionDays,
  ...assistantFields
} = Assistant.properties

const EXAMPLE = {
  assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  graph_id: 'agent',
  name: 'Support agent',
  description: null,
  config: { model: 'openai:gpt-4o' },
  context: {},
  metadata: {},
  version: 1,
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
}

export const LangGraphAssistant = Type.Object(assistantFields, {
  title: 'LangGraphAssistant',
  description: 'A configured graph.',
  examples: [EXAMPLE],
})
export type LangGraphAssistant = Static<typeof LangGraphAssistant>

export const LangGraphAssistantSelection = Type.Object(Type.Partial(LangGraphAssistant).properties, {
  title: 'LangGraphAssistantSelection',
  description: 'An assistant with all fields, or with the fields that `select` names.',
  examples: [EXAMPLE],
})

const { graph_schema: _versionGraphSchema, ...versionFields } = AssistantVersion.properties

export const LangGraphAssistantVersion = Type.Object(versionFields, {
  title: 'LangGraphAssistantVersion',
  description:
    'The fields of an assistant at one version. `created_at` is the time at which the version was created.',
})
export type LangGraphAssistantVersion = Static<typeof LangGraphAssistantVersion>

const nodeId = Type.String({
  description: 'The id of the node. The graph begins at `__start__` and ends at `__end__`.',
})

export const LangGraphDrawing = Type.Object(
  {
    nodes: Type.Array(
      Type.Object({
        id: Type.Union([Type.String(), Type.Integer()]),
        type: Type.Optional(Type.String({ description: '`runnable` or `schema`.' })),
        data: Type.Optional(Type.Unknown({ description: 'What the node executes.' })),
        metadata: Type.Optional(JsonObject),
      }),
    ),
    edges: Type.Array(
      Type.Object({
        source: nodeId,
        target: nodeId,
        data: Type.Optional(Type.String({ description: 'The label of the edge.' })),
        conditional: Type.Optional(Type.Boolean({ description: 'True if the graph decides at run time.' })),
      }),
    ),
  },
  {
    title: 'LangGraphDrawing',
    description: 'The nodes and edges of a graph.',
    examples: [
      {
        nodes: [
          { id: '__start__', type: 'schema', data: '__start__' },
          {
            id: 'model',
            type: 'runnable',
            data: { id: ['langgraph', 'utils', 'RunnableCallable'], name: 'model' },
          },
          { id: '__end__', type: 'schema', data: '__end__' },
        ],
        edges: [
          { source: '__start__', target: 'model' },
          { source: 'model', target: '__end__' },
        ],
      },
    ],
  },
)

const schemaOf = (subject: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `The JSON Schema of ${subject}. Absent if it cannot be derived.`,
    }),
  )

export const LangGraphSchemas = Type.Object(
  {
    graph_id: Type.String({ description: 'The id of the graph.' }),
    input_schema: schemaOf('the input'),
    output_schema: schemaOf('the output'),
    state_schema: schemaOf('the state'),
    config_schema: schemaOf('`config.configurable`'),
    context_schema: schemaOf('`context`'),
  },
  { title: 'LangGraphSchemas', description: 'The JSON Schemas of a graph.' },
)

export const LangGraphSubgraphs = Type.Record(
  Type.String(),
  Type.Object({
    input: schemaOf('the input'),
    output: schemaOf('the output'),
    state: schemaOf('the state'),
    config: schemaOf('`config.configurable`'),
  }),
  { title: 'LangGraphSubgraphs', description: 'The JSON Schemas of the subgraphs, by namespace.' },
)
