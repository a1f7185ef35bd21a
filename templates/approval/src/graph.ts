/**
 * A workflow that asks a person. `interrupt` stops the run, which waits without using any resources; the reply is the value that `interrupt`
 * returns when the run continues, on any machine and after any restart.
 */
import { AIMessage } from '@langchain/core/messages'
import { Command, END, interrupt, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph'
import { z } from 'zod'

const State = new StateSchema({
  messages: MessagesValue,
  amount: z.number().optional(),
  approved: z.boolean().optional(),
})

/** Small refunds need no approval. */
const APPROVAL_LIMIT = 50

export const graph = new StateGraph(State)
  .addNode('read', ({ messages }) => ({
    amount: Number(/\d+(\.\d+)?/.exec(messages.at(-1)?.text ?? '')?.[0] ?? 0),
  }))
  .addNode(
    'approve',
    ({ amount = 0 }) => {
      if (amount <= APPROVAL_LIMIT) return new Command({ update: { approved: true }, goto: 'pay' })
      const approved = interrupt<{ question: string }, boolean>({ question: `Refund ${String(amount)} EUR?` })
      return new Command({ update: { approved }, goto: approved ? 'pay' : 'decline' })
    },
    { ends: ['pay', 'decline'] },
  )
  .addNode('pay', ({ amount = 0 }) => ({
    messages: [new AIMessage(`I have refunded ${String(amount)} EUR.`)],
  }))
  .addNode('decline', () => ({ messages: [new AIMessage('The refund was declined.')] }))
  .addEdge(START, 'read')
  .addEdge('read', 'approve')
  .addEdge('pay', END)
  .addEdge('decline', END)
  .compile()
