import type { Database } from '../sql/database.js'
import { pick, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type ConsoleSessionRow = Row<'console_sessions'>

/** A session with the state of its API key. These fields are null if the session has no API key. */
export interface StoredSession extends ConsoleSessionRow {
  found_key_id: string | null
  key_revoked_at: number | null
  key_expires_at: number | null
}

interface SessionId {
  tenant_id: string
  session_id: string
}

export const makeConsoleSessionStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<ConsoleSessionRow>()((p) =>
    kysely.insertInto('console_sessions').values(pick(p, getColumnNames('console_sessions'))),
  )

  // Without a tenant, like the query for an API key: the token determines the tenant.
  const selectByHash = prepare<{ hash: string }>()((p) =>
    kysely
      .selectFrom('console_sessions as s')
      .leftJoin('api_keys as k', (join) =>
        join.onRef('k.tenant_id', '=', 's.tenant_id').onRef('k.key_id', '=', 's.key_id'),
      )
      .selectAll('s')
      .select([
        'k.key_id as found_key_id',
        'k.revoked_at as key_revoked_at',
        'k.expires_at as key_expires_at',
      ])
      .where('s.hash', '=', p.hash),
  )

  const extend = prepare<SessionId & { idle_expires_at: number }>()((p) =>
    kysely
      .updateTable('console_sessions')
      .set({ idle_expires_at: p.idle_expires_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('session_id', '=', p.session_id)
      .where('idle_expires_at', '<', p.idle_expires_at),
  )

  const remove = prepare<{ hash: string }>()((p) =>
    kysely.deleteFrom('console_sessions').where('hash', '=', p.hash),
  )

  const removeExpired = prepare<{ now: number }>()((p) =>
    kysely.deleteFrom('console_sessions').where('idle_expires_at', '<=', p.now),
  )

  return {
    async insert(row: ConsoleSessionRow): Promise<void> {
      await db.write([insert(row)])
    },

    async getByHash(hash: string): Promise<StoredSession | undefined> {
      return (await db.read(selectByHash({ hash })))[0]
    },

    async extend(session: SessionId, idle_expires_at: number): Promise<void> {
      await db.write([extend({ ...session, idle_expires_at })])
    },

    async remove(hash: string): Promise<void> {
      await db.write([remove({ hash })])
    },

    async removeExpired(now: number): Promise<void> {
      await db.write([removeExpired({ now })])
    },
  }
}

export type ConsoleSessionStore = ReturnType<typeof makeConsoleSessionStore>
