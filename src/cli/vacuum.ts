/** `heddle vacuum`: returns the space of deleted rows of the embedded database to the file system, while the service is stopped. */
import { resolve } from 'node:path'
import { loadConfig, readEnvironment } from '../config.js'
import { AppError } from '../errors.js'
import { vacuumSqlite } from '../store/sql/sqlite-vacuum.js'

const SQLITE_PREFIX = 'sqlite:'

export const vacuum = (): void => {
  const { DATABASE_URL: url } = loadConfig(readEnvironment())
  if (!url.startsWith(SQLITE_PREFIX))
    throw new AppError(
      'unprocessable_entity',
      'heddle vacuum rewrites SQLite databases. PostgreSQL reuses the space of deleted rows by itself (autovacuum)',
    )
  const file = resolve(url.slice(SQLITE_PREFIX.length))
  try {
    const { before, after } = vacuumSqlite(file)
    process.stdout.write(`${file}: ${String(before)} bytes before, ${String(after)} bytes after\n`)
  } catch (error) {
    throw new AppError('unprocessable_entity', `vacuum failed: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
