/**
 * SQL that treats the queue as one queue for each tenant, so that the worker can serve tenants in turn. Both parts cost
 * the same whether a tenant has ten or a hundred thousand queued runs.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { bindLimit } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'

interface TurnParams {
  /** The tenant that had the last turn. */
  after: string
  limit: number
}

/**
 * Selects the tenants with queued runs in the order of their turns: those after `after`, then those from the start. Each
 * step jumps to the next tenant in the index, however many runs the tenants have.
 */
export const buildSelectQueuedTenants = (kysely: Kysely<Tables>, p: TurnParams) => {
  const limit = bindLimit(p.limit)
  const selectNext = (after: RawBuilder<string>) => sql<string | null>`(
    select r.tenant_id from runs as r
    where r.status = 'queued' and r.tenant_id > ${after}
    order by r.tenant_id limit 1
  )`
  const selectAllAfter = (after: RawBuilder<string>) => sql`
    select ${selectNext(after)} as tenant_id, 1 as turn
    union all
    select ${selectNext(sql`t.tenant_id`)}, t.turn + 1 from turns as t
    where t.tenant_id is not null and t.turn < ${limit}`
  const turns = (start: number, after: RawBuilder<string>, condition: RawBuilder<boolean>) => sql`
    select ${sql.lit(start)} as start, tenant_id, turn from (
      with recursive turns (tenant_id, turn) as (${selectAllAfter(after)}) select tenant_id, turn from turns
    ) as list where tenant_id is not null and ${condition}`
  const lastTenant = sql<string>`cast(${p.after} as text)`
  return kysely
    .selectFrom(
      sql<{ start: number; tenant_id: string; turn: number }>`(
        ${turns(0, lastTenant, sql<boolean>`true`)}
        union all
        ${turns(1, sql.lit(''), sql<boolean>`tenant_id <= ${lastTenant}`)}
      )`.as('tenants'),
    )
    .select('tenants.tenant_id')
    .orderBy('tenants.start')
    .orderBy('tenants.turn')
    .limit(limit)
}

/** The limit of a claim: no more runs than the tenant may still start, on all nodes together. */
export const limitToStartable = (p: {
  tenant_id: string
  limit: number
  max_running: number
}): RawBuilder<number> => {
  const limit = bindLimit(p.limit)
  const running = sql`select count(*) from runs as n where n.tenant_id = ${p.tenant_id} and n.status = 'in_progress'`
  return sql<number>`(
    select case when s.startable < 0 then 0 when s.startable < ${limit} then s.startable else ${limit} end
    from (select cast(${p.max_running} as bigint) - (${running}) as startable) as s
  )`
}
