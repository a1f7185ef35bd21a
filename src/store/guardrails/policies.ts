/** Guardrail policies that were created through the API. */
import type { Database } from '../sql/database.js'
import {
  orderNewestFirst,
  toPageParams,
  memoizeByShape,
  type PageParams,
  type PageRequest,
} from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type PolicyRow = Row<'policies'>
export type PolicyKey = Pick<PolicyRow, 'tenant_id' | 'policy_id'>

const UPDATABLE = [
  'name',
  'guardrails',
  'audit_level',
  'retention_days',
  'metadata',
  'revision',
  'updated_at',
] as const

export const makePolicyStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<PolicyRow>()((p) =>
    kysely.insertInto('policies').values(pick(p, getColumnNames('policies'))),
  )

  const select = prepare<PolicyKey>()((p) =>
    kysely
      .selectFrom('policies')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id),
  )

  const selectByName = prepare<Pick<PolicyRow, 'tenant_id' | 'name'>>()((p) =>
    kysely.selectFrom('policies').selectAll().where('tenant_id', '=', p.tenant_id).where('name', '=', p.name),
  )

  const selectAll = prepare<Pick<PolicyRow, 'tenant_id'>>()((p) =>
    kysely
      .selectFrom('policies')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at')
      .orderBy('policy_id'),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('policies').selectAll().where('tenant_id', '=', p.tenant_id),
        'policy_id',
        p,
        continued,
      ),
    ),
  )

  const replace = prepare<PolicyRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('policies')
      .set(pick(p, UPDATABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id)
      .where('revision', '=', p.old_revision)
      .returning('policy_id'),
  )

  const remove = prepare<PolicyKey>()((p) =>
    kysely
      .deleteFrom('policies')
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id)
      .returning('policy_id'),
  )

  return {
    async insert(row: PolicyRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    async get(key: PolicyKey): Promise<PolicyRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async getByName(tenant_id: string, name: string): Promise<PolicyRow | undefined> {
      return (await db.read(selectByName({ tenant_id, name })))[0]
    },

    /** Lists all of a tenant in the order of creation. */
    listAll: (tenant_id: string): Promise<PolicyRow[]> => db.read(selectAll({ tenant_id })),

    list(tenant_id: string, page: PageRequest): Promise<PolicyRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns false if the row has changed since it was read. */
    async replace(row: PolicyRow, oldRevision: number): Promise<boolean> {
      return (await db.write([requireRow(replace({ ...row, old_revision: oldRevision }))])) !== undefined
    },

    /** Returns false if it does not exist. */
    async remove(key: PolicyKey): Promise<boolean> {
      return (await db.write([requireRow(remove(key))])) !== undefined
    },
  }
}

export type PolicyStore = ReturnType<typeof makePolicyStore>
