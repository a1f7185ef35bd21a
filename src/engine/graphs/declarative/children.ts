/** The graphs that subgraph nodes run: other assistants, and graphs written in place. */
import { coerceMessageLikeToMessage, type BaseMessage } from '@langchain/core/messages'
import { BUILT_IN_GRAPH } from '../../../domain/graphs.js'
import type { JsonObject } from '../../../schema/common.js'
import type { AssistantDefinition, GraphParts } from '../parts.js'
import { makeOutput } from './output.js'
import { runNested, type Invokable } from './run-nested.js'
import { plainMessages } from './state.js'
import type { Child } from './step.js'

const MAX_DEPTH = 10

/** The built-in agent, whose state is a conversation. */
export type AgentGraph = (config: JsonObject, parts: GraphParts) => Promise<Invokable>

interface Options {
  parts: GraphParts
  /** Of the graph that has the subgraph nodes. */
  assistantConfig: JsonObject
  agentGraph: AgentGraph
  depth: number
  compile(graphSchema: JsonObject, config: JsonObject, depth: number): Promise<Invokable>
}

export const makeChildren = ({ parts, assistantConfig, agentGraph, depth, compile }: Options) => {
  const openSchema = async (graphSchema: JsonObject, config: JsonObject): Promise<Child> => {
    // Assistants can name each other in a circle.
    if (depth === MAX_DEPTH) throw new Error(`subgraphs are nested more than ${String(MAX_DEPTH)} deep`)
    const graph = await compile(graphSchema, config, depth + 1)
    const output = makeOutput(graphSchema)
    return {
      run: async (input, options) => output((await runNested(graph, input, options)) as JsonObject),
    }
  }

  const openAgent = async ({ graph_id, assistant_id, config }: AssistantDefinition): Promise<Child> => {
    if (graph_id !== BUILT_IN_GRAPH) {
      throw new Error(`assistant ${assistant_id} runs the graph "${graph_id}", which cannot be a subgraph`)
    }
    const graph = await agentGraph(config, parts)
    return {
      run: async (input, options) => {
        const start = { messages: conversationIn(input as JsonObject) }
        const { messages } = (await runNested(graph, start, options)) as { messages: BaseMessage[] }
        return { response: messages.at(-1)?.text ?? '', messages: plainMessages(messages) }
      },
    }
  }

  return async ({ assistant_id, graph }: { assistant_id?: string; graph?: JsonObject }): Promise<Child> => {
    if (assistant_id === undefined) return openSchema(graph ?? {}, assistantConfig)
    const definition = parts.assistant(assistant_id.toLowerCase())
    if (definition === undefined) throw new Error(`there is no assistant ${assistant_id}`)
    return Object.keys(definition.graph_schema).length === 0
      ? openAgent(definition)
      : openSchema(definition.graph_schema, definition.config)
  }
}

const conversationIn = ({ messages, message }: JsonObject): BaseMessage[] => {
  if (Array.isArray(messages)) return messages.map((item) => coerceMessageLikeToMessage(item as never))
  if (typeof message === 'string') return [coerceMessageLikeToMessage({ role: 'user', content: message })]
  throw new Error("the agent's input needs message or messages")
}
