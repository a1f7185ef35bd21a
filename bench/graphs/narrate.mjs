// A model that streams tokens, and a node that then keeps the run in progress until the benchmark releases it.
import { createHash } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

/** About as long as a token of a large model, in no repeating order. */
const makeToken = (index) =>
  `${createHash('shake256', { outputLength: 3 })
    .update(`token ${String(index)}`)
    .digest('base64url')} `

class Narrator extends BaseChatModel {
  constructor({ tokens, perSecond }) {
    super({})
    this.tokens = tokens
    this.perSecond = perSecond
  }

  _llmType() {
    return 'narrator'
  }

  async _generate() {
    throw new Error('the narrator only streams')
  }

  async *_streamResponseChunks(_messages, _options, runManager) {
    const started = performance.now()
    for (let index = 0; index < this.tokens; index++) {
      // As with a real model, other work of the thread goes on between two tokens. 0: as fast as possible.
      if (this.perSecond === 0) await setImmediate()
      else await sleep(started + (index * 1000) / this.perSecond - performance.now())
      const text = makeToken(index)
      const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) })
      yield chunk
      await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk })
    }
  }
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  tokens: Annotation(),
  per_second: Annotation(),
  /** The request to this URL gets its response when the run may end. */
  release_url: Annotation(),
})

export const graph = new StateGraph(State)
  .addNode('narrate', async ({ messages, tokens, per_second: perSecond }) => {
    let text = ''
    for await (const { content } of await new Narrator({ tokens, perSecond }).stream(messages))
      text += content
    return { messages: [new AIMessage(text)] }
  })
  .addNode('hold', async ({ release_url: url }) => {
    await (await fetch(url)).text()
    return {}
  })
  .addEdge(START, 'narrate')
  .addEdge('narrate', 'hold')
  .addEdge('hold', END)
  .compile()
