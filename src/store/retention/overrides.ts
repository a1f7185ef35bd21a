/** Retention periods of single assistants and threads. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { bindLimit, pick, prepare, type SqlValue, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import type { RetainedResource } from '../sql/tables/retention.js'

export type OverrideRow = Row<'retention_overrides'>
export type OverrideKey = Omit<OverrideRow, 'retention_days'>

const KEY = ['tenant_id', 'resource', 'resource_id'] as const

export const makeRetentionOverrideStore = (db: Database) => {
  const { kysely } = db.dialect

  const put = prepare<OverrideRow>()((p) =>
    kysely
      .insertInto('retention_overrides')
      .values(pick(p, getColumnNames('retention_overrides')))
      .onConflict((conflict) =>
        conflict.columns([...KEY]).doUpdateSet(({ ref }) => ({
          retention_days: ref('excluded.retention_days'),
        })),
      ),
  )
  const remove = prepare<OverrideKey>()((p) => {
    let query = kysely.deleteFrom('retention_overrides')
    for (const name of KEY) query = query.where(name, '=', p[name])
    return query
  })

  const selectByIds = memoizeByShape((count: number) =>
    prepare<Record<string, SqlValue>>()((p) =>
      kysely
        .selectFrom('retention_overrides')
        .select(['resource_id', 'retention_days'])
        .where('tenant_id', '=', p['tenant_id'] as string)
        .where('resource', '=', p['resource'] as RetainedResource)
        .where(
          'resource_id',
          'in',
          Array.from({ length: count }, (_, index) => p[`id${String(index)}`] as string),
        ),
    ),
  )

  const selectAfter = prepare<OverrideKey & { limit: number }>()((p) =>
    kysely
      .selectFrom('retention_overrides')
      .selectAll()
      .where(
        sql<boolean>`(tenant_id, resource, resource_id) > (${p.tenant_id}, ${p.resource}, ${p.resource_id})`,
      )
      .orderBy('tenant_id')
      .orderBy('resource')
      .orderBy('resource_id')
      .limit(bindLimit(p.limit)),
  )

  const count = prepare<object>()(() =>
    kysely
      .selectFrom('retention_overrides')
      .select(({ fn }) => ['resource', fn.countAll<number>().as('count')])
      .groupBy('resource'),
  )

  return {
    putStatement: (row: OverrideRow): Statement => put(row),
    removeStatement: (key: OverrideKey): Statement => remove(key),

    /** Returns the days by ID; IDs without an override are left out. */
    async listDays(
      tenant_id: string,
      resource: RetainedResource,
      ids: readonly string[],
    ): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map()
      const params = Object.fromEntries(ids.map((id, index) => [`id${String(index)}`, id]))
      const rows = await db.read(selectByIds(ids.length)({ tenant_id, resource, ...params }))
      return new Map(rows.map((row) => [row.resource_id, row.retention_days]))
    },

    /** Lists the overrides of all tenants after the given one, sorted by key. */
    listAfter: (key: OverrideKey, limit: number): Promise<OverrideRow[]> =>
      db.read(selectAfter({ ...key, limit })),

    async count(): Promise<Record<RetainedResource, number>> {
      const counts = { assistants: 0, threads: 0 }
      for (const row of await db.read(count({}))) counts[row.resource] = row.count
      return counts
    },
  }
}

export type RetentionOverrideStore = ReturnType<typeof makeRetentionOverrideStore>
