/** A graph that asks for approval with a component and waits for the response. */
import { Annotation, interrupt, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { typedUi, uiMessageReducer } from '@langchain/langgraph-sdk/react-ui/server'
import type components from './ui.tsx'

const State = Annotation.Root({
  item: Annotation<string>,
  result: Annotation<string>,
  ui: Annotation({ reducer: uiMessageReducer, default: () => [] }),
})

export const graph = new StateGraph(State)
  .addNode('show', ({ item }, config: LangGraphRunnableConfig) => {
    typedUi<typeof components>(config).push({ name: 'approval', props: { item } })
    return {}
  })
  .addNode('order', ({ item }) => ({
    result: interrupt<object, boolean>({ question: `Order a ${item}?` }) ? `ordered a ${item}` : 'nothing',
  }))
  .addEdge(START, 'show')
  .addEdge('show', 'order')
  .compile()
