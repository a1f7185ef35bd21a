/** References to values of a thread (store/threads/thread-values.ts) in the row of a run and in its events. */
import type { Text } from '../../platform/shared-text.js'
import type { ThreadValueStore } from '../threads/thread-values.js'
import type { StoredEvent } from './event-rows/row-format.js'

/** JSON never starts with this, so the output of a run cannot be taken for a reference. */
export const REFERENCE = 'version:'

/** Returns what `runs.output` contains for an output that is stored as a version. */
export const toOutputReference = (version: string): string => REFERENCE + version

interface OutputRow {
  tenant_id: string
  thread_id: string
  output: string | null
}

/** Replaces the references in rows by the outputs. The other rows are returned unchanged. */
export const expandOutputs = async <T extends OutputRow>(
  values: ThreadValueStore,
  rows: readonly T[],
): Promise<T[]> => {
  const expanded: T[] = []
  for (const row of rows)
    expanded.push(
      row.output?.startsWith(REFERENCE) === true
        ? { ...row, output: await values.readText(row, row.output.slice(REFERENCE.length)) }
        : row,
    )
  return expanded
}

/** Returns the output of a row. */
export const readOutput = (
  values: ThreadValueStore,
  row: Omit<OutputRow, 'output'> & { output: Text | null },
): Promise<Text | null> | Text | null =>
  typeof row.output === 'string' && row.output.startsWith(REFERENCE)
    ? values.readShared(row, row.output.slice(REFERENCE.length))
    : row.output

/** The key of an event that maps one of its fields to the version of its value. No event has a field of this name. */
const STORED_KEY = 'stored'
export const STORED_FIELD = `"${STORED_KEY}":{`

/** Returns the JSON of an event without the value of `field`, which is stored as a version. `json` is the rest of the event. */
export const toEventReference = (json: string, field: string, version: string): string =>
  `${json.slice(0, -1)},${STORED_FIELD}${JSON.stringify(field)}:${JSON.stringify(version)}}}`

/** Adds a field whose value is JSON to the JSON of an object that has other fields. */
export const addJsonField = (json: string, field: string, value: string): string =>
  `${json.slice(0, -1)},${JSON.stringify(field)}:${value}}`

/** False if the JSON of events contains no reference. */
export const mayReferToValues = (json: string): boolean => json.includes(STORED_FIELD)

/** Replaces the references in the texts of events. */
export const expandEvents = async (
  values: ThreadValueStore,
  key: { tenant_id: string; run_id: string },
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> => {
  const expanded: StoredEvent[] = []
  for (const event of events) {
    if (!mayReferToValues(event.text)) {
      expanded.push(event)
      continue
    }
    const { [STORED_KEY]: stored, ...rest } = JSON.parse(event.text) as Record<string, unknown>
    let text = JSON.stringify(rest)
    for (const [field, version] of Object.entries((stored ?? {}) as Record<string, string>))
      text = addJsonField(text, field, (await values.readTextOfRun(key, version)) ?? 'null')
    expanded.push({ ...event, text })
  }
  return expanded
}
