/** Returns the `configurable` values of its run, without IDs and headers. */
import { Annotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ seen: Annotation() })
const HIDDEN = /^(__|checkpoint|x-|user-agent$|(run|thread|assistant|graph)_id$|langgraph_(request|api))/

const echo = (_, { configurable }) => ({
  seen: Object.fromEntries(Object.entries(configurable).filter(([key]) => !HIDDEN.test(key))),
})

export const graph = new StateGraph(State).addNode('echo', echo).addEdge(START, 'echo').compile()
