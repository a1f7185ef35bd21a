/** The example project plus a chat graph that can be paused after the first word of its reply. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyExample, EXAMPLE } from '../differential/peer.js'

/** The origin that CORS allows. */
export const ORIGIN = 'https://chat.example'

const SOURCE = `
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { RuleModel } from './src/model.ts'

class HeldModel extends RuleModel {
  async *_streamResponseChunks(messages, options, manager) {
    let isFirst = true
    for await (const chunk of super._streamResponseChunks(messages, options, manager)) {
      while (!isFirst && existsSync(new URL('./held', import.meta.url)))
        await sleep(5, undefined, { signal: options.signal })
      isFirst = false
      yield chunk
    }
  }
}

const model = new HeldModel()
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addEdge(START, 'answer')
  .compile()
`

export interface ChatProject {
  folder: string
  /** Pauses the chat after the first word of its reply. */
  hold: () => void
  release: () => void
}

/** `http` are settings of langgraph.json. */
export const makeChatProject = (http: object = { cors: { allow_origins: [ORIGIN] } }): ChatProject => {
  const folder = copyExample(EXAMPLE)
  writeFileSync(join(folder, 'chat.ts'), SOURCE)
  const graphs = {
    chat: './chat.ts:graph',
    agent: './src/agent.ts:graph',
    asking: './src/asking.ts:graph',
    counting: './src/counting.ts:graph',
  }
  writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs, http }))
  const holdFile = join(folder, 'held')
  return {
    folder,
    hold: () => writeFileSync(holdFile, ''),
    release: () => {
      if (existsSync(holdFile)) rmSync(holdFile)
    },
  }
}
