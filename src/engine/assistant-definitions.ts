/** Reads assistants from the store in the form that executors need. */
import { findAssistantIds } from '../domain/graph-schema/check-graph.js'
import type { JsonObject } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Row } from '../store/sql/tables.js'
import type { AssistantDefinition } from './graphs/graph-deps.js'

const MAX_ASSISTANTS = 50

/**
 * Loads the assistants that a graph references, directly and through other assistants. At most 50 are loaded.
 */
export const loadReferencedAssistants = async (
  assistants: AssistantStore,
  tenant_id: string,
  root: AssistantDefinition,
): Promise<AssistantDefinition[]> => {
  const definitionsById = new Map<string, AssistantDefinition>()
  let missingIds = findAssistantIds(root.graph_schema)
  while (missingIds.length > 0 && definitionsById.size < MAX_ASSISTANTS) {
    const rows = await Promise.all(
      missingIds.map((assistant_id) => assistants.get({ tenant_id, assistant_id })),
    )
    const definitions = rows.flatMap((row) => (row === undefined ? [] : [toDefinition(row)]))
    for (const definition of definitions) definitionsById.set(definition.assistant_id, definition)
    missingIds = definitions
      .flatMap(({ graph_schema }) => findAssistantIds(graph_schema))
      .filter((id) => !definitionsById.has(id))
  }
  return [...definitionsById.values()]
}

/** The assistant of a run: its definition and the `context` that its graph receives beside the config. */
export const toRunAssistant = (
  row: Row<'assistant_versions'>,
): AssistantDefinition & { context: JsonObject } => ({
  ...toDefinition(row),
  context: JSON.parse(row.context) as JsonObject,
})

const toDefinition = (row: Row<'assistant_versions'>): AssistantDefinition => ({
  assistant_id: row.assistant_id,
  graph_id: row.graph_id,
  config: JSON.parse(row.config) as JsonObject,
  graph_schema: JSON.parse(row.graph_schema) as JsonObject,
})
