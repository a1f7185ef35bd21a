/** The edges of a declarative graph as LangGraph's. */
import { END, START } from '@langchain/langgraph'
import type { Expressions } from '../../../domain/graph-schema/expressions.js'
import type { Route } from '../../../domain/graph-schema/routes.js'
import { END_NODE, START_NODE } from '../../../schema/graph-schema.js'
import { NodeError } from './node-error.js'
import { scopeOf, type GraphState } from './state.js'

export const nodeName = (id: string): string => {
  if (id === START_NODE) return START
  return id === END_NODE ? END : id
}

/** Chooses where a run goes on after a node. */
export const makeRouter = (from: string, { choices, otherwise }: Route, expressions: Expressions) => {
  const compiled = choices.map(({ when, to }) => ({
    when,
    to: nodeName(to),
    holds: expressions.compile(when),
  }))
  const fallback = otherwise.map(nodeName)
  return (state: GraphState): string[] => {
    const scope = scopeOf(state)
    const where = from === START_NODE ? 'the edges from "start"' : `node "${from}"`
    for (const { when, to, holds } of compiled) {
      let taken: unknown
      try {
        taken = holds(scope)
      } catch (error) {
        throw new NodeError(where, error)
      }
      if (taken === true) return [to]
      if (taken !== false)
        throw new NodeError(where, `${when} must yield true or false, not ${JSON.stringify(taken)}`)
    }
    return fallback
  }
}
