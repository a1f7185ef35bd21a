import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type ApiKeyRow = Row<'api_keys'>

interface ApiKeyId {
  tenant_id: string
  key_id: string
}

export const makeApiKeyStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<ApiKeyRow>()((p) =>
    kysely
      .insertInto('api_keys')
      .values(pick(p, getColumnNames('api_keys')))
      .onConflict((conflict) => conflict.doNothing())
      .returning('key_id'),
  )

  // The only query without a tenant: the key determines the tenant.
  const selectByHash = prepare<{ hash: string }>()((p) =>
    kysely.selectFrom('api_keys').selectAll().where('hash', '=', p.hash),
  )

  const select = prepare<ApiKeyId>()((p) =>
    kysely
      .selectFrom('api_keys')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('api_keys').selectAll().where('tenant_id', '=', p.tenant_id),
        'key_id',
        p,
        continued,
      ),
    ),
  )

  const selectAny = prepare<object>()(() => kysely.selectFrom('api_keys').select('key_id').limit(1))

  const revoke = prepare<ApiKeyId & { now: number }>()((p) =>
    kysely
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(p.now)) }))
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id)
      .returningAll(),
  )

  const rename = prepare<ApiKeyId & { name: string }>()((p) =>
    kysely
      .updateTable('api_keys')
      .set({ name: p.name })
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id)
      .returningAll(),
  )

  const recordUse = prepare<ApiKeyId & { now: number }>()((p) =>
    kysely
      .updateTable('api_keys')
      .set({ last_used_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id),
  )

  return {
    /** Returns false if a key with this ID or hash exists. */
    async insert(row: ApiKeyRow, ...extraStatements: Statement[]): Promise<boolean> {
      return (await db.write([requireRow(insert(row)), ...extraStatements])) !== undefined
    },

    async getByHash(hash: string): Promise<ApiKeyRow | undefined> {
      return (await db.read(selectByHash({ hash })))[0]
    },

    async get(key: ApiKeyId): Promise<ApiKeyRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<ApiKeyRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns true if any tenant has a key. */
    async hasAny(): Promise<boolean> {
      return (await db.read(selectAny({}))).length > 0
    },

    /** Returns undefined if the key does not exist. */
    async revoke(
      key: ApiKeyId,
      now: number,
      extraStatements: Statement[] = [],
    ): Promise<ApiKeyRow | undefined> {
      return (await db.write([requireRow(revoke({ ...key, now })), ...extraStatements]))?.[0][0]
    },

    /** Returns undefined if the key does not exist. */
    async rename(
      key: ApiKeyId,
      name: string,
      extraStatements: Statement[] = [],
    ): Promise<ApiKeyRow | undefined> {
      return (await db.write([requireRow(rename({ ...key, name })), ...extraStatements]))?.[0][0]
    },

    async recordUse(key: ApiKeyId, now: number): Promise<void> {
      await db.write([recordUse({ ...key, now })])
    },
  }
}

export type ApiKeyStore = ReturnType<typeof makeApiKeyStore>
