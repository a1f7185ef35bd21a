/** The graphs that this server offers. A reload of the project changes both lists in place, so every feature sees the change. */
import type { Config } from '../config.js'
import { BUILT_IN_GRAPH } from '../domain/built-in-graph.js'
import type { Project } from '../project/read-project.js'

export const makeServedGraphs = (config: Config, project: Project | null) => {
  const graphs = listGraphs(project)
  const builtInAssistants = listBuiltInAssistants(config, project)
  return {
    /** Names of the graphs that assistants may use. */
    graphs,
    /** Names of the graphs that have a built-in assistant. */
    builtInAssistants,
    replace: (changedProject: Project): void => {
      graphs.splice(0, graphs.length, ...listGraphs(changedProject))
      builtInAssistants.splice(0, builtInAssistants.length, ...listBuiltInAssistants(config, changedProject))
    },
  }
}

/**
 * A project that declares a graph named `agent` replaces the built-in one; otherwise assistants of the native API, which name no graph, use
 * the built-in one.
 */
const listGraphs = (project: Project | null): string[] => [
  ...new Set([BUILT_IN_GRAPH, ...Object.keys(project?.graphs ?? {})]),
]

/** A project gets only the assistants of its own graphs, unless the operator asks for the built-in agent. */
export const listBuiltInAssistants = (config: Config, project: Project | null): string[] =>
  project === null || config.BUILT_IN_AGENT ? listGraphs(project) : Object.keys(project.graphs)
