/**
 * The built-in agent: a model that calls tools until it produces a final output. Each server-side tool call
 * is a task of its own, so that its result is kept whatever happens to the other calls. Client-side tool
 * calls interrupt the run.
 */
import { SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { END, interrupt, MessagesAnnotation, Send, START, StateGraph } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type { GraphDeps, ToolCall } from './graph-deps.js'
import {
  authorizeToolCalls,
  bindTools,
  callServerTool,
  getToolCalls,
  toToolError,
  toToolOutputsRequest,
} from './tool-calls.js'

export const AGENT_NODE_TYPES = { agent: 'llm', tools: 'tool', client_tools: 'tool' }

interface ToolOutputs {
  tool_outputs: { tool_call_id: string; output: unknown }[]
}

export const buildAgentGraph = async (config: JsonObject, deps: GraphDeps) => {
  const { instructions, tools: definitions = [] } = config as { instructions?: string; tools?: unknown[] }
  const tools = await deps.openTools(definitions)
  const baseModel = await deps.chatModel(config)
  const model = tools.definitions.length === 0 ? baseModel : bindTools(baseModel, tools.definitions)

  const callModel = async ({ messages }: typeof MessagesAnnotation.State, options: RunnableConfig) => {
    const prompt = closeOpenToolCalls(messages)
    const reply = await model.invoke(
      instructions === undefined ? prompt : [new SystemMessage(instructions), ...prompt],
      options,
    )
    return { messages: [reply] }
  }

  const route = ({ messages }: typeof MessagesAnnotation.State) => {
    const calls = getToolCalls(messages.at(-1))
    if (calls.length === 0) return END
    const forClient = calls.filter(({ name }) => tools.client.has(name))
    return [
      ...calls.filter((call) => !forClient.includes(call)).map((call) => new Send('tools', call)),
      ...(forClient.length > 0 ? [new Send('client_tools', { calls: forClient })] : []),
    ]
  }

  const callTool = async (call: ToolCall, options: RunnableConfig) => ({
    messages: [await callServerTool(call, tools, deps.authorizeToolCall, options)],
  })

  const requestClientTools = async (
    { calls: requestedCalls }: { calls: ToolCall[] },
    options: RunnableConfig,
  ) => {
    const { allowed: calls, refused } = await authorizeToolCalls(
      requestedCalls,
      deps.authorizeToolCall,
      options,
    )
    if (calls.length === 0) return { messages: refused }
    const { tool_outputs } = interrupt<JsonObject, ToolOutputs>(toToolOutputsRequest(calls))
    return {
      messages: [
        ...refused,
        ...tool_outputs.map(
          ({ tool_call_id, output }) =>
            new ToolMessage({
              content: typeof output === 'string' ? output : JSON.stringify(output),
              tool_call_id,
              name: calls.find(({ id }) => id === tool_call_id)?.name ?? '',
            }),
        ),
      ],
    }
  }

  return new StateGraph(MessagesAnnotation)
    .addNode('agent', callModel)
    .addNode('tools', callTool as never)
    .addNode('client_tools', requestClientTools as never)
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', route, ['tools', 'client_tools', END])
    .addEdge('tools', 'agent')
    .addEdge('client_tools', 'agent')
    .compile()
}

/** A cancelled run may leave a tool call without a result, and providers reject such a conversation. */
const closeOpenToolCalls = (messages: BaseMessage[]): BaseMessage[] => {
  const answeredIds = new Set(messages.map((message) => (message as ToolMessage).tool_call_id))
  return messages.flatMap((message) => [
    message,
    ...getToolCalls(message)
      .filter(({ id }) => !answeredIds.has(id))
      .map((call) => toToolError(call, 'Error: the call was cancelled')),
  ])
}
