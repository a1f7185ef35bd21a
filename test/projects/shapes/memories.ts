import { Annotation, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'

const State = Annotation.Root({
  user: Annotation<string>,
  fact: Annotation<string>,
  known: Annotation<string[]>,
})

export const graph = new StateGraph(State)
  .addNode('remember', async ({ user, fact }, { store }: LangGraphRunnableConfig) => {
    await store!.put(['memories', user], fact, { text: fact })
    const items = await store!.search(['memories', user], { limit: 10 })
    return { known: items.map(({ value }) => value['text'] as string).sort() }
  })
  .addEdge('__start__', 'remember')
  .compile()
