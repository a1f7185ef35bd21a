/** Graphs without any guardrail code, with a model that returns the text it is told to say. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
  type ToolMessage,
} from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { entrypoint, MessagesAnnotation, START, StateGraph, task } from '@langchain/langgraph'

const toScriptedText = (messages: BaseMessage[]): string => {
  const said = messages.findLast((message) => message.type === 'human')?.text ?? ''
  const text = said.replace(/^say (?:in reverse )?/, '')
  return said.startsWith('say in reverse') ? Array.from(text).reverse().join('') : text
}

class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }
  async _generate(messages: BaseMessage[]) {
    const text = toScriptedText(messages)
    return { generations: [{ text, message: new AIMessage(text) }] }
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ) {
    for (const text of toScriptedText(messages).match(/.{1,3}/gs) ?? []) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) })
      await manager?.handleLLMNewToken(text)
    }
  }
}

const model = new ScriptedModel({})
const graph = (node: (state: typeof MessagesAnnotation.State) => Promise<object>) =>
  new StateGraph(MessagesAnnotation).addNode('speak', node).addEdge(START, 'speak').compile()

export const invoked = graph(async ({ messages }) => ({ messages: [await model.invoke(messages)] }))

export const streamed = graph(async ({ messages }) => {
  let text = ''
  for await (const chunk of await model.stream(messages)) text += chunk.text
  return { messages: [new AIMessage(text)] }
})

const lookUp = tool(async ({ text }: { text: string }) => text, {
  name: 'look_up',
  description: 'Looks up',
  schema: { type: 'object', properties: { text: { type: 'string' } } } as never,
})

export const tooled = graph(async ({ messages }) => {
  const call = {
    id: 'call_x',
    name: 'look_up',
    args: { text: toScriptedText(messages) },
    type: 'tool_call' as const,
  }
  const found = (await lookUp.invoke(call as never)) as unknown as ToolMessage
  return { messages: [new AIMessage({ content: '', tool_calls: [call] }), found, new AIMessage(found.text)] }
})

const speak = task('speak', async (text: string) => (await model.invoke([new HumanMessage(text)])).text)

export const functional = entrypoint(
  'functional',
  async ({ messages }: { messages: { content: string }[] }) => ({
    response: await speak(messages[0]?.content ?? ''),
  }),
)

export const fails = graph(async ({ messages }) => {
  throw new Error(`cannot charge ${toScriptedText(messages)}`)
})

/** Emits progress in the stream mode `custom`. */
export const writes = new StateGraph(MessagesAnnotation)
  .addNode('speak', async ({ messages }, { writer }) => {
    writer({ progress: { said: toScriptedText(messages) } })
    return { messages: [await model.invoke(messages)] }
  })
  .addEdge(START, 'speak')
  .compile()
