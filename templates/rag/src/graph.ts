/**
 * Answers questions from documents in the long-term store. A message that begins with "remember:" adds a document; `heddle store put` and the
 * API of the store do the same. The store is shared by all threads.
 */
import { createHash } from 'node:crypto'
import { AIMessage } from '@langchain/core/messages'
import {
  END,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { z } from 'zod'

const NAMESPACE = ['documents']
const MAX_DOCUMENTS = 3
const REMEMBER = /^remember:\s*/i

const State = new StateSchema({
  messages: MessagesValue,
  documents: z.array(z.string()).default(() => []),
})

type StateValue = typeof State.State

const requireStore = ({ store }: LangGraphRunnableConfig) => {
  if (store === undefined) throw new Error('The graph needs a store; heddle provides one')
  return store
}

const getQuestion = ({ messages }: StateValue): string => messages.at(-1)?.text ?? ''

const remember = async (state: StateValue, config: LangGraphRunnableConfig) => {
  const text = getQuestion(state).replace(REMEMBER, '')
  // The same text has the same key, so that a node that is executed again adds nothing.
  const key = createHash('sha256').update(text).digest('hex').slice(0, 16)
  await requireStore(config).put(NAMESPACE, key, { text })
  return { messages: [new AIMessage('I have added it to my documents.')] }
}

const retrieve = async (state: StateValue, config: LangGraphRunnableConfig) => {
  const found = await requireStore(config).search(NAMESPACE, {
    query: getQuestion(state),
    limit: MAX_DOCUMENTS,
  })
  return { documents: found.map(({ value }) => String(value['text'])) }
}

/** Quotes the documents. With a model, pass them as context instead; see README.md. */
const answer = ({ documents }: StateValue) => {
  const text =
    documents.length === 0
      ? 'I have no documents yet. Write "remember: …" to add one.'
      : `I found this:\n${documents.map((document) => `- ${document}`).join('\n')}`
  return { messages: [new AIMessage(text)] }
}

export const builder = new StateGraph(State)
  .addNode('remember', remember)
  .addNode('retrieve', retrieve)
  .addNode('answer', answer)
  .addConditionalEdges(START, (state) => (REMEMBER.test(getQuestion(state)) ? 'remember' : 'retrieve'), [
    'remember',
    'retrieve',
  ])
  .addEdge('retrieve', 'answer')
  .addEdge('remember', END)
  .addEdge('answer', END)

export const graph = builder.compile()
