/** The interface of all node types. */
import type { BaseMessage } from '@langchain/core/messages'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { Expressions, Scope } from '../../../domain/graph-schema/expressions.js'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphDeps } from '../graph-deps.js'

/** The part of the state that a step can read. */
export interface StepInput {
  scope: Scope
  messages: BaseMessage[]
}

export interface StepResult {
  value: unknown
  /** Messages that join the conversation. */
  messages?: BaseMessage[]
}

export type Step = (input: StepInput, config: LangGraphRunnableConfig) => Promise<StepResult>

/** A graph that a subgraph node runs. */
export interface Subgraph {
  run(input: unknown, config: LangGraphRunnableConfig): Promise<unknown>
}

export interface StepContext {
  id: string
  deps: GraphDeps
  assistantConfig: JsonObject
  expressions: Expressions
  openSubgraph(reference: { assistant_id?: string; graph?: JsonObject }): Promise<Subgraph>
}

/**
 * The id of the current LangGraph task. It stays the same when the task continues after a crash or an
 * interrupt, and differs each time the node is reached.
 */
export const getTaskId = (config: LangGraphRunnableConfig): string => {
  const { checkpoint_ns: namespace } = (config.configurable ?? {}) as { checkpoint_ns?: string }
  return namespace?.split(':').at(-1) ?? ''
}
