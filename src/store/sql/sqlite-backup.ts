/**
 * Copies an embedded database to a file, also while a service is using it. `VACUUM INTO` reads one snapshot, so the copy is
 * consistent and contains every change that was acknowledged before it started; writers do not wait for it.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadSqlite } from './sqlite-module.js'

export interface BackupSummary {
  bytes: number
  schemaVersion: number
}

/** Throws if the target exists, or if the copy does not pass SQLite's integrity check. */
export const backUpSqlite = (source: string, target: string): BackupSummary => {
  if (!existsSync(source)) throw new Error(`the database ${source} does not exist`)
  if (existsSync(target)) throw new Error(`${target} exists already; choose another name`)
  // An interrupted backup must not look like a complete one.
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  copyDatabase(source, partial)
  try {
    const schemaVersion = checkCopy(partial)
    syncToDisk(partial)
    renameSync(partial, target)
    syncToDisk(dirname(target))
    return { bytes: statSync(target).size, schemaVersion }
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

const copyDatabase = (source: string, target: string): void => {
  const db = new (loadSqlite())(source, { readOnly: true })
  try {
    db.exec('pragma busy_timeout = 5000')
    db.prepare('vacuum into ?').run(target)
  } finally {
    db.close()
  }
}

const checkCopy = (path: string): number => {
  const db = new (loadSqlite())(path, { readOnly: true })
  try {
    const problems = (db.prepare('pragma integrity_check(3)').all() as { integrity_check: string }[])
      .map(({ integrity_check }) => integrity_check)
      .filter((text) => text !== 'ok')
    if (problems.length > 0) throw new Error(`the database is damaged: ${problems.join('; ')}`)
    const { version } = db.prepare('select max(version) as version from schema_versions').get() as {
      version: number
    }
    return version
  } finally {
    db.close()
  }
}

const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
