/** Checks of the database: its folder and disk, whether it can be reached, its schema, and whether it can be written. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config.js'
import { redactText } from '../../platform/log.js'
import { Database } from '../../store/sql/database.js'
import { loadMigrations, SELECT_SCHEMA_STATE, type SchemaState } from '../../store/sql/migrate.js'
import { getDatabaseFile } from '../../wiring/database.js'
import { formatSize } from '../format-size.js'
import { ok, problem, warning, type CheckResult } from './check-result.js'
import { checkClock } from './network.js'

const MIN_FREE_BYTES = 100e6
const LOW_FREE_BYTES = 1e9

/** The nearest folder that exists; the service creates those below it. */
const findExistingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder))

export const judgeFreeSpace = (folder: string, freeBytes: number): CheckResult => {
  const message = `${formatSize(freeBytes)} are free on the disk of ${folder}`
  if (freeBytes < MIN_FREE_BYTES) return problem('disk', message, 'free some space, or move the database')
  return freeBytes < LOW_FREE_BYTES ? warning('disk', message, 'free some space soon') : ok('disk', message)
}

const checkFolder = (file: string): CheckResult[] => {
  const folder = findExistingFolder(dirname(file))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    return [
      problem(
        'data folder',
        `${path} cannot be written by this user`,
        'change its owner or its mode, or DATABASE_URL',
      ),
    ]
  }
  const { bavail, bsize } = statfsSync(folder)
  return [ok('data folder', `${folder} can be written`), judgeFreeSpace(folder, bavail * bsize)]
}

const checkSchema = async (db: Database): Promise<CheckResult> => {
  const [state] = await db.read<SchemaState>({ sql: SELECT_SCHEMA_STATE, params: [], requiresRow: false })
  const latest = loadMigrations(db.dialect.tokens).at(-1)?.version ?? 0
  const version = state?.version ?? 0
  if ((state?.oldest_program ?? 0) > latest)
    return problem('schema', 'a newer version of Heddle has migrated the database', 'update Heddle')
  return version < latest
    ? warning(
        'schema',
        `migrations ${String(version + 1)} to ${String(latest)} are pending`,
        'start the service, which applies them',
      )
    : ok('schema', `all ${String(latest)} migrations are applied`)
}

const checkSqlite = async (file: string): Promise<CheckResult[]> => {
  const results = checkFolder(file)
  if (!existsSync(file))
    return [...results, ok('database', `${file} does not exist yet; the first start creates it`)]
  let db: Database | undefined
  try {
    db = Database.openSnapshot(file)
    return [...results, await checkSchema(db), ok('database', `${file} can be read`)]
  } catch (error) {
    const fix = 'restore a backup with heddle restore, or move the file away'
    return [...results, problem('database', `${file} cannot be read: ${(error as Error).message}`, fix)]
  } finally {
    await db?.close()
  }
}

const checkPostgres = async ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
}: Config): Promise<CheckResult[]> => {
  const name = redactText(url)
  const db = await Database.open({ url, directUrl, durability: 'full', poolSize: 1 })
  try {
    const clock = checkClock(await db.readTime(), 'the database')
    return [ok('database', `${name} can be reached`), clock, ...(await checkTables(db))]
  } catch (error) {
    return [
      problem(
        'database',
        `${name} cannot be reached: ${describe(error)}`,
        'start PostgreSQL, or correct DATABASE_URL',
      ),
    ]
  } finally {
    await db.close()
  }
}

/** A new database has no tables yet, and a standby has tables that cannot be written. */
const checkTables = async (db: Database): Promise<CheckResult[]> => {
  let schema: CheckResult
  try {
    schema = await checkSchema(db)
  } catch {
    return [ok('schema', 'the database is empty; the first start creates the tables')]
  }
  try {
    await db.probe()
    return [schema, ok('writes', 'the database accepts writes')]
  } catch (error) {
    const fix = 'connect to the primary server, with a user that may write'
    return [schema, problem('writes', `the database refuses writes: ${describe(error)}`, fix)]
  }
}

const describe = (error: unknown): string => {
  const { message, cause } = error as Error
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ')
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

export const checkDatabase = (config: Config): Promise<CheckResult[]> => {
  const file = getDatabaseFile(config)
  return file === undefined ? checkPostgres(config) : checkSqlite(file)
}
