/** Assistants as executors know them. */
import { assistantIdsOf } from '../domain/graph-schema/check-graph.js'
import type { JsonObject } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Row } from '../store/sql/tables.js'
import type { AssistantDefinition } from './graphs/graph-deps.js'

const MAX_ASSISTANTS = 50

/** The assistants that its graph names, and those that theirs name. */
export const namedBy = async (
  assistants: AssistantStore,
  tenant_id: string,
  first: AssistantDefinition,
): Promise<AssistantDefinition[]> => {
  const found = new Map<string, AssistantDefinition>()
  let wanted = assistantIdsOf(first.graph_schema)
  while (wanted.length > 0 && found.size < MAX_ASSISTANTS) {
    const rows = await Promise.all(wanted.map((assistant_id) => assistants.get({ tenant_id, assistant_id })))
    const next = rows.flatMap((row) => (row === undefined ? [] : [toDefinition(row)]))
    for (const definition of next) found.set(definition.assistant_id, definition)
    wanted = next.flatMap(({ graph_schema }) => assistantIdsOf(graph_schema)).filter((id) => !found.has(id))
  }
  return [...found.values()]
}

/** With what its graph is given beside its config. */
export const definitionOf = (
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
