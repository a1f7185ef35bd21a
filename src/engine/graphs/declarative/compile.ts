/**
 * A declarative graph as a LangGraph graph: a node for a node, an edge for an edge. What needs steps of its own (a map,
 * a model with tools, a subgraph) is a graph that runs within its node, under that node's checkpoints.
 */
import {
  START,
  StateGraph,
  type CompiledStateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { checkGraph } from '../../../domain/graph-schema/check.js'
import { makeExpressions, type Expressions } from '../../../domain/graph-schema/expressions.js'
import { routesOf } from '../../../domain/graph-schema/routes.js'
import { INDEX_KEY, INPUT_KEY, MESSAGES_KEY, stateKeysOf } from '../../../domain/graph-schema/state-keys.js'
import type { JsonObject } from '../../../schema/common.js'
import { START_NODE, type GraphNode, type GraphSchema, type GraphStep } from '../../../schema/graph-schema.js'
import type { GraphParts } from '../parts.js'
import { makeChildren, type AgentGraph } from './children.js'
import { named, retryPolicyOf } from './node-error.js'
import { makeHttp } from './nodes/http.js'
import { makeHuman } from './nodes/human.js'
import { makeLlm } from './nodes/llm.js'
import { makeMap } from './nodes/map.js'
import { makeSubgraph } from './nodes/subgraph.js'
import { makeTool } from './nodes/tool.js'
import { makeTransform } from './nodes/transform.js'
import { makeRouter, nodeName } from './routing.js'
import { channelsOf, scopeOf, seederOf, type GraphState } from './state.js'
import type { Step, StepContext } from './step.js'

export { nodeTypes } from './node-types.js'

interface Options {
  /** What an assistant without a graph of its own runs. */
  agentGraph: AgentGraph
  /** How many subgraphs it lies in. */
  depth?: number
}

// The names of channels and nodes are known at run time only.
type Builder = StateGraph<GraphState, GraphState, Partial<GraphState>, string>
export type DeclarativeGraph = CompiledStateGraph<GraphState, Partial<GraphState>, string>

/** Takes a run's input as it is. Without a checkpointer: the caller sets one. */
export const compileDeclarative = async (
  graphSchema: JsonObject,
  parts: GraphParts,
  assistantConfig: JsonObject,
  { agentGraph, depth = 0 }: Options,
): Promise<DeclarativeGraph> => {
  requireSound(graphSchema)
  const graph = graphSchema as GraphSchema
  const variables = [...stateKeysOf(graph), INPUT_KEY, MESSAGES_KEY]
  const expressions = makeExpressions(variables)
  const openChild = makeChildren({
    parts,
    assistantConfig,
    agentGraph,
    depth,
    compile: (schema, config, at) => compileDeclarative(schema, parts, config, { agentGraph, depth: at }),
  })

  const builder = new StateGraph(channelsOf(graph)) as unknown as Builder
  await withoutChannelNames(builder, async () => {
    for (const node of graph.nodes) {
      const context = { id: node.id, parts, assistantConfig, expressions, openChild }
      const run = await named(`node "${node.id}"`, undefined, () => nodeRunner(node, context, variables))
      builder.addNode(node.id, run, { metadata: { node_type: node.type }, ...policyOf(node) })
    }
  })
  addRoutes(builder, graph, expressions)
  const compiled = builder.compile() as unknown as DeclarativeGraph
  // LangGraph takes from the input what has the name of a channel; a run's input may have any shape.
  const start = compiled.nodes[START]
  if (start !== undefined) start.mapper = seederOf(graph)
  return compiled
}

/** What was stored was checked before; what is wrong with it now must not show up as a riddle. */
const requireSound = (graphSchema: JsonObject): void => {
  const [first] = Object.entries(checkGraph(graphSchema))
  if (first !== undefined) throw new Error(`graph_schema/${first[0]}: ${first[1]}`)
}

/**
 * LangGraph refuses a node with the name of a channel, from the time when nodes had channels of their own name. A node
 * `order` that writes the key `order` is too natural to refuse.
 */
const withoutChannelNames = async (builder: Builder, add: () => Promise<void>): Promise<void> => {
  const { channels } = builder
  builder.channels = {}
  await add()
  builder.channels = channels
}

const policyOf = (node: GraphNode) => ('retry' in node ? retryPolicyOf(node.retry) : {})

type NodeRunner = (state: GraphState, config: LangGraphRunnableConfig) => Promise<Partial<GraphState>>

const nodeRunner = async (
  node: GraphNode,
  context: StepContext,
  variables: string[],
): Promise<NodeRunner> => {
  // Its branches are edges; there is nothing to do.
  if (node.type === 'condition') return async () => ({})
  const step = node.type === 'map' ? await mapStep(node, context, variables) : await stepOf(node, context)
  return (state, config) =>
    named(`node "${node.id}"`, config.signal, async () => {
      const { value, messages } = await step({ scope: scopeOf(state), messages: state.messages }, config)
      if (node.type === 'transform') return value as Partial<GraphState>
      if (node.output !== undefined) return { [node.output]: value }
      return node.type === 'llm' ? { messages: messages ?? [] } : {}
    })
}

const mapStep = async (
  node: GraphNode & { type: 'map' },
  context: StepContext,
  variables: string[],
): Promise<Step> => {
  const expressions = makeExpressions(new Set([...variables, node.as ?? 'item', INDEX_KEY]))
  return makeMap(node, await stepOf(node.do as GraphStep, { ...context, expressions }), context)
}

const stepOf = async (step: GraphStep, context: StepContext): Promise<Step> => {
  switch (step.type) {
    case 'llm':
      return makeLlm(step, context)
    case 'tool':
      return makeTool(step, context)
    case 'http':
      return makeHttp(step, context)
    case 'transform':
      return makeTransform(step, context)
    case 'human':
      return makeHuman(step, context)
    case 'subgraph':
      return makeSubgraph(step, context)
  }
}

const addRoutes = (builder: Builder, graph: GraphSchema, expressions: Expressions): void => {
  const { from, joins } = routesOf(graph)
  const waited = new Set(joins.flatMap((join) => join.from))
  for (const [id, route] of from) {
    const source = nodeName(id) as typeof START
    if (route.choices.length > 0) {
      const targets = new Set([
        ...route.choices.map(({ to }) => to),
        ...route.otherwise,
        ...(route.otherwise.length === 0 ? ['end'] : []),
      ])
      builder.addConditionalEdges(source, makeRouter(id, route, expressions), [...targets].map(nodeName))
    } else {
      const targets =
        route.otherwise.length === 0 && !waited.has(id) && id !== START_NODE ? ['end'] : route.otherwise
      for (const to of targets) builder.addEdge(source, nodeName(to))
    }
  }
  for (const join of joins) builder.addEdge(join.from, join.to)
}
