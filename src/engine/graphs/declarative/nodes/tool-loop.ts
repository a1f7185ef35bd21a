/**
 * A model that calls tools until it has its final answer, as a graph inside the node. Each model output and
 * each tool result is a checkpointed step, so that neither a crash nor an interrupt repeats finished work.
 */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type AIMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import {
  Annotation,
  END,
  isGraphBubbleUp,
  Send,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { toText } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import { LIMITS } from '../../../../schema/graph-schema.js'
import type { GraphDeps, ToolCall, ToolSet } from '../../graph-deps.js'
import { authorizeToolCalls, bindTools, callServerTool, getToolCalls, toToolError } from '../../tool-calls.js'
import { requestToolOutputs } from '../client-tools.js'
import { runNested } from '../run-nested.js'
import { FINAL_ANSWER, finalAnswerFunction, parseFinalAnswer } from './final-answer.js'

/** The node types of the inner graph, for events. */
export const LOOP_NODES = { model: 'llm', tool: 'tool', client: 'tool', correction: 'transform' } as const

/** Not the recursion limit of the outer graph: the number of tool rounds bounds the loop. */
const RECURSION_LIMIT = 100

/** How often the model may correct an answer that does not match the schema. */
const MAX_CORRECTIONS = 2

interface ToolLoopOptions {
  model: BaseChatModel
  tools: ToolSet
  conversation: BaseMessage[]
  schema: JsonObject | undefined
  authorizeToolCall: GraphDeps['authorizeToolCall']
}

const LoopAnnotation = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
})
type LoopState = typeof LoopAnnotation.State

export const runToolLoop = async (
  options: ToolLoopOptions,
  config: LangGraphRunnableConfig,
): Promise<{ value: unknown; messages: BaseMessage[] }> => {
  const settings = { ...config, recursionLimit: RECURSION_LIMIT }
  const { messages } = (await runNested(buildLoopGraph(options), { messages: [] }, settings)) as LoopState
  const last = messages.at(-1) as AIMessage
  if (options.schema === undefined) return { value: last.text, messages }
  const { value } = parseFinalAnswer(last, options.schema)
  return { value, messages }
}

const buildLoopGraph = ({ model, tools, conversation, schema, authorizeToolCall }: ToolLoopOptions) => {
  const modelWithTools = bindToolsAndAnswer(model, tools, schema)
  const prompt = schema === undefined ? conversation : withSchemaInstruction(conversation, schema)

  const callModel = async ({ messages }: LoopState, config: LangGraphRunnableConfig) => ({
    messages: [await modelWithTools.invoke([...prompt, ...messages], config)],
  })

  /** Errors are returned to the model as the tool's result, so that it can try something else. */
  const callTool = async (call: ToolCall, config: LangGraphRunnableConfig) => {
    try {
      return { messages: [await callServerTool(call, tools, authorizeToolCall, config)] }
    } catch (error) {
      if (isGraphBubbleUp(error) || config.signal?.aborted === true) throw error
      const message = error instanceof Error ? error.message : String(error)
      return { messages: [toToolError(call, `Error: ${message}`)] }
    }
  }

  const callClient = async ({ calls }: { calls: ToolCall[] }, config: LangGraphRunnableConfig) => {
    const { allowed, refused } = await authorizeToolCalls(calls, authorizeToolCall, config)
    const outputs = allowed.length === 0 ? new Map<string, unknown>() : requestToolOutputs(allowed)
    const outputMessages = allowed.map(
      ({ id, name }) => new ToolMessage({ tool_call_id: id, name, content: toText(outputs.get(id)) }),
    )
    return { messages: [...refused, ...outputMessages] }
  }

  const requestCorrection = ({ messages }: LoopState) => {
    const last = messages.at(-1) as AIMessage
    const content = `This does not match the JSON Schema: ${parseFinalAnswer(last, schema ?? {}).problem ?? ''}`
    const calls = getToolCalls(last)
    return {
      messages:
        calls.length === 0 ? [new HumanMessage(content)] : calls.map((call) => toToolError(call, content)),
    }
  }

  const route = ({ messages }: LoopState) => {
    const last = messages.at(-1) as AIMessage
    const calls = getToolCalls(last)
    if (calls.length === 0 || calls.some(({ name }) => name === FINAL_ANSWER)) {
      if (schema === undefined) return END
      const { problem } = parseFinalAnswer(last, schema)
      if (problem === undefined) return END
      if (countFinalAnswers(messages) > MAX_CORRECTIONS)
        throw new Error(`the answer does not match the schema: ${problem}`)
      return 'correction'
    }
    if (countToolRounds(messages) > LIMITS.tool_rounds) {
      throw new Error(`the model called tools ${String(LIMITS.tool_rounds)} times in a row without an answer`)
    }
    const forClient = calls.filter(({ name }) => tools.client.has(name))
    return [
      ...calls.filter((call) => !forClient.includes(call)).map((call) => new Send('tool', call)),
      ...(forClient.length === 0 ? [] : [new Send('client', { calls: forClient })]),
    ]
  }

  return new StateGraph(LoopAnnotation)
    .addNode('model', callModel)
    .addNode('tool', callTool as never)
    .addNode('client', callClient as never)
    .addNode('correction', requestCorrection)
    .addEdge(START, 'model')
    .addConditionalEdges('model', route, ['tool', 'client', 'correction', END])
    .addEdge('tool', 'model')
    .addEdge('client', 'model')
    .addEdge('correction', 'model')
    .compile()
}

/** Some providers accept a system message only as the first message. */
const withSchemaInstruction = (conversation: BaseMessage[], schema: JsonObject): BaseMessage[] => {
  const instruction = `Answer with JSON that matches this JSON Schema: ${JSON.stringify(schema)}`
  const [first, ...rest] = conversation
  return first?.type === 'system'
    ? [new SystemMessage(`${first.text}\n\n${instruction}`), ...rest]
    : [new SystemMessage(instruction), ...conversation]
}

const bindToolsAndAnswer = (model: BaseChatModel, tools: ToolSet, schema: JsonObject | undefined) => {
  if (schema === undefined) return bindTools(model, tools.definitions)
  const functions = [...tools.definitions, finalAnswerFunction(schema)]
  return bindTools(model, functions, functions.length === 1 ? { tool_choice: FINAL_ANSWER } : {})
}

const countToolRounds = (messages: BaseMessage[]): number =>
  messages.filter((message) => getToolCalls(message).some(({ name }) => name !== FINAL_ANSWER)).length

const countFinalAnswers = (messages: BaseMessage[]): number =>
  messages.filter((message) => message.type === 'ai').length - countToolRounds(messages)
