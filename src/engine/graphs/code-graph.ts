/**
 * Loads code graphs: LangGraph.js graphs that a project lists in its langgraph.json, as the LangGraph CLI
 * reads it.
 */
import { bypassTracingFor } from '../executor/tracing-bypass.js'
import type { AnyGraph } from '../executor/loaded-graph.js'
import { loadExport } from '../load-export.js'
import { registerSendFactory } from './project-send.js'

interface GraphProject {
  folder: string
  graphs: Record<string, string>
}

/** The export may be a compiled graph, an uncompiled graph, or a function that returns either. */
export const loadCodeGraph = async (
  project: GraphProject,
  graphId: string,
  config: object,
): Promise<AnyGraph> => {
  const exportPath = project.graphs[graphId] ?? ''
  const { exported, path, file, name } = await loadExport(project.folder, exportPath, `the graph ${graphId}`)
  await bypassTracingFor(path)
  const candidate: unknown =
    typeof exported === 'function' ? await (exported as (c: object) => unknown)(config) : exported
  const graph = hasMethod(candidate, 'compile') ? (candidate.compile as () => unknown)() : candidate
  if (!hasMethod(graph, 'stream'))
    throw new Error(`graph ${graphId}: the export ${name} of ${file} is not a graph`)
  await registerSendFactory(graph, path)
  return graph as unknown as AnyGraph
}

const hasMethod = <K extends string>(value: unknown, name: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[name] === 'function'
