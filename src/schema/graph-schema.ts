/** A declarative graph: what `graph_schema` of an assistant holds. docs/graph-schema.md tells what each field does. */
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

/** Where a run begins and ends; not names for nodes. */
export const START_NODE = 'start'
export const END_NODE = 'end'

export const REDUCERS = ['replace', 'append', 'merge'] as const

const strict = { additionalProperties: false } as const

const Expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.expression_length, description })
const Template = (description: string) => Type.String({ maxLength: LIMITS.text_length, description })
const Target = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })
const TemplatedObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** A name that CEL can read: of state keys, and of a map's `as`. */
const NAME = '^[A-Za-z][A-Za-z0-9_]{0,63}$'
const StateKey = (description: string) => Type.String({ pattern: NAME, description })

const output = StateKey('The state key that takes the result.')
const tools = Type.Array(Type.Unknown(), {
  maxItems: 64,
  description:
    "The tools that the model may call: names of built-in ones or definitions, as in an assistant's `config.tools`.",
})

const retry = Type.Object(
  {
    attempts: Type.Integer({ minimum: 1, maximum: 10, description: 'How often it is tried in all.' }),
    backoff_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        default: 500,
        description: 'The wait before the second attempt; it doubles with each further one.',
      }),
    ),
  },
  { ...strict, description: 'Try again when the node fails. Default: one attempt.' },
)

const llm = {
  system: Type.Optional(Template('The system prompt; a template.')),
  prompt: Type.Optional(Template('The user prompt; a template. Without it the node answers `messages`.')),
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
        'A JSON Schema of type object: the answer is parsed, checked against it and stored as a value.',
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
    Type.String({ minLength: 1, description: 'Which tool, when the definition stands for several.' }),
  ),
  arguments: Type.Optional(TemplatedObject('The arguments; strings in it are templates.')),
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
      'The address; a template. Inserted values are percent-encoded, except one at its very start.',
  }),
  query: Type.Optional(TemplatedObject('Query parameters; templates. A null value is left out.')),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Request headers; templates.' }),
  ),
  body: Type.Optional(
    Type.Unknown({
      description: 'A string is sent as it is, any other value as JSON; strings are templates.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 600_000, default: 30_000, description: 'Until the body is read.' }),
  ),
  fail_on_error: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether a status of 400 or more fails the node.' }),
  ),
  retry: Type.Optional(retry),
}

const transform = {
  set: Type.Record(Type.String(), Type.String(), {
    minProperties: 1,
    description: 'State keys and the expressions of their new values. All see the state before the node.',
  }),
}

const human = {
  prompt: Template('What the person is asked; a template.'),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The answers to choose from.',
    }),
  ),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema that the answer must match.' }),
  ),
}

const subgraph = {
  assistant_id: Type.Optional(Type.String({ format: 'uuid', description: 'The assistant to run.' })),
  graph: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Or a graph of this same form, written in place.',
    }),
  ),
  input: Type.Optional(TemplatedObject("Its input; strings in it are templates. Default: this run's input.")),
  retry: Type.Optional(retry),
}

const map = {
  over: Expression('An expression that yields the list.'),
  as: Type.Optional(
    Type.String({ pattern: NAME, default: 'item', description: 'The name of one item in `do`.' }),
  ),
  do: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What is done with each item: a node of type llm, tool, http, transform, human or subgraph without `id` and `output`.',
  }),
  concurrency: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many items run at once.' }),
  ),
}

const condition = {
  branches: Type.Array(
    Type.Object({ when: Expression('A condition.'), to: Target('Where to go when it is true.') }, strict),
    { minItems: 1, maxItems: 100, description: 'Tried in order; the first that is true is taken.' },
  ),
  otherwise: Type.Optional(Target('Where to go when none is true. Default: `end`.')),
}

const buildNodeFields = <T extends string, P extends TProperties>(type: T, fields: P) => ({
  type: Type.Literal(type),
  description: Type.Optional(Type.String({ maxLength: 10_000, description: 'For people.' })),
  ...fields,
})

const id = Type.String({
  pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$',
  description: 'Its name in the graph: letters, digits, `_` and `-`. `start` and `end` are taken.',
})

const Node = <T extends string, P extends TProperties>(type: T, title: string, fields: P) =>
  Type.Object({ id, ...buildNodeFields(type, fields) }, { ...strict, title })

export const LlmNode = Node('llm', 'LlmNode', {
  ...llm,
  output: Type.Optional(
    StateKey('The state key that takes the answer. Without it the answer joins `messages`.'),
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

/** What `do` of a map may be. */
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
        'How a new value meets the old one: take its place (default), append to a list, merge objects.',
      ),
    ),
    default: Type.Optional(
      Type.Unknown({ description: 'The first value. Default: null; [] with append; {} with merge.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 10_000, description: 'For people.' })),
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
        'A condition. Those of a node are tried in order and the first that is true is taken alone.',
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
        description: 'State keys with a reducer or a first value. Keys that nodes write need no declaration.',
      }),
    ),
    nodes: Type.Array(GraphNode, {
      minItems: 1,
      maxItems: LIMITS.nodes,
      description: 'The steps.',
    }),
    edges: Type.Optional(
      Type.Array(Edge, {
        maxItems: LIMITS.edges,
        description: 'The ways between them. Absent: the nodes run in the order given.',
      }),
    ),
    output: Type.Optional(
      Type.Record(Type.String(), Expression('The value.'), {
        description: "What the run's output holds, as expressions. Absent: every state key but `input`.",
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
