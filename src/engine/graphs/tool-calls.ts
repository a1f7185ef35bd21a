/** Reads the tool calls of messages, has guardrails authorize them and builds the results of failed ones. */
import { ToolMessage, type AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { JsonObject } from '../../schema/common.js'
import type { GraphDeps, ToolCall } from './graph-deps.js'

export const getToolCalls = (message: BaseMessage | undefined): ToolCall[] =>
  ((message as AIMessage | undefined)?.tool_calls ?? []).map(({ id, name, args }) => ({
    id: id ?? '',
    name,
    args: args as JsonObject,
  }))

export const toToolError = ({ id, name }: ToolCall, content: string): ToolMessage =>
  new ToolMessage({ content, tool_call_id: id, name, status: 'error' })

/** Authorizes client-side tool calls one after the other, because each may have to wait for a reviewer. */
export const authorizeToolCalls = async (
  calls: readonly ToolCall[],
  authorizeToolCall: GraphDeps['authorizeToolCall'],
  config: RunnableConfig,
): Promise<{ allowed: ToolCall[]; refused: ToolMessage[] }> => {
  const allowed: ToolCall[] = []
  const refused: ToolMessage[] = []
  for (const call of calls) {
    const decision = await authorizeToolCall(call, config)
    if ('refusal' in decision) refused.push(toToolError(call, decision.refusal))
    else allowed.push({ ...call, ...decision })
  }
  return { allowed, refused }
}
