/**
 * Replaces an embedded database by a copy of a backup. The copy gets the name of the database with one rename, after the old
 * database has got a second name, so a kill leaves either the old or the new database in place.
 */
import { chmodSync, constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  createPartialFolder,
  publishFile,
  removePartial,
  removeStalePartials,
  requireSpace,
  syncFolder,
} from '../../platform/partial-file.js'
import { createDatabaseFolder } from './database-folder.js'
import { acquireLock } from './sqlite-lock.js'
import { loadSqlite } from './sqlite-module.js'

interface RestoreOptions {
  backup: string
  target: string
  /** Replace the database if it exists. */
  isReplacing: boolean
  /** The name that the old database is kept under. */
  keepAs: string
  /** Called with the path of the copy before anything is replaced; throws if the copy must not be used. */
  check: (copy: string) => Promise<void>
}

/** Logs that SQLite would apply to a database of the same name. */
const LOGS = ['-wal', '-journal']
/** The smallest page of SQLite. SQLite takes a shorter file for an empty database and removes its log. */
const MIN_DATABASE_BYTES = 512

/** Returns whether there was an old database. Throws without a change if a service is using it. */
export const restoreSqlite = async (options: RestoreOptions): Promise<boolean> => {
  const { backup, target, isReplacing, check } = options
  requireBackupFile(backup, target)
  createDatabaseFolder(dirname(target))
  const lock = acquireLock(target)
  try {
    const isExisting = listDatabaseFiles(target).length > 0
    if (isExisting && !isReplacing)
      throw new Error(`${target} exists already; --force replaces it and keeps the old one beside it`)
    removeStalePartials(target)
    const partial = createPartialFolder(target)
    try {
      requireSpace(dirname(target), statSync(backup).size)
      copyFileSync(backup, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      if (existsSync(target)) chmodSync(partial, statSync(target).mode & 0o777)
      await check(partial)
      if (isExisting) keepOldDatabase(options)
      publishFile(partial, target)
    } finally {
      removePartial(partial)
    }
    return isExisting
  } finally {
    lock.close()
  }
}

/** Throws unless the file can be read alone. */
export const requireBackupFile = (backup: string, target?: string): void => {
  if (!existsSync(backup)) throw new Error(`${backup} does not exist`)
  if (!statSync(backup).isFile()) throw new Error(`${backup} is not a file`)
  const { dev, ino } = statSync(backup)
  const other = target !== undefined && existsSync(target) ? statSync(target) : undefined
  if (other?.dev === dev && other.ino === ino) throw new Error(`${backup} is the database itself`)
  const log = LOGS.map((suffix) => `${backup}${suffix}`).find(
    (file) => existsSync(file) && statSync(file).size > 0,
  )
  if (log !== undefined)
    throw new Error(`${backup} is a database in use, not a backup: its log ${log} exists`)
}

/** Makes a database that was restored without keys of which it has no secret start without them. */
export const forgetEncryptionKeys = (path: string, keyIds: readonly string[]): void => {
  const db = new (loadSqlite())(path)
  try {
    const remove = db.prepare('delete from encryption_keys where key_id = ?')
    for (const id of keyIds) remove.run(id)
  } finally {
    db.close()
  }
}

const listDatabaseFiles = (target: string): string[] =>
  ['', ...LOGS].map((suffix) => `${target}${suffix}`).filter((file) => existsSync(file))

/** The log gets its second name before SQLite opens the database and may change both. */
const keepOldDatabase = ({ target, keepAs }: RestoreOptions): void => {
  const toKeptName = (file: string): string => `${keepAs}${file.slice(target.length)}`
  const files = listDatabaseFiles(target)
  for (const file of files) linkSync(file, toKeptName(file))
  syncFolder(dirname(target))
  try {
    if (foldLog(target)) removeLogs(keepAs)
  } catch (error) {
    for (const file of files) rmSync(toKeptName(file))
    throw error
  }
  removeLogs(target)
}

const removeLogs = (path: string): void => {
  for (const suffix of [...LOGS, '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

/**
 * Moves the log of the old database into its file, so that the database can be replaced with one rename. Throws if another program has
 * the database open, and returns false if the database is damaged.
 */
const foldLog = (target: string): boolean => {
  if (!existsSync(target) || statSync(target).size < MIN_DATABASE_BYTES) return false
  try {
    const db = new (loadSqlite())(target)
    try {
      db.exec('pragma journal_mode = delete')
    } finally {
      db.close()
    }
    return true
  } catch (error) {
    if (!/locked/.test((error as Error).message)) return false
    throw new Error(`another program is using ${target}: stop it first`, { cause: error })
  }
}
