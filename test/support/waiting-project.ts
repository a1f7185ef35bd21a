/** A project whose graphs ask a person, in every format that the console knows. */
import { makeProject, type GraphProject } from './graph-project.js'

/** One request in the format of Agent Inbox; the state keeps the response. */
const APPROVAL = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ title: Annotation(), responses: Annotation() }))
  .addNode('refund', ({ title }) => ({
    responses: interrupt([
      {
        action_request: { action: 'refunds_create', args: { order: 4711, amount: 84.9, note: 'Leaks' } },
        config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
        description: title + '\\n\\nThe machine leaks.',
      },
    ]),
  }))
  .addEdge(START, 'refund')
  .compile()
`

/** The human-in-the-loop middleware of LangChain with two tools. */
const ACTIONS = `
import { AIMessage } from '@langchain/core/messages'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain'
import { z } from 'zod'

class TwoCalls extends BaseChatModel {
  constructor() {
    super({})
  }
  _llmType() {
    return 'two-calls'
  }
  bindTools() {
    return this
  }
  async _generate(messages) {
    const hasResults = messages.some((message) => message.type === 'tool')
    const message = hasResults
      ? new AIMessage('Finished.')
      : new AIMessage({
          content: '',
          tool_calls: [
            { type: 'tool_call', id: 'mail', name: 'send_mail', args: { to: 'ana@example.com' } },
            { type: 'tool_call', id: 'rows', name: 'delete_rows', args: { count: 1204 } },
          ],
        })
    return { generations: [{ text: message.text, message }] }
  }
}

const sendMail = tool(({ to }) => 'sent to ' + to, {
  name: 'send_mail',
  description: 'Sends a mail',
  schema: z.object({ to: z.string() }),
})
const deleteRows = tool(({ count }) => 'deleted ' + String(count), {
  name: 'delete_rows',
  description: 'Deletes rows',
  schema: z.object({ count: z.number() }),
})

export const graph = createAgent({
  model: new TwoCalls(),
  tools: [sendMail, deleteRows],
  middleware: [
    humanInTheLoopMiddleware({
      interruptOn: {
        send_mail: { allowedDecisions: ['approve', 'edit'] },
        delete_rows: { allowedDecisions: ['approve', 'edit', 'reject'] },
      },
    }),
  ],
}).graph
`

/** A value in a format of its own. */
const SOURCES = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ title: Annotation(), picked: Annotation() }))
  .addNode('pick', () => ({
    picked: interrupt({ kind: 'pick_sources', budget_usd: 2.5, candidates: ['a', 'b', 'c'] }),
  }))
  .addEdge(START, 'pick')
  .compile()
`

/** Two nodes of one step ask at the same time. */
const PAIR = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ title: Annotation(), color: Annotation(), size: Annotation() }))
  .addNode('ask_color', () => ({ color: interrupt('Which color?') }))
  .addNode('ask_size', () => ({ size: interrupt({ question: 'Which size?' }) }))
  .addEdge(START, 'ask_color')
  .addEdge(START, 'ask_size')
  .compile()
`

export const makeWaitingProject = (): GraphProject =>
  makeProject({ approval: APPROVAL, actions: ACTIONS, sources: SOURCES, pair: PAIR })
