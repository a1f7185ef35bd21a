/** Declarative graphs: the `graph_schema` of an assistant. docs/graph-schema.md explains each field. */
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { JsonObject, OneOf } from './common.js'

export const LIMITS = {
  nodes: 200,
  edges: 1000,
  state_keys: 200,
  expression_length: 2000,
  text_length: 100_000,
  inline_depth: 5,
  map_items: 1000,
  tool_rounds: 10,
} as const

/** Reserved names for the start and the end of a run; nodes cannot use them. */
export const START_NODE = 'start'
export const END_NODE = 'end'

export const REDUCERS = ['replace', 'append', 'merge'] as const

const strict = { additionalProperties: false } as const

const Expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.expression_length, description })
const Template = (description: string) => Type.String({ maxLength: LIMITS.text_length, description })
const Target = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })
const TemplatedObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** An identifier that CEL accepts, for state keys and for `as` of a map. */
const NAME = '^[A-Za-z][A-Za-z0-9_]{0,63}$'
const StateKey = (description: string) => Type.String({ pattern: NAME, description })

const output = StateKey('The state key that receives the result.')
const tools = Type.Array(Type.Unknown(), {
  maxItems: 64,
  description:
    "The tools that the model may call: names of built-in tools or definitions, as in an assistant's `config.tools`.",
})

const retry = Type.Object(
  {
    attempts: Type.Integer({ minimum: 1, maximum: 10, description: 'The total number of attempts.' }),
    backoff_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        default: 500,
        description: 'The delay before the second attempt; it doubles with each further attempt.',
      }),
    ),
  },
  { ...strict, description: 'Retries of a failed node. Default: one attempt.' },
)

const llm = {
  system: Type.Optional(Template('The system prompt; a template.')),
  prompt: Type.Optional(Template('The user prompt; a template. Default: the model receives `messages`.')),
  model: Type.Optional(Type.String({ minLength: 1, description: "Default: the assistant's." })),
  temperature: Type.Optional(
    Type.Number({ minimum: 0, maximum: 2, description: "Default: the assistant's." }),
  ),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1, description: "Default: the assistant's." })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: "Default: the assistant's." })),
  base_url: Type.Optional(
    Type.String({ format: 'uri', description: "An OpenAI-compatible endpoint. Default: the assistant's." }),
  ),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'A JSON Schema of type object. The output of the model is parsed, validated and stored as a value.',
    }),
  ),
  tools: Type.Optional(tools),
  retry: Type.Optional(retry),
}

const tool = {
  tool: Type.Union([Type.String({ minLength: 1 }), JsonObject], {
    description: 'The name of a built-in tool, or a tool definition.',
  }),
  name: Type.Optional(
    Type.String({ minLength: 1, description: 'The name of the tool, if the definition provides several.' }),
  ),
  arguments: Type.Optional(TemplatedObject('The arguments; strings are templates.')),
  retry: Type.Optional(retry),
}

const http = {
  method: Type.Optional(
    OneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'], 'Default: GET, or POST when there is a body.'),
  ),
  url: Type.String({
    minLength: 1,
    maxLength: LIMITS.text_length,
    description:
      'The URL; a template. Inserted values are percent-encoded, except a value at the very start.',
  }),
  query: Type.Optional(TemplatedObject('Query parameters; templates. Null values are omitted.')),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Request headers; templates.' }),
  ),
  body: Type.Optional(
    Type.Unknown({
      description: 'A string is sent unchanged, any other value as JSON; strings are templates.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 30_000,
      description: 'The time limit until the body is read.',
    }),
  ),
  fail_on_error: Type.Optional(
    Type.Boolean({ default: false, description: 'If true, a status of 400 or more fails the node.' }),
  ),
  retry: Type.Optional(retry),
}

const transform = {
  set: Type.Record(Type.String(), Type.String(), {
    minProperties: 1,
    description:
      'State keys and expressions for their new values. All expressions see the state before the node.',
  }),
}

const human = {
  prompt: Template('The question for the person; a template.'),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The possible replies.',
    }),
  ),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema that the reply must match.' }),
  ),
}

const subgraph = {
  assistant_id: Type.Optional(Type.String({ format: 'uuid', description: 'The assistant to run.' })),
  graph: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'An inline graph in the same format, instead of `assistant_id`.',
    }),
  ),
  input: Type.Optional(
    TemplatedObject('The input of the subgraph; strings are templates. Default: the input of this run.'),
  ),
  retry: Type.Optional(retry),
}

const map = {
  over: Expression('An expression that returns the list.'),
  as: Type.Optional(
    Type.String({ pattern: NAME, default: 'item', description: 'The name of the current item in `do`.' }),
  ),
  do: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The step for each item: a node of type llm, tool, http, transform, human or subgraph without `id` and `output`.',
  }),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'The number of items that run at the same time.',
    }),
  ),
}

const condition = {
  branches: Type.Array(
    Type.Object(
      { when: Expression('A condition.'), to: Target('The next node if the condition is true.') },
      strict,
    ),
    { minItems: 1, maxItems: 100, description: 'Evaluated in order; the first true condition is taken.' },
  ),
  otherwise: Type.Optional(Target('The next node if no condition is true. Default: `end`.')),
}

