/**
 * The built-in agent: a model that may call tools until it has an answer. Tools that run here are tasks of their own,
 * so that a finished one is kept whatever happens to the others; calls of client-side tools make the run wait.
 */
import { SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { END, interrupt, MessagesAnnotation, Send, START, StateGraph } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type { GraphParts, ToolCall as Call } from './graph-deps.js'
import { callsOf, clearCalls, failedCall } from './tool-calls.js'

export const AGENT_NODE_TYPES = { agent: 'llm', tools: 'tool', client_tools: 'tool' }

interface ToolOutputs {
  tool_outputs: { tool_call_id: string; output: unknown }[]
}

export const agentGraph = async (config: JsonObject, parts: GraphParts) => {
  const { instructions, tools: definitions = [] } = config as { instructions?: string; tools?: unknown[] }
  const tools = await parts.openTools(definitions)
  const base = await parts.chatModel(config)
  const model = tools.definitions.length === 0 ? base : requireTools(base).bindTools(tools.definitions)

  const callModel = async ({ messages }: typeof MessagesAnnotation.State, options: RunnableConfig) => {
    const prompt = answerOpenCalls(messages)
    const answer = await model.invoke(
      instructions === undefined ? prompt : [new SystemMessage(instructions), ...prompt],
      options,
    )
    return { messages: [answer] }
  }

  const route = ({ messages }: typeof MessagesAnnotation.State) => {
    const calls = callsOf(messages.at(-1))
    if (calls.length === 0) return END
    const forClient = calls.filter(({ name }) => tools.client.has(name))
    return [
      ...calls.filter((call) => !forClient.includes(call)).map((call) => new Send('tools', call)),
      ...(forClient.length > 0 ? [new Send('client_tools', { calls: forClient })] : []),
    ]
  }

  const callTool = async (call: Call, options: RunnableConfig) => {
    const tool = tools.server.get(call.name)
    if (tool === undefined) {
      const known = tools.definitions.map(({ function: { name } }) => name).join(', ')
      return { messages: [failedCall(call, `Error: there is no tool ${call.name}; there are: ${known}`)] }
    }
    const cleared = await parts.clearCall(call, options)
    if ('refusal' in cleared) return { messages: [failedCall(call, cleared.refusal)] }
    const message = (await tool.invoke({ ...call, ...cleared, type: 'tool_call' }, options)) as ToolMessage
    return { messages: [message] }
  }

  const askClient = async ({ calls: wanted }: { calls: Call[] }, options: RunnableConfig) => {
    const { allowed: calls, refused } = await clearCalls(wanted, parts.clearCall, options)
    if (calls.length === 0) return { messages: refused }
    const { tool_outputs } = interrupt<JsonObject, ToolOutputs>({
      type: 'submit_tool_outputs',
      tool_calls: calls.map(({ id, name, args }) => ({ id, name, arguments: args })),
    })
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
    .addNode('client_tools', askClient as never)
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', route, ['tools', 'client_tools', END])
    .addEdge('tools', 'agent')
    .addEdge('client_tools', 'agent')
    .compile()
}

const requireTools = (model: Awaited<ReturnType<GraphParts['chatModel']>>) => {
  if (model.bindTools === undefined) throw new Error(`the model ${model._llmType()} cannot call tools`)
  return { bindTools: model.bindTools.bind(model) }
}

/** Providers refuse a conversation with an unanswered tool call, which a cancelled run leaves behind. */
const answerOpenCalls = (messages: BaseMessage[]): BaseMessage[] => {
  const answered = new Set(messages.map((message) => (message as ToolMessage).tool_call_id))
  return messages.flatMap((message) => [
    message,
    ...callsOf(message)
      .filter(({ id }) => !answered.has(id))
      .map(
        ({ id, name }) =>
          new ToolMessage({
            content: 'Error: the call was cancelled',
            tool_call_id: id,
            name,
            status: 'error',
          }),
      ),
  ])
}
