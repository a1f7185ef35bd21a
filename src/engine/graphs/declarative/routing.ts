/** Converts the edges of a declarative graph to LangGraph's. */
import { END, START } from '@langchain/langgraph'
import type { Expressions } from '../../../domain/graph-schema/expressions.js'
import type { NodeRoute } from '../../../domain/graph-schema/routes.js'
import { END_NODE, START_NODE } from '../../../schema/graph-schema.js'
import { NodeError } from './node-error.js'
import { toScope, type GraphState } from './state.js'

export const toLangGraphNode = (id: string): string => {
  if (id === START_NODE) return START
  return id === END_NODE ? END : id
}

/** Makes the function that chooses the next nodes after a node. */
export const makeRouter = (from: string, { choices, otherwise }: NodeRoute, expressions: Expressions) => {
  const compiled = choices.map(({ when, to }) => ({
    when,
    to: toLangGraphNode(to),
    evaluate: expressions.compile(when),
  }))
  const fallback = otherwise.map(toLangGraphNode)
  return (state: GraphState): string[] => {
    const scope = toScope(state)
    const label = from === START_NODE ? 'the edges from "start"' : `node "${from}"`
    for (const { when, to, evaluate } of compiled) {
      let result: unknown
      try {
        result = evaluate(scope)
      } catch (error) {
        throw new NodeError(label, error)
      }
      if (result === true) return [to]
      if (result !== false)
        throw new NodeError(label, `${when} must yield true or false, not ${JSON.stringify(result)}`)
    }
    return fallback
  }
}
