/**
 * Migrations are forward-only SQL files with one text for both databases. Each runs in one transaction with the row that
 * records it, so a kill in the middle leaves nothing behind. A database with a newer schema than this program knows is
 * rejected: an old program must not write to a schema that it does not understand.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveBuildFile } from '../../platform/package-root.js'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

export const CREATE_VERSION_TABLE = `create table if not exists schema_versions (
  version bigint primary key,
  name text not null,
  applied_at bigint not null
)`

export const loadMigrations = (tokens: Readonly<Record<string, string>>): Migration[] => {
  const folder = resolveBuildFile('migrations')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: replaceTokens(readFileSync(join(folder, file), 'utf8'), tokens),
    }))
}

const replaceTokens = (sql: string, tokens: Readonly<Record<string, string>>): string =>
  sql.replace(/\{(\w+)\}/g, (token, name: string) => tokens[name] ?? token)

/** Returns the migrations that are newer than the version of the database. */
export const findPendingMigrations = (
  migrations: readonly Migration[],
  currentVersion: number,
): Migration[] => {
  const latestVersion = migrations.at(-1)?.version ?? 0
  if (currentVersion > latestVersion) {
    throw new Error(
      `The database has schema version ${String(currentVersion)}; this version of Heddle supports versions up to ${String(latestVersion)}. ` +
        'Start a newer version of Heddle, or restore a backup.',
    )
  }
  return migrations.filter(({ version }) => version > currentVersion)
}
