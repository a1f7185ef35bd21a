import { dispatchCustomEvent } from '@langchain/core/callbacks/dispatch'
import { Annotation, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ steps: Annotation<number> }))
  .addNode('work', async (_, config: LangGraphRunnableConfig) => {
    config.writer?.({ progress: 50 })
    await dispatchCustomEvent('halfway', { progress: 50 }, config)
    config.writer?.('done')
    return { steps: 2 }
  })
  .addEdge('__start__', 'work')
  .compile()
