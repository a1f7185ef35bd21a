import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type SecretRow = Row<'secrets'>

export interface SecretKey {
  tenant_id: string
  name: string
}

export const makeSecretStore = (db: Database) => {
  const { kysely } = db.dialect
  const columns = getColumnNames('secrets')

  const insert = prepare<SecretRow>()((p) => kysely.insertInto('secrets').values(pick(p, columns)))

  /** A description of null keeps the stored one. */
  const upsert = prepare<SecretRow>()((p) =>
    kysely
      .insertInto('secrets')
      .values(pick(p, columns))
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'name']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          updated_at: eb.ref('excluded.updated_at'),
          description: eb.fn.coalesce('excluded.description', 'secrets.description'),
        })),
      )
      .returningAll(),
  )

  const select = prepare<SecretKey>()((p) =>
    kysely.selectFrom('secrets').selectAll().where('tenant_id', '=', p.tenant_id).where('name', '=', p.name),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('secrets').selectAll().where('tenant_id', '=', p.tenant_id),
        'name',
        p,
        continued,
      ),
    ),
  )

  const remove = prepare<SecretKey>()((p) =>
    kysely
      .deleteFrom('secrets')
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name)
      .returning('name'),
  )

  return {
    /** Throws `resource_conflict` if the name exists. */
    async insert(row: SecretRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    /** Creates the secret or replaces its value, and returns the stored row. */
    async put(row: SecretRow): Promise<SecretRow> {
      return (await db.write([upsert(row)]))?.[0][0] ?? row
    },

    async get(key: SecretKey): Promise<SecretRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<SecretRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns false if the secret does not exist. */
    async remove(key: SecretKey): Promise<boolean> {
      return (await db.write([requireRow(remove(key))])) !== undefined
    },
  }
}

export type SecretStore = ReturnType<typeof makeSecretStore>
