/** Tool calls of models: binding tools, reading, authorizing and executing the calls. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ToolMessage, type AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { JsonObject } from '../../schema/common.js'
import type { GraphDeps, ToolCall, ToolSet } from './graph-deps.js'

export const bindTools = (
  model: BaseChatModel,
  definitions: ToolSet['definitions'],
  options: { tool_choice?: string } = {},
) => {
  if (model.bindTools === undefined) throw new Error(`the model ${model._llmType()} cannot call tools`)
  return model.bindTools(definitions, options)
}

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

/** Calls a server-side tool. A tool that does not exist or is refused gives an error message; a tool that throws, throws. */
export const callServerTool = async (
  call: ToolCall,
  tools: ToolSet,
  authorizeToolCall: GraphDeps['authorizeToolCall'],
  config: RunnableConfig,
): Promise<ToolMessage> => {
  const tool = tools.server.get(call.name)
  if (tool === undefined) {
    const toolNames = tools.definitions.map((definition) => definition.function.name).join(', ')
    return toToolError(call, `Error: tool ${call.name} does not exist; available tools: ${toolNames}`)
  }
  const decision = await authorizeToolCall(call, config)
  if ('refusal' in decision) return toToolError(call, decision.refusal)
  return (await tool.invoke({ ...call, ...decision, type: 'tool_call' }, config)) as ToolMessage
}

/** The interrupt value that asks the client to run tools; see required-action.ts. */
export const toToolOutputsRequest = (calls: readonly ToolCall[]) => ({
  type: 'submit_tool_outputs',
  tool_calls: calls.map(({ id, name, args }) => ({ id, name, arguments: args })),
})
