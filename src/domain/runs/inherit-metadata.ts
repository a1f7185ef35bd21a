/** What a run of the LangGraph dialect says of itself: also what its assistant and its thread say of themselves. */
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

type AssistantMetadata = Pick<Row<'assistants'>, 'assistant_id' | 'graph_id' | 'metadata'>

export const inheritMetadata = (
  { assistant_id, graph_id, metadata }: AssistantMetadata,
  thread: Pick<Row<'threads'>, 'metadata'>,
  runMetadata: JsonObject | null | undefined,
): JsonObject => ({
  ...(JSON.parse(metadata) as JsonObject),
  ...(JSON.parse(thread.metadata) as JsonObject),
  ...runMetadata,
  graph_id,
  assistant_id,
})
