/** Counts the deliveries of the registered webhooks of a tenant by hour. */
import { sql } from 'kysely'
import type { DeliveryStatus } from '../../schema/webhook.js'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import { TENANT_TOPIC } from './rows.js'

export const HOUR_MS = 3_600_000

export interface DeliveryCount {
  webhook_id: string
  /** The number of hours since the Unix epoch. */
  hour: number
  status: DeliveryStatus
  count: number
  /** How many were attempted once. */
  attempted_once: number
  last_event_at: number
}

export const makeDeliveryFiguresStore = (db: Database) => {
  const { kysely } = db.dialect
  // Both columns of the quotient are integers, so both databases truncate it.
  const hour = sql<number>`d.created_at / ${sql.lit(HOUR_MS)}`

  const selectCounts = prepare<{ tenant_id: string; since: number }>()((p) =>
    kysely
      .selectFrom('webhooks as w')
      .innerJoin('webhook_deliveries as d', (join) =>
        join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.webhook_id', '=', 'w.webhook_id'),
      )
      .select(({ fn }) => [
        'd.webhook_id',
        'd.status',
        hour.as('hour'),
        fn.countAll<number>().as('count'),
        sql<number>`count(case when d.attempts = 1 then 1 end)`.as('attempted_once'),
        fn.max<number>('d.created_at').as('last_event_at'),
      ])
      .where('w.tenant_id', '=', p.tenant_id)
      .where('w.topic', '=', sql.lit(TENANT_TOPIC))
      .where('d.created_at', '>=', p.since)
      .groupBy(['d.webhook_id', 'd.status', hour]),
  )

  /** The index finds the newest deliveries of a webhook; those of a failing webhook have an error. */
  const selectErrors = prepare<{ tenant_id: string }>()((p) =>
    kysely
      .selectFrom('webhooks as w')
      .select((eb) => [
        'w.webhook_id',
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.last_error')
          .whereRef('d.tenant_id', '=', 'w.tenant_id')
          .whereRef('d.webhook_id', '=', 'w.webhook_id')
          .where('d.last_error', 'is not', null)
          .orderBy('d.created_at', 'desc')
          .orderBy('d.event_id', 'desc')
          .limit(sql.lit(1))
          .as('last_error'),
      ])
      .where('w.tenant_id', '=', p.tenant_id)
      .where('w.topic', '=', sql.lit(TENANT_TOPIC))
      .where('w.failures', '>', sql.lit(0)),
  )

  return {
    /** The last errors of the webhooks whose last attempt failed. */
    listErrors: (tenant_id: string): Promise<{ webhook_id: string; last_error: string | null }[]> =>
      db.read(selectErrors({ tenant_id })),

    count: (tenant_id: string, since: number): Promise<DeliveryCount[]> =>
      db.read(selectCounts({ tenant_id, since })),
  }
}

export type DeliveryFiguresStore = ReturnType<typeof makeDeliveryFiguresStore>
