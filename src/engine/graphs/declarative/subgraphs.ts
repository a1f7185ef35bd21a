/** The graphs that subgraph nodes run: other assistants, and graphs written in place. */
import { coerceMessageLikeToMessage, type BaseMessage } from '@langchain/core/messages'
import { BUILT_IN_GRAPH } from '../../../domain/built-in-graph.js'
import type { JsonObject } from '../../../schema/common.js'
import type { AssistantDefinition, GraphParts } from '../graph-deps.js'
import { makeOutput } from './output.js'
import { runNested, type Invokable } from './run-nested.js'
import { plainMessages } from './state.js'
import type { Child } from './step.js'

/** The built-in agent, whose state is a conversation. */
export type AgentGraph = (config: JsonObject, parts: GraphParts) => Promise<Invokable>

/** What a graph and those within it share while they are compiled. */
export interface Family {
  agentGraph: AgentGraph
  /** Assistants that were opened: each is compiled once, however many nodes name it. */
  opened: Map<string, Promise<Child>>
  /** The assistants that the graph lies in. */
  within: readonly string[]
}

interface Options {
  parts: GraphParts
  /** Of the graph that has the subgraph nodes. */
  assistantConfig: JsonObject
  family: Family
  compile(graphSchema: JsonObject, config: JsonObject, family: Family): Promise<Invokable>
}

export const makeChildren = ({ parts, assistantConfig, family, compile }: Options) => {
  const openSchema = async (graphSchema: JsonObject, config: JsonObject, own: Family): Promise<Child> => {
    const graph = await compile(graphSchema, config, own)
    const output = makeOutput(graphSchema)
    return {
      run: async (input, options) => output((await runNested(graph, input, options)) as JsonObject),
    }
  }

  const openAgent = async ({ graph_id, assistant_id, config }: AssistantDefinition): Promise<Child> => {
    if (graph_id !== BUILT_IN_GRAPH) {
      throw new Error(`assistant ${assistant_id} runs the graph "${graph_id}", which cannot be a subgraph`)
    }
    const graph = await family.agentGraph(config, parts)
    return {
      run: async (input, options) => {
        const start = { messages: conversationIn(input as JsonObject) }
        const { messages } = (await runNested(graph, start, options)) as { messages: BaseMessage[] }
        return { response: messages.at(-1)?.text ?? '', messages: plainMessages(messages) }
      },
    }
  }

  const openAssistant = async (id: string): Promise<Child> => {
    const definition = parts.assistant(id)
    if (definition === undefined) throw new Error(`there is no assistant ${id}`)
    if (Object.keys(definition.graph_schema).length === 0) return openAgent(definition)
    const own = { ...family, within: [...family.within, id] }
    return openSchema(definition.graph_schema, definition.config, own)
  }

  return async ({ assistant_id, graph }: { assistant_id?: string; graph?: JsonObject }): Promise<Child> => {
    if (assistant_id === undefined) return openSchema(graph ?? {}, assistantConfig, family)
    const id = assistant_id.toLowerCase()
    if (family.within.includes(id)) throw new Error(`assistant ${id} is a part of itself`)
    const child = family.opened.get(id) ?? openAssistant(id)
    family.opened.set(id, child)
    return child
  }
}

const conversationIn = ({ messages, message }: JsonObject): BaseMessage[] => {
  if (Array.isArray(messages)) return messages.map((item) => coerceMessageLikeToMessage(item as never))
  if (typeof message === 'string') return [coerceMessageLikeToMessage({ role: 'user', content: message })]
  throw new Error("the agent's input needs message or messages")
}
