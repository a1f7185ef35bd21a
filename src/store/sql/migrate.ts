/**
 * Migrations are forward-only SQL files with one text for both databases. Each runs in one transaction with the row that
 * records it, so a kill in the middle leaves nothing behind.
 *
 * During a rolling upgrade, nodes of two versions use one database. A migration is therefore additive, and programs that
 * do not know it keep working. A migration that removes or renames something starts with the line
 * `-- oldest-program: <version>`: programs that do not know the migration with that version are rejected from then on.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveBuildFile } from '../../platform/package-root.js'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** Programs whose latest migration is older than this version cannot use the schema that the migration creates. */
  readonly oldestProgram?: number | undefined
}

/** The names of the rows that both drivers read and write. */
export interface SchemaState {
  /** The latest applied migration; null on an empty database. */
  version: number | null
  /** The largest `oldestProgram` of the applied migrations; null if none has one. */
  oldest_program: number | null
}

export const CREATE_VERSION_TABLES = `create table if not exists schema_versions (
  version bigint primary key,
  name text not null,
  applied_at bigint not null
);
create table if not exists schema_compatibility (
  version bigint primary key,
  oldest_program bigint not null
)`

export const SELECT_SCHEMA_STATE = `select
  (select max(version) from schema_versions) as version,
  (select max(oldest_program) from schema_compatibility) as oldest_program`

/** The SQL that records an applied migration. */
export const recordMigration = ({ version, name, oldestProgram }: Migration, now: number): string =>
  `insert into schema_versions (version, name, applied_at) values (${String(version)}, '${name.replaceAll("'", "''")}', ${String(now)})` +
  (oldestProgram === undefined
    ? ''
    : `; insert into schema_compatibility (version, oldest_program) values (${String(version)}, ${String(oldestProgram)})`)

export const loadMigrations = (tokens: Readonly<Record<string, string>>): Migration[] => {
  const folder = resolveBuildFile('migrations')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(0, -'.sql'.length),
        sql: replaceTokens(text, tokens),
        oldestProgram: parseOldestProgram(text),
      }
    })
}

export const parseOldestProgram = (text: string): number | undefined => {
  const [, version] = /^-- oldest-program: (\d+)\s*$/m.exec(text) ?? []
  return version === undefined ? undefined : Number(version)
}

const replaceTokens = (sql: string, tokens: Readonly<Record<string, string>>): string =>
  sql.replace(/\{(\w+)\}/g, (token, name: string) => tokens[name] ?? token)

/** Returns the migrations that are not applied yet. Throws if this program is too old for the schema. */
export const findPendingMigrations = (
  migrations: readonly Migration[],
  { version, oldest_program }: SchemaState,
): Migration[] => {
  const latestVersion = migrations.at(-1)?.version ?? 0
  if ((oldest_program ?? 0) > latestVersion) {
    throw new Error(
      `The database has schema version ${String(version)}, which requires a version of Heddle with schema version ${String(oldest_program)} or later; ` +
        `this one has ${String(latestVersion)}. Start a newer version of Heddle, or restore a backup.`,
    )
  }
  return migrations.filter((migration) => migration.version > (version ?? 0))
}
