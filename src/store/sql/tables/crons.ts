/** The table of crons; a part of tables.ts. */
import type { OnRunCompleted } from '../../../schema/cron.js'
import { column, integer, nullable, jsonText, searchableJson, text } from '../column.js'

export const CRON_TABLES = {
  crons: {
    tenant_id: text,
    cron_id: text,
    assistant_id: text,
    /** Null: each run gets a new thread. */
    thread_id: nullable(text),
    schedule: text,
    /** Null: UTC. */
    timezone: nullable(text),
    end_time: nullable(integer),
    /** Whether the new thread is removed after its run. Null: the runs use an existing thread. */
    on_run_completed: nullable(column<OnRunCompleted>('text')),
    enabled: integer,
    payload: jsonText,
    metadata: searchableJson,
    user_id: nullable(text),
    /** Null: no run is due, because the cron has ended or is disabled. */
    next_run_date: nullable(integer),
    /** Incremented by every change and every run; both compare-and-set it. */
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },
}
