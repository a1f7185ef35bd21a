// A conversation: each reply is about as long as the message of the user, and no part of it repeats.
import { createHash } from 'node:crypto'
import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

/** Returns the same 650 characters for the same seed. conversation.ts makes its messages in the same way. */
const makeText = (seed) => createHash('shake256', { outputLength: 487 }).update(seed).digest('base64url')

export const builder = new StateGraph(MessagesAnnotation)
  .addNode('reply', async ({ messages }) => ({
    messages: [new AIMessage(makeText(`reply ${String(messages.length)}`))],
  }))
  .addEdge(START, 'reply')
  .addEdge('reply', END)

export const graph = builder.compile()
