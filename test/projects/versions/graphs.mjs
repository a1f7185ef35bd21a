/**
 * The graphs that are tested with each supported version of LangGraph. The test copies this file beside a node_modules of each version,
 * so it uses only what all of them offer.
 */
import { AIMessageChunk, HumanMessage } from '@langchain/core/messages'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import {
  Annotation,
  Command,
  END,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  entrypoint,
  getPreviousState,
  interrupt,
  task,
} from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'

/** Repeats the last message word by word. If the message asks for the weather, it calls the tool first. */
class EchoModel extends BaseChatModel {
  _llmType() {
    return 'echo'
  }

  bindTools() {
    return this
  }

  async _generate(messages, options, runManager) {
    let whole
    for await (const chunk of this._streamResponseChunks(messages, options, runManager))
      whole = whole === undefined ? chunk : whole.concat(chunk)
    return { generations: [{ text: whole.text, message: whole.message }] }
  }

  async *_streamResponseChunks(messages, _options, runManager) {
    const last = messages.at(-1)
    const text = String(last.content)
    if (last._getType() === 'human' && text.startsWith('weather in ')) {
      const args = JSON.stringify({ city: text.slice('weather in '.length) })
      yield this.#toChunk('', [{ index: 0, id: 'call-1', name: 'weather', args, type: 'tool_call_chunk' }])
      return
    }
    for (const word of `echo: ${text}`.split(/(?<= )/)) {
      const chunk = this.#toChunk(word, [])
      yield chunk
      await runManager?.handleLLMNewToken(word, undefined, undefined, undefined, undefined, { chunk })
    }
  }

  #toChunk(text, tool_call_chunks) {
    return new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text, tool_call_chunks }) })
  }
}

const model = new EchoModel({})
const list = () => Annotation({ reducer: (before, more) => before.concat(more), default: () => [] })

/** A chat that keeps its messages over several runs, counts them in the long-term store and streams custom values. */
export const chat = new StateGraph(
  Annotation.Root({ ...MessagesAnnotation.spec, turns: Annotation(), questions: Annotation() }),
)
  .addNode('reply', async ({ messages, turns }, config) => {
    config.writer?.({ turn: (turns ?? 0) + 1 })
    return {
      messages: [await model.invoke(messages, config)],
      turns: (turns ?? 0) + 1,
      questions: messages.filter((message) => message instanceof HumanMessage).length,
    }
  })
  .addNode('remember', async ({ messages }, config) => {
    const namespace = ['chats', String(config.configurable.thread_id)]
    const before = await config.store.get(namespace, 'count')
    await config.store.put(namespace, 'count', {
      messages: messages.length,
      writes: (before?.value.writes ?? 0) + 1,
    })
    return {}
  })
  .addEdge(START, 'reply')
  .addEdge('reply', 'remember')
  .compile()

/** A ready-made agent with a tool. */
export const agent = createReactAgent({
  llm: model,
  tools: [
    tool(({ city }) => `sunny in ${city}`, {
      name: 'weather',
      description: 'The weather in a city.',
      schema: z.object({ city: z.string() }),
    }),
  ],
})

const approvalState = Annotation.Root({
  item: Annotation(),
  approved: Annotation(),
  size: Annotation(),
  log: list(),
})

const permission = new StateGraph(approvalState)
  .addNode('confirm', ({ item }) => ({ approved: interrupt({ question: `May I order a ${item}?` }) }))
  .addEdge(START, 'confirm')
  .compile()

/** Asks in a subgraph, then asks again in a node of its own. */
export const approval = new StateGraph(approvalState)
  .addNode('permission', permission)
  .addNode('measure', () => ({ size: interrupt('Which size?') }))
  .addNode('order', ({ item, size, approved }) => ({ log: [`${item} ${size} ${approved}`] }))
  .addEdge(START, 'permission')
  .addEdge('permission', 'measure')
  .addEdge('measure', 'order')
  .compile()

/** Squares numbers in parallel. A negative number fails, and zero asks for another number. */
export const squares = new StateGraph(Annotation.Root({ numbers: Annotation(), results: list() }))
  .addNode('split', () => ({}))
  .addNode('square', ({ number }) => {
    if (number < 0) throw new RangeError(`${number} is negative`)
    const factor = number === 0 ? interrupt('Which number?') : number
    return { results: [factor * factor] }
  })
  .addNode('sum', ({ results }) => new Command({ update: { results: [results.length] }, goto: END }), {
    ends: [END],
  })
  .addEdge(START, 'split')
  .addConditionalEdges('split', ({ numbers }) => numbers.map((number) => new Send('square', { number })), [
    'square',
  ])
  .addEdge('square', 'sum')
  .compile()

const double = task('double', async (number) => number * 2)

/** The functional API: a task, an interrupt, and a value that is saved for the next run. */
export const workflow = entrypoint('workflow', async ({ number }) => {
  const doubled = await double(number)
  const bonus = interrupt({ doubled })
  const total = doubled + bonus + (getPreviousState() ?? 0)
  return entrypoint.final({ value: { total }, save: total })
})
