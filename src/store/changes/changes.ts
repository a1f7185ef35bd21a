/** Reads the state of resources whose kind is not known: notifications between nodes carry IDs only. */
import { sql } from 'kysely'
import type { ChangeTopic } from '../../schema/change.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { prepare, type SqlValue } from '../sql/statement.js'

export interface ResourceState {
  topic: ChangeTopic
  id: string
  /** The webhook of a delivery, whose ID is that of its event; '' for other resources. */
  part: string
  status: string
  updated_at: number
  /** The end of the reservation of a waiting run, which does not change `updated_at`; 0 for everything else. */
  reserved_until: number
}

const IDS_PER_READ = 100

const topic = (name: ChangeTopic) => sql.lit<ChangeTopic>(name).as('topic')
const status = (column: string) => sql<string>`${sql.ref(column)}`.as('status')
const notReserved = sql.lit<number>(0).as('reserved_until')
const noPart = sql.lit<string>('').as('part')

export const makeChangeStore = (db: Database) => {
  const { kysely } = db.dialect

  const selectStates = memoizeByShape((count: number) =>
    prepare<Record<string, SqlValue>>()((p) => {
      const tenant_id = p['tenant_id'] as string
      const ids = Array.from({ length: count }, (_, index) => p[`id${String(index)}`] as string)
      return (
        kysely
          .selectFrom('runs')
          .select(({ fn }) => [
            topic('runs'),
            'run_id as id',
            noPart,
            status('status'),
            'updated_at',
            fn.coalesce('reserved_until', sql.lit<number>(0)).as('reserved_until'),
          ])
          .where('tenant_id', '=', tenant_id)
          .where('run_id', 'in', ids)
          .unionAll(
            kysely
              .selectFrom('threads')
              .select([
                topic('threads'),
                'thread_id as id',
                noPart,
                status('status'),
                'updated_at',
                notReserved,
              ])
              .where('tenant_id', '=', tenant_id)
              .where('thread_id', 'in', ids),
          )
          // The status of a thread changes with that of its runs.
          .unionAll(
            kysely
              .selectFrom('runs as r')
              .innerJoin('threads as t', (join) =>
                join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.thread_id', '=', 'r.thread_id'),
              )
              .select([
                topic('threads'),
                't.thread_id as id',
                noPart,
                status('t.status'),
                't.updated_at',
                notReserved,
              ])
              .where('r.tenant_id', '=', tenant_id)
              .where('r.run_id', 'in', ids),
          )
          .unionAll(
            kysely
              .selectFrom('evaluations')
              .select([topic('evals'), 'eval_id as id', noPart, status('status'), 'updated_at', notReserved])
              .where('tenant_id', '=', tenant_id)
              .where('eval_id', 'in', ids),
          )
          .unionAll(
            kysely
              .selectFrom('webhook_deliveries as d')
              .select(({ selectFrom, fn }) => [
                topic('deliveries'),
                'd.event_id as id',
                'd.webhook_id as part',
                status('d.status'),
                fn
                  .coalesce(
                    selectFrom('webhook_attempts as a')
                      .select(({ fn: of }) => of.max<number>('a.attempted_at').as('attempted_at'))
                      .whereRef('a.event_id', '=', 'd.event_id')
                      .whereRef('a.webhook_id', '=', 'd.webhook_id'),
                    'd.created_at',
                  )
                  .as('updated_at'),
                notReserved,
              ])
              .where('d.tenant_id', '=', tenant_id)
              .where('d.event_id', 'in', ids),
          )
      )
    }),
  )

  return {
    /** IDs that the tenant does not have are left out. A thread can be returned more than once. */
    async listStates(tenant_id: string, ids: readonly string[]): Promise<ResourceState[]> {
      const states: ResourceState[] = []
      for (let start = 0; start < ids.length; start += IDS_PER_READ) {
        const chunk = ids.slice(start, start + IDS_PER_READ)
        const params = Object.fromEntries(chunk.map((id, index) => [`id${String(index)}`, id]))
        states.push(...(await db.read(selectStates(chunk.length)({ tenant_id, ...params }))))
      }
      return states
    },
  }
}

export type ChangeStore = ReturnType<typeof makeChangeStore>
