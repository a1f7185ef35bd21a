/** LangGraph store items, by namespace and key. Reads skip expired items, whether they are removed yet or not. */
import { sql, type ExpressionBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row, type Tables } from '../sql/tables.js'

export type StoreItemRow = Row<'store_items'>
export type StoreItemKey = Pick<StoreItemRow, 'tenant_id' | 'namespace' | 'key'>
export type StoreItemPosition = Pick<StoreItemRow, 'namespace' | 'key'>

/** All items under a namespace prefix, as a range of namespace texts. */
export interface NamespaceRange {
  tenant_id: string
  from: string
  /** The end of the range, exclusive. */
  to: string
  now: number
}

interface ItemQuery extends NamespaceRange {
  /** A JSON array; see json-conditions.ts. */
  conditions: string
  limit: number
}

type ItemExpression = ExpressionBuilder<Tables, 'store_items'>

const isNotExpired = (now: number) => (eb: ItemExpression) =>
  eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])

const hasKey = (p: StoreItemKey) => (eb: ItemExpression) =>
  eb.and([eb('tenant_id', '=', p.tenant_id), eb('namespace', '=', p.namespace), eb('key', '=', p.key)])

export const makeStoreItemStore = (db: Database) => {
  const { kysely, jsonMatches, forUpdateSkipLocked } = db.dialect

  const put = prepare<StoreItemRow>()((p) =>
    kysely
      .insertInto('store_items')
      .values(pick(p, getColumnNames('store_items')))
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'namespace', 'key']).doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          indexed: ref('excluded.indexed'),
          // An expired item does not exist any more, so this is a new item.
          created_at: sql<number>`case when store_items.expires_at <= excluded.created_at
            then excluded.created_at else store_items.created_at end`,
          updated_at: ref('excluded.updated_at'),
          expires_at: ref('excluded.expires_at'),
          ttl_minutes: ref('excluded.ttl_minutes'),
        })),
      ),
  )

  const remove = prepare<StoreItemKey>()((p) => kysely.deleteFrom('store_items').where(hasKey(p)))

  const select = prepare<StoreItemKey & { now: number }>()((p) =>
    kysely.selectFrom('store_items').selectAll().where(hasKey(p)).where(isNotExpired(p.now)),
  )

  const selectInRange = (p: NamespaceRange) =>
    kysely
      .selectFrom('store_items')
      .where('tenant_id', '=', p.tenant_id)
      .where('namespace', '>=', p.from)
      .where('namespace', '<', p.to)
      .where(isNotExpired(p.now))

  const selectNewest = prepare<ItemQuery & { offset: number }>()((p) =>
    selectInRange(p)
      .selectAll()
      .where(jsonMatches('value', p.conditions))
      .orderBy('updated_at', 'desc')
      .orderBy('namespace')
      .orderBy('key')
      .limit(sql<number>`${p.limit}`)
      .offset(sql<number>`${p.offset}`),
  )

  const selectAfter = prepare<ItemQuery & StoreItemPosition>()((p) =>
    selectInRange(p)
      .selectAll()
      .where(jsonMatches('value', p.conditions))
      .where(sql<boolean>`(namespace, "key") > (${p.namespace}, ${p.key})`)
      .orderBy('namespace')
      .orderBy('key')
      .limit(sql<number>`${p.limit}`),
  )

  const selectNamespaces = prepare<NamespaceRange & { listAfter: string; limit: number }>()((p) =>
    selectInRange(p)
      .select('namespace')
      .distinct()
      .where('namespace', '>', p.listAfter)
      .orderBy('namespace')
      .limit(sql<number>`${p.limit}`),
  )

  /** Uses the stored TTL, because the item may have been replaced since it was read. */
  const refresh = prepare<StoreItemKey & { now: number }>()((p) =>
    kysely
      .updateTable('store_items')
      .set({
        expires_at: sql<number>`cast(cast(${p.now} as double precision) + ttl_minutes * 60000 as bigint)`,
      })
      .where(hasKey(p))
      .where('ttl_minutes', 'is not', null)
      .where('expires_at', '>', p.now),
  )

  const removeExpired = prepare<{ now: number; limit: number }>()((p) =>
    kysely
      .deleteFrom('store_items')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'namespace', 'key'),
          'in',
          selectFrom('store_items as expired')
            .select(['expired.tenant_id', 'expired.namespace', 'expired.key'])
            .where('expired.expires_at', '<=', p.now)
            .limit(sql<number>`${p.limit}`)
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('tenant_id', 'namespace', 'key'),
        ),
      )
      // The item may have been written again while this statement waited for its lock.
      .where('expires_at', '<=', p.now)
      .returning('key'),
  )

  return {
    putStatement: put,
    removeStatement: remove,

    async write(statements: readonly Statement[]): Promise<boolean> {
      return (await db.write(statements)) !== undefined
    },

    async get(key: StoreItemKey, now: number): Promise<StoreItemRow | undefined> {
      return (await db.read(select({ ...key, now })))[0]
    },

    /** Sorted by the time of the last update, newest first. */
    listNewest: (query: ItemQuery & { offset: number }): Promise<StoreItemRow[]> =>
      db.read(selectNewest(query)),

    /** Sorted by namespace and key, starting after this position. */
    listAfter: (position: StoreItemPosition, query: ItemQuery): Promise<StoreItemRow[]> =>
      db.read(selectAfter({ ...query, ...position })),

    async listNamespaces(range: NamespaceRange, listAfter: string, limit: number): Promise<string[]> {
      return (await db.read(selectNamespaces({ ...range, listAfter, limit }))).map(
        ({ namespace }) => namespace,
      )
    },

    /** Restarts the TTL of the items that have one. */
    async refresh(keys: readonly StoreItemKey[], now: number): Promise<void> {
      if (keys.length > 0) await db.write(keys.map((key) => refresh({ ...key, now })))
    },

    /** Removes expired items of all tenants. Returns their number. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return (await db.write([removeExpired({ now, limit })]))?.[0].length ?? 0
    },
  }
}

export type StoreItemStore = ReturnType<typeof makeStoreItemStore>
