/** Code graphs: LangGraph.js graphs that a project lists in its langgraph.json, as the LangGraph CLI reads them. */
import { quietTracingOf } from '../executor/tracing-bypass.js'
import type { AnyGraph } from '../executor/loaded-graph.js'
import { loadExport } from '../load-export.js'
import { noteSends } from './project-send.js'

interface Project {
  folder: string
  graphs: Record<string, string>
}

/** Exports may be a compiled graph, one to be compiled, or a function that makes either. */
export const loadCodeGraph = async (project: Project, graphId: string, config: object): Promise<AnyGraph> => {
  const place = project.graphs[graphId] ?? ''
  const { exported, path, file, name } = await loadExport(project.folder, place, `the graph ${graphId}`)
  await quietTracingOf(path)
  const made: unknown =
    typeof exported === 'function' ? await (exported as (c: object) => unknown)(config) : exported
  const graph = hasMethod(made, 'compile') ? (made.compile as () => unknown)() : made
  if (!hasMethod(graph, 'stream')) throw new Error(`the graph ${graphId}: ${name} of ${file} is not a graph`)
  await noteSends(graph, path)
  return graph as unknown as AnyGraph
}

const hasMethod = <K extends string>(value: unknown, name: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[name] === 'function'
