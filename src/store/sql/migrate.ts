/**
 * Migrations are forward-only SQL files, one text for both engines. Each runs in one transaction with the row
 * that records it, so a kill in the middle leaves nothing behind. A database that is newer than this program is
 * refused: an old program must not write what it does not understand.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fromBuild } from '../../platform/package-root.js'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

export const VERSION_TABLE = `create table if not exists schema_versions (
  version bigint primary key,
  name text not null,
  applied_at bigint not null
)`

export const loadMigrations = (tokens: Readonly<Record<string, string>>): Migration[] => {
  const folder = fromBuild('migrations')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: fillTokens(readFileSync(join(folder, file), 'utf8'), tokens),
    }))
}

const fillTokens = (sql: string, tokens: Readonly<Record<string, string>>): string =>
  sql.replace(/\{(\w+)\}/g, (token, name: string) => tokens[name] ?? token)

/** Which migrations a database at `found` still needs. */
export const pending = (migrations: readonly Migration[], found: number): Migration[] => {
  const known = migrations.at(-1)?.version ?? 0
  if (found > known) {
    throw new Error(
      `The database has schema version ${String(found)}; this Heddle knows versions up to ${String(known)}. ` +
        'Start the newer Heddle that made it, or restore a backup.',
    )
  }
  return migrations.filter(({ version }) => version > found)
}
