/**
 * The dependencies of graphs. The executor thread provides them; graphs have no other access to models, tools
 * or the network.
 */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StructuredToolInterface } from '@langchain/core/tools'
import type { SecretValues } from '../../domain/secrets/references.js'
import type { JsonObject } from '../../schema/common.js'

/** Model selection and parameters, as in an assistant's `config` or an llm node. */
export interface ModelSettings {
  /** `provider:model` or a bare model name. Defaults to DEFAULT_MODEL. */
  model?: string | undefined
  temperature?: number | undefined
  max_tokens?: number | undefined
  top_p?: number | undefined
  /** A custom OpenAI-compatible endpoint. */
  base_url?: string | undefined
}

/** The tools that a model may call. */
export interface ToolSet {
  /** All tools in OpenAI's function format, for `model.bindTools`. */
  definitions: {
    type: 'function'
    function: { name: string; description: string; parameters: JsonObject }
  }[]
  /** Server-side tools, by name. */
  server: ReadonlyMap<string, StructuredToolInterface>
  /** Names of client-side tools: the run waits for their outputs. */
  client: ReadonlySet<string>
}

export interface ToolCall {
  id: string
  name: string
  args: JsonObject
}

/** The arguments after guardrails, or the text that the model gets instead of a result. */
export type ToolCallDecision = { args: JsonObject } | { refusal: string }

/** What an executor needs to build an assistant's graph. */
export interface AssistantDefinition {
  assistant_id: string
  graph_id: string
  config: JsonObject
  graph_schema: JsonObject
}

/** The secrets of the run that a graph is built for. */
export interface RunSecrets {
  /** The named secrets that its assistants refer to. */
  secrets: SecretValues
  /** Removes these secrets and the credentials of requests from a text. */
  redactSecrets(text: string): string
}

export interface GraphDeps extends RunSecrets {
  chatModel(settings: ModelSettings): Promise<BaseChatModel>
  /** `definitions` is the `tools` array of an assistant's config or of a node. */
  openTools(definitions: readonly unknown[]): Promise<ToolSet>
  /**
   * Must be called inside the node that calls the tool, right before the call: it may interrupt the run for a
   * review.
   */
  authorizeToolCall(call: ToolCall, config: RunnableConfig): Promise<ToolCallDecision>
  /** Returns undefined if there is no such assistant. */
  findAssistant(assistantId: string): AssistantDefinition | undefined
  /** A fetch that rejects forbidden targets; see platform/net/guarded-fetch.ts. */
  fetch: typeof fetch
}
