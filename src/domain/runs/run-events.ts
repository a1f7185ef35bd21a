/** Reads the stored events of a run in pages. */
import { validationError } from '../../errors.js'
import { isLangGraphEvent } from '../../events/run-event.js'
import { RUN_EVENTS, type RunEventPage, type RunEventQuery } from '../../schema/run-event.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Runs } from './runs.js'

const DEFAULT_LIMIT = 100
const FIRST_ROWS = 8
const MAX_ROWS_PER_READ = 200
/** A page ends after so many characters of stored events, also if few of them match: a run can have stored megabytes of tokens. */
const MAX_CHARS_PER_PAGE = 4_000_000

type StoredEvent = RunEventPage['data'][number]

export const makeRunEvents = ({ runs, runEvents }: { runs: Runs; runEvents: RunEventStore }) => ({
  async list(tenant_id: string, runId: string, query: RunEventQuery): Promise<RunEventPage> {
    const { run_id, thread_id } = await runs.get(tenant_id, runId)
    const { after = 0, before = Infinity, limit = DEFAULT_LIMIT } = query
    const isIncluded = makeTypeFilter(query)
    const data: StoredEvent[] = []
    let position = after
    let rowCount = 0
    for (let chars = 0; chars < MAX_CHARS_PER_PAGE;) {
      const rowLimit = estimateRows({ rowCount, chars, found: data.length, limit })
      const rows = await runEvents.listAfter({ tenant_id, run_id }, position, rowLimit)
      rowCount += rows.length
      for (const row of rows) {
        chars += row.chars
        for (const { seq, type, text } of row.events) {
          if (seq >= before) return { data, has_more: false, next_after: null }
          if (isIncluded(type)) {
            if (data.length === limit) return { data, has_more: true, next_after: position }
            data.push({ seq, run_id, thread_id, ...(JSON.parse(text) as object) } as StoredEvent)
          }
          position = seq
        }
      }
      if (rows.length < rowLimit) return { data, has_more: false, next_after: null }
    }
    return { data, has_more: true, next_after: position }
  },
})

interface PageProgress {
  /** Rows and characters that were read, and events that match. */
  rowCount: number
  chars: number
  found: number
  limit: number
}

/**
 * How many rows to read next. A row has between one event and hundreds, so the rows before tell how many are needed; reading more than
 * that took most of the time of a page.
 */
const estimateRows = ({ rowCount, chars, found, limit }: PageProgress): number => {
  if (rowCount === 0) return FIRST_ROWS
  const needed = ((limit - found + 1) * rowCount) / Math.max(1, found)
  const allowed = ((MAX_CHARS_PER_PAGE - chars) * rowCount) / Math.max(1, chars)
  return Math.max(1, Math.min(Math.ceil(needed), Math.ceil(allowed), MAX_ROWS_PER_READ))
}

export type RunEvents = ReturnType<typeof makeRunEvents>

/** Events of the LangGraph API are never included. */
const makeTypeFilter = ({ types, omit }: RunEventQuery): ((type: string) => boolean) => {
  const included = parseTypes('types', types)
  const omitted = parseTypes('omit', omit)
  return (type) =>
    !isLangGraphEvent(type) && (included === undefined || included.has(type)) && omitted?.has(type) !== true
}

const parseTypes = (field: string, text: string | undefined): Set<string> | undefined => {
  if (text === undefined) return undefined
  const types = text.split(',').map((type) => type.trim())
  const unknown = types.find((type) => !Object.hasOwn(RUN_EVENTS, type))
  if (unknown !== undefined)
    throw validationError(field, `"${unknown}" is not one of ${Object.keys(RUN_EVENTS).join(', ')}`)
  return new Set(types)
}
