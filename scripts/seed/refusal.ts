/** Reasons not to fill a database. */
import type { Database } from '../../src/store/sql/database.js'
import { read } from './rows.js'

/** Longer than the time between two heartbeats of a node. */
const NODE_ALIVE_MS = 30_000

export const findRefusal = async (db: Database, force: boolean, now: number): Promise<string | undefined> => {
  const { kysely } = db.dialect
  const nodes = await read(
    db,
    kysely
      .selectFrom('nodes')
      .select('node_id')
      .where('heartbeat_at', '>', now - NODE_ALIVE_MS)
      .limit(1),
  )
  if (nodes.length > 0 && db.dialect.supportsMultipleNodes)
    return 'A service uses this database, or did so in the last 30 seconds. Stop it first.'
  const runs = await read(db, kysely.selectFrom('runs').select('run_id').limit(1))
  if (runs.length > 0 && !force) return 'The database already has runs. Use --force to add more.'
  return undefined
}
