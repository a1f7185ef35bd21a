/** An agent: the model is called until it requests no more tools. */
import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'
import { DemoModel } from './demo-model.js'

const ORDERS: Record<string, string> = { 1017: 'shipped yesterday', 1018: 'waiting for payment' }

const findOrder = tool(({ order }) => `Order ${order}: ${ORDERS[order] ?? 'unknown'}.`, {
  name: 'find_order',
  description: 'The state of an order.',
  schema: z.object({ order: z.string().describe('The number of the order.') }),
})

const tools = [findOrder]
const model = new DemoModel().bindTools()

const State = new StateSchema({ messages: MessagesValue })

export const graph = new StateGraph(State)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addConditionalEdges(
    'model',
    ({ messages }) => {
      const last = messages.at(-1)
      return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? 'tools' : END
    },
    ['tools', END],
  )
  .addEdge('tools', 'model')
  .compile()
