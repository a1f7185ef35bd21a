/** What the types of nodes have in common. */
import type { BaseMessage } from '@langchain/core/messages'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { Expressions, Scope } from '../../../domain/graph-schema/expressions.js'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphParts } from '../graph-deps.js'

/** What a step sees of the state. */
export interface View {
  scope: Scope
  messages: BaseMessage[]
}

export interface StepResult {
  value: unknown
  /** What a conversation gains by it. */
  messages?: BaseMessage[]
}

export type Step = (view: View, config: LangGraphRunnableConfig) => Promise<StepResult>

/** A graph that a subgraph node runs. */
export interface Child {
  run(input: unknown, config: LangGraphRunnableConfig): Promise<unknown>
}

export interface StepContext {
  id: string
  parts: GraphParts
  assistantConfig: JsonObject
  expressions: Expressions
  openChild(named: { assistant_id?: string; graph?: JsonObject }): Promise<Child>
}

/**
 * LangGraph's own id of the task that runs: the same when the task is taken up again after a crash or an
 * interrupt, another each time the node is reached.
 */
export const taskIdOf = (config: LangGraphRunnableConfig): string => {
  const { checkpoint_ns: place } = (config.configurable ?? {}) as { checkpoint_ns?: string }
  return place?.split(':').at(-1) ?? ''
}
