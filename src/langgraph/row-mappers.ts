/** Maps assistants and threads to their representation in the LangGraph API. */
import { validationError } from '../errors.js'
import type { Assistant, AssistantVersion } from '../schema/assistant.js'
import type { JsonObject } from '../schema/common.js'
import type { Row } from '../store/sql/tables.js'
import { toIso, toIsoOrNull } from '../domain/row-mappers.js'

export const toLangGraphAssistant = ({
  id: _id,
  graph_schema: _graphSchema,
  retention_days: _retentionDays,
  ...assistant
}: Assistant): JsonObject => assistant

export const toLangGraphAssistantVersion = ({
  graph_schema: _,
  ...version
}: AssistantVersion): JsonObject => ({ ...version })

const parseObject = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

/** The row contains the whole state. */
export const toLangGraphThread = (row: Row<'threads'>): JsonObject => ({
  thread_id: row.thread_id,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  state_updated_at: toIsoOrNull(row.state_updated_at),
  metadata: parseObject(row.metadata) ?? {},
  status: row.status,
  config: parseObject(row.config) ?? {},
  values: parseObject(row.state_values),
  interrupts: parseObject(row.interrupts) ?? {},
})

/** The TTL of the thread and the time when it expires. */
export const toThreadTtl = ({ ttl_minutes, updated_at }: Row<'threads'>): JsonObject | null =>
  ttl_minutes === null
    ? null
    : { strategy: 'delete', ttl_minutes, expires_at: toIso(updated_at + ttl_minutes * 60_000) }

/** Returns a function that keeps only the selected fields; rejects unknown fields. */
export const makeFieldSelector = (
  select: readonly string[] | null | undefined,
  knownFields: readonly string[],
) => {
  const unknownField = select?.find((name) => !knownFields.includes(name))
  if (unknownField !== undefined) {
    const text = `has the unknown field ${unknownField}; known fields: ${knownFields.join(', ')}`
    throw validationError('select', text)
  }
  return (record: JsonObject): JsonObject =>
    select == null
      ? record
      : Object.fromEntries(Object.entries(record).filter(([name]) => select.includes(name)))
}

/** Reads values at paths such as `values.messages[-1].content`. */
export const extractValues = (record: JsonObject, paths: Record<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, getValueAt(record, path)]))

const PATH_STEP = /([^.[\]]+)|\[(-?\d+)\]/g

const getValueAt = (record: unknown, path: string): unknown => {
  let value = record
  for (const [, key, index] of path.matchAll(PATH_STEP)) {
    if (index !== undefined) value = Array.isArray(value) ? (value as unknown[]).at(Number(index)) : undefined
    else if (key !== undefined)
      value = typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined
  }
  return value ?? null
}
