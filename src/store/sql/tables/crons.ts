/** The rows of runs that are made at dates; a part of tables.ts. */
import type { OnRunCompleted } from '../../../schema/cron.js'
import { column, integer, nullable, jsonText, searchableJson, text } from '../column.js'

export const CRON_TABLES = {
  crons: {
    tenant_id: text,
    cron_id: text,
    assistant_id: text,
    /** Null: each run has a thread of its own. */
    thread_id: nullable(text),
    schedule: text,
    /** Null: UTC. */
    timezone: nullable(text),
    end_time: nullable(integer),
    /** Null: the runs are in a thread that is not theirs to remove. */
    on_run_completed: nullable(column<OnRunCompleted>('text')),
    enabled: integer,
    payload: jsonText,
    metadata: searchableJson,
    user_id: nullable(text),
    /** Null: there is none, because it is over or not enabled. */
    next_run_date: nullable(integer),
    /** Grows with every change and every run: the compare-and-set of both. */
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },
}
