/** What a graph is built from. Given to it by the executor thread; a graph reaches for nothing by itself. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StructuredToolInterface } from '@langchain/core/tools'
import type { JsonObject } from '../../schema/common.js'

/** How a model is chosen and set; keys of an assistant's `config` or of an llm node. */
export interface ModelSettings {
  /** `provider:model` or a bare name; none: the default model. */
  model?: string | undefined
  temperature?: number | undefined
  max_tokens?: number | undefined
  top_p?: number | undefined
  /** An OpenAI-compatible endpoint of the assistant's own. */
  base_url?: string | undefined
}

/** The tools that a model may call. */
export interface ToolSet {
  /** All of them, as functions of the OpenAI form, for `model.bindTools`. */
  definitions: {
    type: 'function'
    function: { name: string; description: string; parameters: JsonObject }
  }[]
  /** Those that run here, by name. */
  server: ReadonlyMap<string, StructuredToolInterface>
  /** The names of those that the client runs: the run waits for their outputs. */
  client: ReadonlySet<string>
}

/** A call that is about to be made. */
export interface ToolCall {
  id: string
  name: string
  args: JsonObject
}

/** The arguments as guardrails leave them, or what the model is told instead of a result. */
export type ToolCallDecision = { args: JsonObject } | { refusal: string }

/** An assistant that a subgraph node names. */
export interface AssistantDefinition {
  assistant_id: string
  graph_id: string
  config: JsonObject
  graph_schema: JsonObject
}

export interface GraphDeps {
  chatModel(settings: ModelSettings): Promise<BaseChatModel>
  /** `definitions` is the `tools` array of an assistant's config or of a node. */
  openTools(definitions: readonly unknown[]): Promise<ToolSet>
  /** To be asked within the node that calls a tool, right before: the run may have to wait for a reviewer. */
  authorizeToolCall(call: ToolCall, config: RunnableConfig): Promise<ToolCallDecision>
  /** Undefined: there is no such assistant. */
  assistant(assistantId: string): AssistantDefinition | undefined
  /** fetch that refuses forbidden targets; see net/target-guard.ts. */
  fetch: typeof fetch
}
