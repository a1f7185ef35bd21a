import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from 'vitest'

/** Runs SQLite's integrity check on the file of a stopped server. */
export const expectIntactSqlite = (databaseUrl: string): void => {
  const db = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
  try {
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  } finally {
    db.close()
  }
}
