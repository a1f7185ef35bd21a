import { appendFileSync } from 'node:fs'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  effects: Annotation<string>,
  name: Annotation<string>,
  answer: Annotation<string>,
})

/** A project may export a function that returns the graph. */
export const makeGraph = () =>
  new StateGraph(State)
    .addNode('before', ({ effects }) => {
      appendFileSync(effects, 'before\n')
      return {}
    })
    .addNode('ask', () => {
      const name = interrupt<string, string>('What is your name?')
      const answer = interrupt<object, string>({ question: 'And what do you want?', name })
      return { name, answer }
    })
    .addEdge(START, 'before')
    .addEdge('before', 'ask')
    .addEdge('ask', END)
    .compile()
