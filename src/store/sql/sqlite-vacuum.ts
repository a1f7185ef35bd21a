/**
 * Rewrites an embedded database without the space of deleted rows. Afterwards it is in the mode in which a purge returns free space in
 * small steps; databases that were created before that mode was the default need this once.
 */
import { existsSync, statSync } from 'node:fs'
import { acquireLock } from './sqlite-lock.js'
import { loadSqlite } from './sqlite-module.js'

/** Throws if a service is using the database. A crash leaves the database as it was. */
export const vacuumSqlite = (path: string): { before: number; after: number } => {
  if (!existsSync(path)) throw new Error(`the database ${path} does not exist`)
  const lock = acquireLock(path)
  try {
    const db = new (loadSqlite())(path)
    const before = statSync(path).size
    try {
      db.exec('pragma auto_vacuum = incremental; vacuum; pragma wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
    return { before, after: statSync(path).size }
  } finally {
    lock.close()
  }
}
