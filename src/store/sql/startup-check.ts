/**
 * Checks an embedded database before it is used. After a crash SQLite recovers without a message; the report says what it
 * found. A damaged file is rejected: a service that writes to it makes the damage worse.
 */
import { statSync } from 'node:fs'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { findDamage } from './sqlite-integrity.js'
import type { WalFrames } from './wal-frames.js'

const MIB = 1_048_576
/** quick_check reads the whole file. A start after an ordinary stop should not notice it, one after a crash may. */
const MAX_CHECKED_BYTES = 64 * MIB
const MAX_CHECKED_AFTER_CRASH_BYTES = 1_024 * MIB

export interface StartupReport {
  /** Undefined if the last process stopped normally. */
  wal?: WalFrames
  /** `skipped`: the file is too large to be checked at each start. */
  quickCheck: 'ok' | 'skipped'
}

/** Throws if the file is damaged. */
export const checkDatabaseFile = (
  db: DatabaseSyncInstance,
  path: string,
  wal: WalFrames | undefined,
): StartupReport => {
  const isWalDamaged = wal !== undefined && wal.lostTransactions > 0
  const maxBytes = wal === undefined ? MAX_CHECKED_BYTES : MAX_CHECKED_AFTER_CRASH_BYTES
  if (!isWalDamaged && statSync(path).size > maxBytes) return { ...(wal && { wal }), quickCheck: 'skipped' }
  const problems = findDamage(db, 'quick_check')
  if (problems.length === 0) return { ...(wal && { wal }), quickCheck: 'ok' }
  throw new Error(
    `the database file is damaged: ${problems.join('; ')}. Restore a backup (docs/operations.md), or copy what can ` +
      `still be read with: sqlite3 ${path} ".recover" | sqlite3 recovered.db`,
  )
}
