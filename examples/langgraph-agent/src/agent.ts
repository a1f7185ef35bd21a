/** A chat with a tool: calls the model and the tool in a loop until the model returns no tool call. Streams tokens. */
import { tool } from '@langchain/core/tools'
import { AIMessage } from '@langchain/core/messages'
import { END, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'
import { RuleModel } from './model.js'

const State = new StateSchema({ messages: MessagesValue })
const Context = z.object({ user: z.string().default('anonymous') })

const weather = tool(({ city }) => `the sun shines in ${city}`, {
  name: 'weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
})

const model = new RuleModel()

export const graph = new StateGraph(State, Context)
  .addNode('answer', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode([weather]))
  .addEdge(START, 'answer')
  .addConditionalEdges(
    'answer',
    ({ messages }) => {
      const last = messages.at(-1)
      return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? 'tools' : END
    },
    ['tools', END],
  )
  .addEdge('tools', 'answer')
  .compile()
