/** The smallest graph that chats: one node that replies to the last message. */
import { AIMessage } from '@langchain/core/messages'
import { MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph'

const State = new StateSchema({ messages: MessagesValue })

export const graph = new StateGraph(State)
  .addNode('reply', ({ messages }) => ({
    messages: [new AIMessage(`You wrote: ${messages.at(-1)?.text ?? ''}`)],
  }))
  .addEdge(START, 'reply')
  .compile()
