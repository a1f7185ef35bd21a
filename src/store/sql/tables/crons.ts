/** The rows of runs that are made at dates; a part of tables.ts. */
import type { OnRunCompleted } from '../../../schema/cron.js'
import { column, integer, orNull, payload, searchable, text } from '../column.js'

export const CRON_TABLES = {
  crons: {
    tenant_id: text,
    cron_id: text,
    assistant_id: text,
    /** Null: each run has a thread of its own. */
    thread_id: orNull(text),
    schedule: text,
    /** Null: UTC. */
    timezone: orNull(text),
    end_time: orNull(integer),
    /** Null: the runs are in a thread that is not theirs to remove. */
    on_run_completed: orNull(column<OnRunCompleted>('text')),
    enabled: integer,
    payload,
    metadata: searchable,
    user_id: orNull(text),
    /** Null: there is none, because it is over or not enabled. */
    next_run_date: orNull(integer),
    /** Grows with every change and every run: the compare-and-set of both. */
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },
}
