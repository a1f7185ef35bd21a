/** Maps cron rows to the LangGraph representation of a cron, and to the requests of their runs. */
import type { JsonObject } from '../../schema/common.js'
import { CRON_RUN_FIELDS, type Cron } from '../../schema/cron.js'
import type { LangGraphRunCreate } from '../../schema/langgraph-run.js'
import type { CronRow } from '../../store/crons/crons.js'
import { toIso, toIsoOrNull } from '../row-mappers.js'

export const toCron = (row: CronRow): Cron => ({
  cron_id: row.cron_id,
  assistant_id: row.assistant_id,
  thread_id: row.thread_id,
  on_run_completed: row.on_run_completed,
  end_time: toIsoOrNull(row.end_time),
  schedule: row.schedule,
  timezone: row.timezone,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  payload: JSON.parse(row.payload) as JsonObject,
  user_id: row.user_id,
  next_run_date: toIsoOrNull(row.next_run_date),
  metadata: JSON.parse(row.metadata) as JsonObject,
  enabled: row.enabled === 1,
})

/** The stored payload may contain unknown fields; only validated fields are passed to the run. */
export const toLangGraphRunCreate = (
  row: Pick<CronRow, 'cron_id' | 'assistant_id' | 'on_run_completed' | 'payload' | 'metadata'>,
): LangGraphRunCreate => {
  const payloadFields = Object.entries(JSON.parse(row.payload) as JsonObject)
  return {
    ...(Object.fromEntries(
      payloadFields.filter(([name]) => CRON_RUN_FIELDS.includes(name)),
    ) as Partial<LangGraphRunCreate>),
    assistant_id: row.assistant_id,
    metadata: { ...(JSON.parse(row.metadata) as JsonObject), cron_id: row.cron_id },
    on_completion: row.on_run_completed ?? 'keep',
  }
}
