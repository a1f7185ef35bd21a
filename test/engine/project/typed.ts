import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { shout } from './shout.js'

enum Tone {
  Loud = 'loud',
}

/** Not compiled: the loader has to compile it. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => {
    const said = messages.at(-1)?.content as string
    return { messages: [new AIMessage(`${Tone.Loud}: ${shout(said)} (${String(messages.length)})`)] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
