/** Copies an embedded database and checks the copy. A thread of its own, so that the main thread can report progress and end on a signal. */
import { parentPort, workerData } from 'node:worker_threads'
import { requireSpace } from '../../platform/partial-file.js'
import type { BackupContent, BackupMessage } from './sqlite-backup.js'
import { findDamage } from './sqlite-integrity.js'
import { loadSqlite } from './sqlite-module.js'

const { source, partial, folder } = workerData as { source: string; partial: string; folder: string }
const Driver = loadSqlite()

const post = (message: BackupMessage): void => {
  parentPort?.postMessage(message)
}

const copyDatabase = (): void => {
  const db = new Driver(source, { readOnly: true })
  try {
    db.exec('pragma busy_timeout = 5000')
    const { bytes } = db
      .prepare(
        `select (page_count - freelist_count) * page_size as bytes
         from pragma_page_count, pragma_freelist_count, pragma_page_size`,
      )
      .get() as { bytes: number }
    requireSpace(folder, bytes)
    post({ phase: 'copying', bytes })
    db.prepare('vacuum into ?').run(partial)
  } finally {
    db.close()
  }
}

const checkCopy = (): BackupContent => {
  const db = new Driver(partial, { readOnly: true })
  try {
    const problems = findDamage(db, 'integrity_check')
    if (problems.length > 0) throw new Error(`the database is damaged: ${problems.join('; ')}`)
    return db
      .prepare(
        `select (select max(version) from schema_versions) as schemaVersion,
           (select count(*) from threads) as threads, (select count(*) from runs) as runs`,
      )
      .get() as never
  } finally {
    db.close()
  }
}

copyDatabase()
post({ phase: 'checking' })
post({ phase: 'checked', content: checkCopy() })
