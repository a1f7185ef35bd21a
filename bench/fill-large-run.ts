/** Inserts a completed run with 20,000 events into a migrated SQLite database. */
import { createRequire } from 'node:module'
import type { DatabaseSync } from '@photostructure/sqlite'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import { makeLargeRun } from '../test/support/large-run.js'
import { runRow, T0, threadRow } from '../test/support/rows.js'

/** Returns the id of the run. */
export const fillLargeRun = (file: string): string => {
  const require = createRequire(import.meta.url)
  const driver = require('@photostructure/sqlite') as { DatabaseSync: typeof DatabaseSync }
  const db = new driver.DatabaseSync(file)
  const insert = (table: string, row: object): void => {
    const values = Object.values(row) as (string | number | null)[]
    const marks = values.map(() => '?').join(', ')
    db.prepare(`insert into ${table} (${Object.keys(row).join(', ')}) values (${marks})`).run(...values)
  }
  const thread = threadRow()
  const run = runRow({ thread_id: thread.thread_id, assistant_id: builtInAssistantId('agent') })
  const { rows, completedAt } = makeLargeRun(run)
  insert('threads', thread)
  insert('runs', {
    ...run,
    status: 'completed',
    attempt: 1,
    started_at: T0 + 1,
    updated_at: completedAt,
    completed_at: completedAt,
  })
  for (const row of rows) insert('run_events', row)
  db.close()
  return run.run_id
}
