/** Every row of a database as text, for tests that look for what must not be there. */
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

/** What was configured is there on purpose. */
const CONFIGURED = new Set(['assistants', 'assistant_versions', 'guardrails', 'policies'])

export const everythingStored = (databaseUrl: string): Promise<string[]> =>
  databaseUrl.startsWith('sqlite:') ? ofSqlite(databaseUrl.slice('sqlite:'.length)) : ofPostgres(databaseUrl)

const ofSqlite = async (file: string): Promise<string[]> => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as {
      name: string
    }[]
    return tables
      .filter(({ name }) => !CONFIGURED.has(name))
      .flatMap(({ name }) => asTexts(name, db.prepare(`select * from "${name}"`).all()))
  } finally {
    db.close()
  }
}

const ofPostgres = async (connectionString: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const texts: string[] = []
    for (const { name } of rows) {
      if (CONFIGURED.has(name)) continue
      texts.push(...asTexts(name, (await client.query<object>(`select * from "${name}"`)).rows))
    }
    return texts
  } finally {
    await client.end()
  }
}

const asTexts = (table: string, rows: readonly object[]): string[] =>
  rows.map((row) => `${table}: ${JSON.stringify(row)}`)
