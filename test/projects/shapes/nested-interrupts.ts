import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
})

const inner = new StateGraph(State)
  .addNode('ask', () => ({ log: [`name: ${interrupt('Your name?')}`] }))
  .addNode('ask_again', () => ({ log: [`age: ${interrupt('Your age?')}`] }))
  .addEdge(START, 'ask')
  .addEdge('ask', 'ask_again')
  .compile()

export const graph = new StateGraph(State)
  .addNode('before', () => new Command({ goto: 'inner', update: { log: ['before'] } }), { ends: ['inner'] })
  .addNode('inner', inner)
  .addNode('after', () => ({ log: ['after'] }))
  .addEdge(START, 'before')
  .addEdge('inner', 'after')
  .addEdge('after', END)
  .compile()
