import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { loadSqlite } from './sqlite-module.js'

/** Returns the first problems that SQLite finds in the whole file. `quick_check` does not compare indexes with their tables. */
export const findDamage = (db: DatabaseSyncInstance, check: 'integrity_check' | 'quick_check'): string[] => {
  try {
    const rows = db.prepare(`pragma ${check}(3)`).all() as Record<string, string>[]
    return rows.map((row) => row[check] ?? '').filter((text) => text !== 'ok')
  } catch (error) {
    return [(error as Error).message]
  }
}

export const findFileDamage = (path: string): string[] => {
  const db = new (loadSqlite())(path, { readOnly: true })
  try {
    return findDamage(db, 'integrity_check')
  } finally {
    db.close()
  }
}
