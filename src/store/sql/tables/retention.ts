/** The tables of retention; a part of tables.ts. */
import { column, integer, nullable, real, text } from '../column.js'

/** The resources whose retention differs from RETENTION_DAYS. */
export type RetainedResource = 'assistants' | 'threads'

export const RETENTION_TABLES = {
  retention_overrides: {
    tenant_id: text,
    resource: column<RetainedResource>('text'),
    resource_id: text,
    retention_days: real,
  },

  /** `runs`: the rest of the events of a purged run. `threads`: the history of a thread whose last run was purged. */
  purge_tasks: {
    tenant_id: text,
    resource: column<'runs' | 'threads'>('text'),
    resource_id: text,
  },

  /** A single row. */
  retention_state: {
    id: integer,
    lease_owner: nullable(text),
    lease_expires_at: integer,
    /** The end of the last complete purge. Null: there was none. */
    last_purge_at: nullable(integer),
    purged_runs: integer,
    purged_events: integer,
    purged_checkpoints: integer,
    purged_threads: integer,
  },
}
