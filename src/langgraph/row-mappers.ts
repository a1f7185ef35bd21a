/** Assistants and threads as LangGraph's clients read them. */
import { AppError } from '../errors.js'
import type { Assistant, AssistantVersion } from '../schema/assistant.js'
import type { JsonObject } from '../schema/common.js'
import type { Row } from '../store/sql/tables.js'
import { iso, isoOrNull } from '../domain/row-mappers.js'

export const toLgAssistant = ({ id: _, graph_schema: __, ...assistant }: Assistant): JsonObject => assistant

export const toLgVersion = ({ graph_schema: _, ...version }: AssistantVersion): JsonObject => ({ ...version })

const parse = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

export const toLgThread = (row: Row<'threads'>): JsonObject => ({
  thread_id: row.thread_id,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  state_updated_at: isoOrNull(row.state_updated_at),
  metadata: parse(row.metadata) ?? {},
  status: row.status,
  config: parse(row.config) ?? {},
  values: parse(row.state_values),
  interrupts: parse(row.interrupts) ?? {},
})

/** When it goes, if nobody uses it. */
export const ttlOf = ({ ttl_minutes, updated_at }: Row<'threads'>): JsonObject | null =>
  ttl_minutes === null
    ? null
    : { strategy: 'delete', ttl_minutes, expires_at: iso(updated_at + ttl_minutes * 60_000) }

/** Only these fields; one that does not exist is refused. */
export const selecting = (select: readonly string[] | null | undefined, known: readonly string[]) => {
  const unknown = select?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const text = `has no field ${unknown}; there are ${known.join(', ')}`
    throw new AppError('validation_error', `select ${text}`, { select: text })
  }
  return (record: JsonObject): JsonObject =>
    select == null
      ? record
      : Object.fromEntries(Object.entries(record).filter(([name]) => select.includes(name)))
}

/** Values at paths such as `values.messages[-1].content`, by the names that were asked for. */
export const extracted = (record: JsonObject, paths: Record<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, valueAt(record, path)]))

const STEP = /([^.[\]]+)|\[(-?\d+)\]/g

const valueAt = (record: unknown, path: string): unknown => {
  let found = record
  for (const [, key, index] of path.matchAll(STEP)) {
    if (index !== undefined) found = Array.isArray(found) ? (found as unknown[]).at(Number(index)) : undefined
    else if (key !== undefined)
      found = typeof found === 'object' && found !== null ? (found as JsonObject)[key] : undefined
  }
  return found ?? null
}
