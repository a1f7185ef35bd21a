/** Finds the nodes of a graph that can be the last one of a run. Only their output can be the final output of the run. */
import { END } from '@langchain/langgraph'
import type { AnyGraph } from '../loaded-graph.js'

interface Builder {
  edges?: Iterable<[string, string]>
  waitingEdges?: Iterable<[string[], string]>
  branches?: Record<string, Record<string, { ends?: Record<string, string> }>>
  nodes?: Record<string, { ends?: string[] }>
}

/** `path` is `outer/inner` for nodes of nested graphs; the outermost node decides. */
export const makeFinalNodeCheck = (graph: AnyGraph): ((path: string) => boolean) => {
  const { builder } = graph as { builder?: Builder }
  // A graph of the functional API does not expose its nodes, so every node may be final.
  if (builder?.nodes === undefined) return () => true
  const names = Object.keys(builder.nodes).filter((name) => mayEnd(builder, name))
  const finalNodes = new Set(names)
  return (path) => finalNodes.has(path.split('/', 1)[0] ?? '')
}

const mayEnd = (
  { edges = [], waitingEdges = [], branches = {}, nodes = {} }: Builder,
  name: string,
): boolean => {
  const targets = [
    ...[...edges].filter(([from]) => from === name).map(([, to]) => to),
    ...[...waitingEdges].filter(([from]) => from.includes(name)).map(([, to]) => to),
    // A branch without declared ends can lead to any node, including END.
    ...Object.values(branches[name] ?? {}).flatMap(({ ends }) => Object.values(ends ?? { anywhere: END })),
    ...(nodes[name]?.ends ?? []),
  ]
  return targets.length === 0 || targets.includes(END)
}
