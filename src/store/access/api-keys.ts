import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

type ApiKeyRow = Row<'api_keys'>

interface Key {
  tenant_id: string
  key_id: string
}

export const makeApiKeyStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<ApiKeyRow>()((p) =>
    build
      .insertInto('api_keys')
      .values(pick(p, columnsOf('api_keys')))
      .onConflict((conflict) => conflict.doNothing())
      .returning('key_id'),
  )

  // The only query without a tenant: the key is what tells the tenant.
  const selectByHash = prepare<{ hash: string }>()((p) =>
    build.selectFrom('api_keys').selectAll().where('hash', '=', p.hash),
  )

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('api_keys')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build.selectFrom('api_keys').selectAll().where('tenant_id', '=', p.tenant_id),
        'key_id',
        p,
        continued,
      ),
    ),
  )

  const selectAny = prepare<object>()(() => build.selectFrom('api_keys').select('key_id').limit(1))

  const revoke = prepare<Key & { now: number }>()((p) =>
    build
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(p.now)) }))
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id)
      .returningAll(),
  )

  const touch = prepare<Key & { now: number }>()((p) =>
    build
      .updateTable('api_keys')
      .set({ last_used_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('key_id', '=', p.key_id),
  )

  return {
    /** False: a key with this id exists already. */
    async insert(row: ApiKeyRow, ...also: Statement[]): Promise<boolean> {
      return (await db.write([required(insert(row)), ...also])) !== undefined
    },

    async getByHash(hash: string): Promise<ApiKeyRow | undefined> {
      return (await db.read(selectByHash({ hash })))[0]
    },

    async get(key: Key): Promise<ApiKeyRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<ApiKeyRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...pageParams(page) }))
    },

    /** Whether any tenant has a key. */
    async any(): Promise<boolean> {
      return (await db.read(selectAny({}))).length > 0
    },

    async revoke(key: Key, now: number): Promise<ApiKeyRow | undefined> {
      return (await db.write([required(revoke({ ...key, now }))]))?.[0][0]
    },

    async touch(key: Key, now: number): Promise<void> {
      await db.write([touch({ ...key, now })])
    },
  }
}

export type ApiKeyStore = ReturnType<typeof makeApiKeyStore>