const buildNodeFields = <T extends string, P extends TProperties>(type: T, fields: P) => ({
  type: Type.Literal(type),
  description: Type.Optional(Type.String({ maxLength: 10_000, description: 'A description for people.' })),
  ...fields,
})

const id = Type.String({
  pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$',
  description: 'The name of the node: letters, digits, `_` and `-`. `start` and `end` are reserved.',
})

const Node = <T extends string, P extends TProperties>(type: T, title: string, fields: P) =>
  Type.Object({ id, ...buildNodeFields(type, fields) }, { ...strict, title })

export const LlmNode = Node('llm', 'LlmNode', {
  ...llm,
  output: Type.Optional(
    StateKey('The state key that receives the output. Default: the output is appended to `messages`.'),
  ),
})
export const ToolNode = Node('tool', 'ToolNode', { ...tool, output: Type.Optional(output) })
export const HttpNode = Node('http', 'HttpNode', { ...http, output: Type.Optional(output) })
export const ConditionNode = Node('condition', 'ConditionNode', condition)
export const TransformNode = Node('transform', 'TransformNode', transform)
export const HumanNode = Node('human', 'HumanNode', { ...human, output: Type.Optional(output) })
export const SubgraphNode = Node('subgraph', 'SubgraphNode', { ...subgraph, output: Type.Optional(output) })
export const MapNode = Node('map', 'MapNode', { ...map, output: Type.Optional(output) })

export const NODE_SCHEMAS = {
  llm: LlmNode,
  tool: ToolNode,
  http: HttpNode,
  condition: ConditionNode,
  transform: TransformNode,
  human: HumanNode,
  subgraph: SubgraphNode,
  map: MapNode,
} as const satisfies Record<string, TSchema>

const GraphNode = Type.Union([
  LlmNode,
  ToolNode,
  HttpNode,
  ConditionNode,
  TransformNode,
  HumanNode,
  SubgraphNode,
  MapNode,
])

const Step = <T extends string, P extends TProperties>(type: T, fields: P) =>
  Type.Object(buildNodeFields(type, fields), strict)

/** Node types that `do` of a map accepts. */
export const STEP_SCHEMAS = {
  llm: Step('llm', llm),
  tool: Step('tool', tool),
  http: Step('http', http),
  transform: Step('transform', transform),
  human: Step('human', human),
  subgraph: Step('subgraph', subgraph),
} as const satisfies Record<string, TSchema>

export const StateKeyDeclaration = Type.Object(
  {
    reducer: Type.Optional(
      OneOf(
        REDUCERS,
        'How a new value is combined with the old one: replace it (default), append to a list, merge objects.',
      ),
    ),
    default: Type.Optional(
      Type.Unknown({ description: 'The initial value. Default: null; [] with append; {} with merge.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 10_000, description: 'A description for people.' })),
  },
  { ...strict, title: 'GraphStateKey' },
)

export const Edge = Type.Object(
  {
    from: Type.Union([
      Type.String({ minLength: 1, description: 'A node, or `start`.' }),
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 2,
        maxItems: LIMITS.nodes,
        description: 'Several nodes: `to` runs once, when all of them have finished.',
      }),
    ]),
    to: Target('A node, or `end`.'),
    when: Type.Optional(
      Expression(
        'A condition. The conditional edges of a node are evaluated in order; only the first true one is taken.',
      ),
    ),
  },
  { ...strict, title: 'GraphEdge' },
)

export const GraphSchema = Type.Object(
  {
    state: Type.Optional(
      Type.Record(Type.String(), StateKeyDeclaration, {
        maxProperties: LIMITS.state_keys,
        description:
          'State keys with a reducer or an initial value. Other keys that nodes write need no declaration.',
      }),
    ),
    nodes: Type.Array(GraphNode, {
      minItems: 1,
      maxItems: LIMITS.nodes,
      description: 'The nodes of the graph.',
    }),
    edges: Type.Optional(
      Type.Array(Edge, {
        maxItems: LIMITS.edges,
        description: 'The edges between nodes. Default: the nodes run in list order.',
      }),
    ),
    output: Type.Optional(
      Type.Record(Type.String(), Expression('The value.'), {
        description: 'The output of the run: keys and expressions. Default: all state keys except `input`.',
      }),
    ),
  },
  { ...strict, title: 'GraphSchema', description: 'A declarative graph.' },
)

export type GraphSchema = Static<typeof GraphSchema>
export type GraphNode = Static<typeof GraphNode>
export type GraphEdge = Static<typeof Edge>
export type Retry = Static<typeof retry>
export type LlmStep = Omit<Static<typeof LlmNode>, 'id' | 'output'>
export type ToolStep = Omit<Static<typeof ToolNode>, 'id' | 'output'>
export type HttpStep = Omit<Static<typeof HttpNode>, 'id' | 'output'>
export type TransformStep = Omit<Static<typeof TransformNode>, 'id'>
export type HumanStep = Omit<Static<typeof HumanNode>, 'id' | 'output'>
export type SubgraphStep = Omit<Static<typeof SubgraphNode>, 'id' | 'output'>
export type MapStep = Omit<Static<typeof MapNode>, 'id' | 'output'>
export type GraphStep = LlmStep | ToolStep | HttpStep | TransformStep | HumanStep | SubgraphStep
