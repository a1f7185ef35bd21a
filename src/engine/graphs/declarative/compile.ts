/**
 * Compiles a declarative graph to a LangGraph graph, one node per node and one edge per edge. A node that
 * needs several steps (a map, a model with tools, a subgraph) runs a graph of its own under its checkpoint
 * namespace.
 */
import { START, StateGraph, type CompiledStateGraph } from '@langchain/langgraph'
import { checkGraph } from '../../../domain/graph-schema/check-graph.js'
import { makeExpressions, type Expressions } from '../../../domain/graph-schema/expressions.js'
import { toRoutes } from '../../../domain/graph-schema/routes.js'
import { INPUT_KEY, MESSAGES_KEY, getStateKeys } from '../../../domain/graph-schema/state-keys.js'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphNode, GraphSchema, GraphStep } from '../../../schema/graph-schema.js'
import type { GraphDeps } from '../graph-deps.js'
import { makeSubgraphOpener, type AgentGraphBuilder, type CompileContext } from './subgraphs.js'
import { labelErrors, toRetryPolicy } from './node-error.js'
import { makeNodeRunner } from './node-runner.js'
import { ITEM_NODE } from './nodes/map.js'
import { LOOP_NODES } from './nodes/tool-loop.js'
import { makeRouter, toLangGraphNode } from './routing.js'
import { toChannels, makeInputMapper, type GraphState } from './state.js'

interface Options {
  /** Builds the graph of assistants without a graph schema. */
  buildAgentGraph: AgentGraphBuilder
}

// Names of channels and nodes are known only at run time.
type Builder = StateGraph<GraphState, GraphState, Partial<GraphState>, string>
export type DeclarativeGraph = CompiledStateGraph<GraphState, Partial<GraphState>, string>

/** The compiled graph accepts a run's input unchanged. It has no checkpointer; the caller sets one. */
export const compileDeclarative = (
  graphSchema: JsonObject,
  deps: GraphDeps,
  assistantConfig: JsonObject,
  { buildAgentGraph }: Options,
): Promise<DeclarativeGraph> =>
  compileNested(graphSchema, deps, assistantConfig, { buildAgentGraph, subgraphs: new Map(), parentIds: [] })

const compileNested = async (
  graphSchema: JsonObject,
  deps: GraphDeps,
  assistantConfig: JsonObject,
  compileContext: CompileContext,
): Promise<DeclarativeGraph> => {
  assertValidGraph(graphSchema)
  const graph = graphSchema as GraphSchema
  const variables = [...getStateKeys(graph), INPUT_KEY, MESSAGES_KEY]
  const expressions = makeExpressions(variables)
  const openSubgraph = makeSubgraphOpener({
    deps,
    assistantConfig,
    compileContext,
    compile: (schema, config, nestedContext) => compileNested(schema, deps, config, nestedContext),
  })

  const builder = new StateGraph(toChannels(graph)) as unknown as Builder
  await allowChannelNames(builder, async () => {
    for (const node of graph.nodes) {
      const context = { id: node.id, deps, assistantConfig, expressions, openSubgraph }
      const run = await labelErrors(`node "${node.id}"`, undefined, () =>
        makeNodeRunner(node, context, variables),
      )
      builder.addNode(node.id, run, { metadata: { node_type: node.type }, ...getRetryPolicy(node) })
    }
  })
  addRoutes(builder, graph, expressions)
  const compiled = builder.compile() as unknown as DeclarativeGraph
  // LangGraph reads only the input keys that are channels, but a run's input may have any shape.
  const start = compiled.nodes[START]
  if (start !== undefined) start.mapper = makeInputMapper(graph)
  return compiled
}

/** Schemas are checked when they are stored; this check makes errors in older ones understandable. */
const assertValidGraph = (graphSchema: JsonObject): void => {
  const [first] = Object.entries(checkGraph(graphSchema))
  if (first !== undefined) throw new Error(`graph_schema/${first[0]}: ${first[1]}`)
}

/**
 * LangGraph refuses a node that has the name of a channel; this dates from when each node had a channel of
 * its own name. A node `order` that writes the key `order` is too natural to refuse, so the channels are
 * hidden while nodes are added.
 */
const allowChannelNames = async (builder: Builder, add: () => Promise<void>): Promise<void> => {
  const { channels } = builder
  builder.channels = {}
  await add()
  builder.channels = channels
}

const getRetryPolicy = (node: GraphNode) => ('retry' in node ? toRetryPolicy(node.retry) : {})

const addRoutes = (builder: Builder, graph: GraphSchema, expressions: Expressions): void => {
  const { from, joins } = toRoutes(graph)
  for (const [id, route] of from) {
    const source = toLangGraphNode(id) as typeof START
    if (route.choices.length === 0) {
      for (const to of route.otherwise) builder.addEdge(source, toLangGraphNode(to))
    } else {
      const targets = [...new Set([...route.choices.map(({ to }) => to), ...route.otherwise])]
      builder.addConditionalEdges(source, makeRouter(id, route, expressions), targets.map(toLangGraphNode))
    }
  }
  for (const join of joins) builder.addEdge(join.from, join.to)
}

/** Node types by node id, for events. Nodes of a graph inside a node have the id `outer/inner`. */
export const toNodeTypes = (graphSchema: JsonObject): Record<string, string> => {
  const types: Record<string, string> = {}
  const visitGraph = (graph: GraphSchema, prefix: string): void => {
    for (const node of graph.nodes) {
      const path = `${prefix}${node.id}`
      types[path] = node.type
      if (node.type === 'map') {
        const step = node.do as GraphStep
        types[`${path}/${ITEM_NODE}`] = step.type
        visitStep(step, `${path}/${ITEM_NODE}`)
      } else if (node.type !== 'condition') visitStep(node, path)
    }
  }
  const visitStep = (step: GraphStep, path: string): void => {
    if (step.type === 'llm' && (step.tools !== undefined || step.schema !== undefined)) {
      for (const [name, type] of Object.entries(LOOP_NODES)) types[`${path}/${name}`] = type
    }
    if (step.type === 'subgraph' && step.graph !== undefined)
      visitGraph(step.graph as GraphSchema, `${path}/`)
  }
  visitGraph(graphSchema as GraphSchema, '')
  return types
}
