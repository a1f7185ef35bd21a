/** A graph that shows its result with components: `typedUi` emits them while the node runs and stores them in the state. */
import { AIMessage } from '@langchain/core/messages'
import {
  Annotation,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { typedUi, uiMessageReducer } from '@langchain/langgraph-sdk/react-ui/server'
import type components from './ui.tsx'

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  ui: Annotation({ reducer: uiMessageReducer, default: () => [] }),
})

const showForecast = async (state: typeof State.State, config: LangGraphRunnableConfig) => {
  const ui = typedUi<typeof components>(config)
  const city = state.messages.at(-1)!.text
  const message = new AIMessage({
    id: `reply-${String(state.messages.length)}`,
    content: `The weather in ${city}`,
  })
  const card = ui.push({ name: 'forecast', props: { city } }, { message })
  ui.push({ id: card.id, name: 'forecast', props: { city, degrees: 21 } }, { message, merge: true })
  const draft = ui.push({ name: 'forecast', props: { city: 'nowhere' } })
  ui.delete(draft.id)
  return { messages: [message] }
}

export const graph = new StateGraph(State)
  .addNode('forecast', showForecast)
  .addEdge(START, 'forecast')
  .compile()
