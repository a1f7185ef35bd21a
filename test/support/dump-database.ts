/** Returns every row of a database as text, for tests that check that a text is not stored anywhere. */
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

/** Tables that contain what the test has configured. */
const CONFIGURATION_TABLES = new Set(['assistants', 'assistant_versions', 'guardrails', 'policies'])

/** All tables except those that contain what the test has configured. */
export const dumpDatabase = (databaseUrl: string): Promise<string[]> =>
  dumpTables(databaseUrl, (table) => !CONFIGURATION_TABLES.has(table))

export const dumpWholeDatabase = (databaseUrl: string): Promise<string[]> =>
  dumpTables(databaseUrl, () => true)

const dumpTables = (databaseUrl: string, isIncluded: (table: string) => boolean): Promise<string[]> =>
  databaseUrl.startsWith('sqlite:')
    ? dumpSqlite(databaseUrl.slice('sqlite:'.length), isIncluded)
    : dumpPostgres(databaseUrl, isIncluded)

const dumpSqlite = async (file: string, isIncluded: (table: string) => boolean): Promise<string[]> => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as {
      name: string
    }[]
    return tables
      .filter(({ name }) => isIncluded(name))
      .flatMap(({ name }) => toLines(name, db.prepare(`select * from "${name}"`).all()))
  } finally {
    db.close()
  }
}

const dumpPostgres = async (
  connectionString: string,
  isIncluded: (table: string) => boolean,
): Promise<string[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const lines: string[] = []
    for (const { name } of rows) {
      if (!isIncluded(name)) continue
      lines.push(...toLines(name, (await client.query<object>(`select * from "${name}"`)).rows))
    }
    return lines
  } finally {
    await client.end()
  }
}

const toLines = (table: string, rows: readonly object[]): string[] =>
  rows.map((row) => `${table}: ${JSON.stringify(row)}`)
