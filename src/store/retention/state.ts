/** Which node purges, and what was purged. The lease only avoids that two nodes do the same work: purging twice does no harm. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type PurgeCounts = Pick<
  Row<'retention_state'>,
  'purged_runs' | 'purged_events' | 'purged_checkpoints' | 'purged_threads'
>
const COUNTS = ['purged_runs', 'purged_events', 'purged_checkpoints', 'purged_threads'] as const

export const NO_COUNTS: PurgeCounts = {
  purged_runs: 0,
  purged_events: 0,
  purged_checkpoints: 0,
  purged_threads: 0,
}

interface Lease extends PurgeCounts {
  owner: string
  now: number
  expires: number
}

export const makeRetentionStateStore = (db: Database) => {
  const { kysely } = db.dialect

  const buildUpdate = (p: PurgeCounts) =>
    kysely
      .updateTable('retention_state')
      .set((eb) => Object.fromEntries(COUNTS.map((name) => [name, eb(name, '+', p[name])])))
      .where('id', '=', sql.lit(1))

  const select = prepare<object>()(() => kysely.selectFrom('retention_state').selectAll())
  const acquire = prepare<Lease>()((p) =>
    buildUpdate(p)
      .set({ lease_owner: p.owner, lease_expires_at: p.expires })
      .where((eb) => eb.or([eb('lease_expires_at', '<=', p.now), eb('lease_owner', '=', p.owner)]))
      .returning('id'),
  )
  const release = prepare<Omit<Lease, 'expires'>>()((p) =>
    buildUpdate(p)
      .set({ lease_owner: null, lease_expires_at: sql.lit(0), last_purge_at: p.now })
      .where('lease_owner', '=', p.owner),
  )

  return {
    async get(): Promise<Row<'retention_state'> | undefined> {
      return (await db.read(select({})))[0]
    },

    /** Takes or renews the lease, and adds what was purged since the last call. Returns false if another node has the lease. */
    async acquire(lease: Lease): Promise<boolean> {
      return ((await db.write([acquire(lease)]))?.[0].length ?? 0) > 0
    },

    /** Gives the lease back after a complete purge. */
    async release(purge: Omit<Lease, 'expires'>): Promise<void> {
      await db.write([release(purge)])
    },
  }
}

export type RetentionStateStore = ReturnType<typeof makeRetentionStateStore>
