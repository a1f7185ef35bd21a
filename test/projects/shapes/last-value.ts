import { Annotation, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  messages: Annotation<unknown>,
  note: Annotation<string | undefined>,
  seen: Annotation<string>,
})

export const graph = new StateGraph(State)
  .addNode('clear', ({ note }) => ({ note: note === 'clear' ? undefined : note }))
  .addNode('look', (state) => ({
    seen: JSON.stringify({
      messages: state.messages,
      note: state.note === undefined ? 'undefined' : state.note,
    }),
  }))
  .addEdge('__start__', 'clear')
  .addEdge('clear', 'look')
  .compile()
