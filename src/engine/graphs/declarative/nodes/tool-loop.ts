/**
 * A model that calls tools until it has its answer, as a graph within the node: each answer and each tool's result
 * is a checkpointed step, so that neither a crash nor a wait for the client repeats what was done.
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
import { textOf } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import { LIMITS } from '../../../../schema/graph-schema.js'
import type { GraphParts, ToolSet } from '../../graph-deps.js'
import { callsOf, clearCalls, failedCall } from '../../tool-calls.js'
import { askClient, type ClientCall } from '../client-tools.js'
import { runNested } from '../run-nested.js'
import { FINAL_ANSWER, finalAnswerFunction, finalAnswerIn } from './final-answer.js'

/** The nodes of the inner graph, for events. */
export const LOOP_NODES = { model: 'llm', tool: 'tool', client: 'tool', correction: 'transform' } as const

/** The rounds bound the loop; the limit of the graph around it does not count here. */
const STEPS = 100

/** How often an answer that does not match the schema is given back. */
const MAX_CORRECTIONS = 2

interface Question {
  model: BaseChatModel
  tools: ToolSet
  conversation: BaseMessage[]
  schema: JsonObject | undefined
  clearCall: GraphParts['clearCall']
}

const Loop = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
})
type LoopState = typeof Loop.State

export const askWithTools = async (
  question: Question,
  config: LangGraphRunnableConfig,
): Promise<{ value: unknown; messages: BaseMessage[] }> => {
  const settings = { ...config, recursionLimit: STEPS }
  const { messages } = (await runNested(loopOf(question), { messages: [] }, settings)) as LoopState
  const last = messages.at(-1) as AIMessage
  if (question.schema === undefined) return { value: last.text, messages }
  const { value } = finalAnswerIn(last, question.schema)
  return { value, messages }
}

const loopOf = ({ model, tools, conversation, schema, clearCall }: Question) => {
  const bound = bind(model, tools, schema)
  const start = schema === undefined ? conversation : instructed(conversation, schema)

  const askModel = async ({ messages }: LoopState, config: LangGraphRunnableConfig) => ({
    messages: [await bound.invoke([...start, ...messages], config)],
  })

  const callTool = async (call: ClientCall, config: LangGraphRunnableConfig) => ({
    messages: [await resultOf(call, tools, clearCall, config)],
  })

  const callClient = async ({ calls }: { calls: ClientCall[] }, config: LangGraphRunnableConfig) => {
    const { allowed, refused } = await clearCalls(calls, clearCall, config)
    const outputs = allowed.length === 0 ? new Map<string, unknown>() : askClient(allowed)
    const answered = allowed.map(
      ({ id, name }) => new ToolMessage({ tool_call_id: id, name, content: textOf(outputs.get(id)) }),
    )
    return { messages: [...refused, ...answered] }
  }

  const correct = ({ messages }: LoopState) => {
    const last = messages.at(-1) as AIMessage
    const content = `This does not match the JSON Schema: ${finalAnswerIn(last, schema ?? {}).problem ?? ''}`
    const calls = callsOf(last)
    return {
      messages:
        calls.length === 0
          ? [new HumanMessage(content)]
          : calls.map(
              ({ id, name }) => new ToolMessage({ tool_call_id: id, name, content, status: 'error' }),
            ),
    }
  }

  const next = ({ messages }: LoopState) => {
    const last = messages.at(-1) as AIMessage
    const calls = callsOf(last)
    if (calls.length === 0 || calls.some(({ name }) => name === FINAL_ANSWER)) {
      if (schema === undefined) return END
      const { problem } = finalAnswerIn(last, schema)
      if (problem === undefined) return END
      if (answersIn(messages) > MAX_CORRECTIONS)
        throw new Error(`the answer does not match the schema: ${problem}`)
      return 'correction'
    }
    if (roundsIn(messages) > LIMITS.tool_rounds) {
      throw new Error(`the model called tools ${String(LIMITS.tool_rounds)} times in a row without an answer`)
    }
    const forClient = calls.filter(({ name }) => tools.client.has(name))
    return [
      ...calls.filter((call) => !forClient.includes(call)).map((call) => new Send('tool', call)),
      ...(forClient.length === 0 ? [] : [new Send('client', { calls: forClient })]),
    ]
  }

  return new StateGraph(Loop)
    .addNode('model', askModel)
    .addNode('tool', callTool as never)
    .addNode('client', callClient as never)
    .addNode('correction', correct)
    .addEdge(START, 'model')
    .addConditionalEdges('model', next, ['tool', 'client', 'correction', END])
    .addEdge('tool', 'model')
    .addEdge('client', 'model')
    .addEdge('correction', 'model')
    .compile()
}

/** Some providers take a system message at the very start only. */
const instructed = (conversation: BaseMessage[], schema: JsonObject): BaseMessage[] => {
  const instruction = `Answer with JSON that matches this JSON Schema: ${JSON.stringify(schema)}`
  const [first, ...rest] = conversation
  return first?.type === 'system'
    ? [new SystemMessage(`${first.text}\n\n${instruction}`), ...rest]
    : [new SystemMessage(instruction), ...conversation]
}

const bind = (model: BaseChatModel, tools: ToolSet, schema: JsonObject | undefined) => {
  if (model.bindTools === undefined) throw new Error(`the model ${model._llmType()} cannot call tools`)
  if (schema === undefined) return model.bindTools(tools.definitions)
  const functions = [...tools.definitions, finalAnswerFunction(schema)]
  return model.bindTools(functions, functions.length === 1 ? { tool_choice: FINAL_ANSWER } : {})
}

const roundsIn = (messages: BaseMessage[]): number =>
  messages.filter((message) => callsOf(message).some(({ name }) => name !== FINAL_ANSWER)).length

const answersIn = (messages: BaseMessage[]): number =>
  messages.filter((message) => message.type === 'ai').length - roundsIn(messages)

/** What goes wrong is told to the model, which may know another way. */
const resultOf = async (
  call: ClientCall,
  tools: ToolSet,
  clearCall: GraphParts['clearCall'],
  config: LangGraphRunnableConfig,
): Promise<ToolMessage> => {
  const { name } = call
  const tool = tools.server.get(name)
  if (tool === undefined) {
    const known = tools.definitions.map((definition) => definition.function.name).join(', ')
    return failedCall(call, `Error: there is no tool ${name}; there are: ${known}`)
  }
  try {
    const cleared = await clearCall(call, config)
    if ('refusal' in cleared) return failedCall(call, cleared.refusal)
    return (await tool.invoke({ ...call, ...cleared, type: 'tool_call' }, config)) as ToolMessage
  } catch (error) {
    if (isGraphBubbleUp(error) || config.signal?.aborted === true) throw error
    return failedCall(call, `Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}
