// Streams words as a model does, about four characters each, then waits, so that the stored tokens can be measured before the run ends.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { AIMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { FakeStreamingChatModel } from '@langchain/core/utils/testing'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const WORDS = [' the', ' of', ' state', 'ing', ' a', ' graph', '.', '\n', ' is', ' value', ' run', 's']

class Talker extends FakeStreamingChatModel {
  async *_streamResponseChunks(messages, options, runManager) {
    const { tokens, tokenMs } = JSON.parse(messages[0].content)
    for (let index = 0; index < tokens; index++) {
      await (tokenMs === 0 ? nextTurn() : sleep(tokenMs))
      const text = WORDS[(index * 7) % WORDS.length]
      const chunk = new ChatGenerationChunk({ message: new AIMessageChunk({ content: text }), text })
      yield chunk
      await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk })
    }
  }
}

const talk = async ({ tokens, tokenMs, waitMs }) => {
  await new Talker({}).invoke(JSON.stringify({ tokens, tokenMs }))
  await sleep(waitMs)
  return {}
}

const State = Annotation.Root({ tokens: Annotation(), tokenMs: Annotation(), waitMs: Annotation() })

export const graph = new StateGraph(State)
  .addNode('talk', talk)
  .addEdge(START, 'talk')
  .addEdge('talk', END)
  .compile()
