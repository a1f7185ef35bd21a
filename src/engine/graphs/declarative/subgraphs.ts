/** Opens the graphs of subgraph nodes: other assistants and inline graphs. */
import { coerceMessageLikeToMessage, type BaseMessage } from '@langchain/core/messages'
import { BUILT_IN_GRAPH } from '../../../domain/built-in-graph.js'
import type { JsonObject } from '../../../schema/common.js'
import type { AssistantDefinition, GraphDeps } from '../graph-deps.js'
import { compileOutput } from './output.js'
import { runNested, type Invokable } from './run-nested.js'
import { toPlainMessages } from './state.js'
import type { Subgraph } from './step.js'

/** Builds the built-in agent, whose state is a list of messages. */
export type AgentGraphBuilder = (config: JsonObject, deps: GraphDeps) => Promise<Invokable>

/** Shared by a graph and its nested graphs while they are compiled. */
export interface CompileContext {
  buildAgentGraph: AgentGraphBuilder
  /** By assistant id: each assistant is compiled once, however many nodes reference it. */
  subgraphs: Map<string, Promise<Subgraph>>
  /** The assistants that contain this graph, to detect cycles. */
  parentIds: readonly string[]
}

interface Options {
  deps: GraphDeps
  /** The config of the assistant whose graph has the subgraph nodes. */
  assistantConfig: JsonObject
  compileContext: CompileContext
  compile(graphSchema: JsonObject, config: JsonObject, compileContext: CompileContext): Promise<Invokable>
}

export const makeSubgraphOpener = ({ deps, assistantConfig, compileContext, compile }: Options) => {
  const openSchema = async (
    graphSchema: JsonObject,
    config: JsonObject,
    nestedContext: CompileContext,
  ): Promise<Subgraph> => {
    const graph = await compile(graphSchema, config, nestedContext)
    const output = compileOutput(graphSchema)
    return {
      run: async (input, options) => output((await runNested(graph, input, options)) as JsonObject),
    }
  }

  const openAgent = async ({ graph_id, assistant_id, config }: AssistantDefinition): Promise<Subgraph> => {
    if (graph_id !== BUILT_IN_GRAPH) {
      throw new Error(`assistant ${assistant_id} runs the graph "${graph_id}", which cannot be a subgraph`)
    }
    const graph = await compileContext.buildAgentGraph(config, deps)
    return {
      run: async (input, options) => {
        const agentInput = { messages: parseConversation(input as JsonObject) }
        const { messages } = (await runNested(graph, agentInput, options)) as { messages: BaseMessage[] }
        return { response: messages.at(-1)?.text ?? '', messages: toPlainMessages(messages) }
      },
    }
  }

  const openAssistant = async (id: string): Promise<Subgraph> => {
    const definition = deps.findAssistant(id)
    if (definition === undefined) throw new Error(`assistant ${id} does not exist`)
    if (Object.keys(definition.graph_schema).length === 0) return openAgent(definition)
    const nestedContext = { ...compileContext, parentIds: [...compileContext.parentIds, id] }
    return openSchema(definition.graph_schema, definition.config, nestedContext)
  }

  return async ({
    assistant_id,
    graph,
  }: {
    assistant_id?: string
    graph?: JsonObject
  }): Promise<Subgraph> => {
    if (assistant_id === undefined) return openSchema(graph ?? {}, assistantConfig, compileContext)
    const id = assistant_id.toLowerCase()
    if (compileContext.parentIds.includes(id)) throw new Error(`assistant ${id} contains itself`)
    const subgraph = compileContext.subgraphs.get(id) ?? openAssistant(id)
    compileContext.subgraphs.set(id, subgraph)
    return subgraph
  }
}

const parseConversation = ({ messages, message }: JsonObject): BaseMessage[] => {
  if (Array.isArray(messages)) return messages.map((item) => coerceMessageLikeToMessage(item as never))
  if (typeof message === 'string') return [coerceMessageLikeToMessage({ role: 'user', content: message })]
  throw new Error('the input of the agent needs message or messages')
}
