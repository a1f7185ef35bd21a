/** `heddle backup`: copies the embedded database to a file, whether or not the service is running. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig, readEnvironment } from '../config.js'
import { AppError } from '../errors.js'
import { backUpSqlite } from '../store/sql/sqlite-backup.js'

const SQLITE_PREFIX = 'sqlite:'

export const backup = (target: string): void => {
  const { DATABASE_URL: url } = loadConfig(readEnvironment())
  if (!url.startsWith(SQLITE_PREFIX)) {
    throw new AppError(
      'unprocessable_entity',
      'heddle backup copies SQLite databases. For PostgreSQL use: pg_dump --format=custom --file=<file> "$DATABASE_URL"',
    )
  }
  const file = resolve(target)
  try {
    const source = resolve(url.slice(SQLITE_PREFIX.length))
    const { bytes, schemaVersion } = backUpSqlite(source, file)
    process.stdout.write(
      `${file}: ${String(bytes)} bytes, schema version ${String(schemaVersion)}, integrity check ok\n`,
    )
    if (existsSync(`${source}.key`)) {
      process.stdout.write(
        `also back up the key file ${source}.key, and keep it apart: stored secrets cannot be read without it\n`,
      )
    }
  } catch (error) {
    throw new AppError('unprocessable_entity', `backup failed: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  }
}
