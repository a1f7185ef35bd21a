import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { describeLockOwner } from '../../platform/process-lookup.js'
import { loadSqlite } from './sqlite-module.js'

/**
 * Keeps a second service off the same database file: each assumes that it is the only one. The lock is a transaction
 * on a file beside the database that stays open until the process ends; the operating system releases it in any case.
 */
export const acquireLock = (path: string): DatabaseSyncInstance => {
  const lock = new (loadSqlite())(`${path}.lock`)
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    const owner = describeLockOwner(`${path}.lock`) ?? 'another process'
    throw new Error(
      `another Heddle is using ${path}: ${owner}; stop it, or set DATABASE_URL to another database`,
      { cause: error },
    )
  }
  return lock
}
