import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

/** Locks a thread until the end of the batch. Inserts of runs lock it too, so none can be added before. Returns no row if it does not exist. */
export const makeLockThread = ({ dialect: { kysely, forUpdate } }: Database) =>
  prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('threads')
      .select('thread_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .modifyEnd(forUpdate),
  )
