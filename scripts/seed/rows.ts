/** Reads and writes rows of the seeded database. */
import type { Compilable, InferResult } from 'kysely'
import { DEFAULT_TENANT } from '../../src/domain/api-keys.js'
import type { Database } from '../../src/store/sql/database.js'
import type { SqlValue, Statement } from '../../src/store/sql/statement.js'

const BATCH_SIZE = 500

export const tenant_id = DEFAULT_TENANT

export const toStatement = (query: Compilable): Statement => {
  const { sql, parameters } = query.compile()
  return { sql, params: parameters as SqlValue[], requiresRow: false }
}

export const read = async <Query extends Compilable>(
  db: Database,
  query: Query,
): Promise<InferResult<Query>> => (await db.read(toStatement(query))) as InferResult<Query>

export const writeAll = async (db: Database, queries: readonly Compilable[]): Promise<void> => {
  for (let start = 0; start < queries.length; start += BATCH_SIZE)
    await db.write(queries.slice(start, start + BATCH_SIZE).map(toStatement))
}
