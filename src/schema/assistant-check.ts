/** The check of an assistant before it is saved, for editors. */
import { Type, type Static } from 'typebox'
import { Nullable } from './common.js'

export const GraphDrawing = Type.Object(
  {
    nodes: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the node; `__start__` and `__end__` are the ends.' }),
          type: Nullable(Type.String({ description: 'The type of the node; null for the ends.' })),
        },
        { title: 'GraphDrawingNode' },
      ),
    ),
    edges: Type.Array(
      Type.Object(
        {
          source: Type.String(),
          target: Type.String(),
          conditional: Type.Boolean({ description: 'True if the edge is taken only sometimes.' }),
          label: Nullable(Type.String({ description: 'The condition of the edge.' })),
        },
        { title: 'GraphDrawingEdge' },
      ),
    ),
  },
  { title: 'GraphDrawing', description: 'The nodes and edges of a declarative graph.' },
)
export type GraphDrawing = Static<typeof GraphDrawing>

export const AssistantCheckResult = Type.Object(
  {
    problems: Type.Record(Type.String(), Type.String(), {
      description: 'What is wrong, by the path of the field; empty if the assistant can be saved.',
    }),
    graph: Nullable(GraphDrawing),
  },
  {
    title: 'AssistantCheckResult',
    description: '`graph` is the drawing of `graph_schema`, as far as it can be read; null without one.',
    examples: [{ problems: { 'graph_schema/nodes/0/prompt': 'nodes/0/prompt is required' }, graph: null }],
  },
)
export type AssistantCheckResult = Static<typeof AssistantCheckResult>

export const GraphNodeTypeList = Type.Object(
  {
    types: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'The value of `type` of the node.' }),
          node_schema: Type.Record(Type.String(), Type.Unknown(), {
            description: 'The JSON Schema of a node of this type.',
          }),
        },
        { title: 'GraphNodeType' },
      ),
    ),
  },
  { title: 'GraphNodeTypeList' },
)
export type GraphNodeTypeList = Static<typeof GraphNodeTypeList>
