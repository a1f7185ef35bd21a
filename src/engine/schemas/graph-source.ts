import { resolve } from 'node:path'
import type { AssistantDefinition } from '../graphs/graph-deps.js'
import { splitExportPath } from '../load-export.js'
import type { GraphSource } from './protocol.js'

interface GraphProject {
  folder: string
  graphs: Record<string, string>
}

/** Undefined if the graph of the assistant is not one of the project. */
export const findGraphSource = (
  project: GraphProject | null,
  { graph_id, graph_schema }: Pick<AssistantDefinition, 'graph_id' | 'graph_schema'>,
): GraphSource | undefined => {
  const exportPath = project?.graphs[graph_id]
  const isDeclarative = Object.keys(graph_schema).length > 0
  if (project === null || exportPath === undefined || isDeclarative) return undefined
  const [file = '', exportName = 'default'] = splitExportPath(exportPath)
  return { path: resolve(project.folder, file), exportName }
}
