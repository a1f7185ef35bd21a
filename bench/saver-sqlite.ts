/**
 * Opens a database for LangGraph's SQLite saver with the driver of the service. The saver's own driver, better-sqlite3, would
 * have to be compiled or downloaded on installation; package.json replaces it. What is stored does not depend on the driver.
 */
import type { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { enhance } from '@photostructure/sqlite'
import { loadSqlite } from '../src/store/sql/sqlite-module.js'

type SaverDatabase = ConstructorParameters<typeof SqliteSaver>[0]
/** The values that the saver stores. */
type Value = string | number | Uint8Array | undefined

/** better-sqlite3 stores undefined as null; this driver rejects it. */
const toStored = (values: readonly Value[]) => values.map((value) => value ?? null)

export const openForSaver = (file: string): SaverDatabase => {
  const db = enhance(new (loadSqlite())(file))
  return {
    pragma: (statement: string) => db.pragma(statement),
    exec: (sql: string) => {
      db.exec(sql)
    },
    transaction: (run: (...args: unknown[]) => unknown) => db.transaction(run),
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      return {
        get: (...values: Value[]) => statement.get(...toStored(values)),
        all: (...values: Value[]) => statement.all(...toStored(values)),
        run: (...values: Value[]) => statement.run(...toStored(values)),
      }
    },
    close: () => {
      db.close()
    },
  }
}
