/** Policies that were made over HTTP. */
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type PolicyRow = Row<'policies'>
export type PolicyKey = Pick<PolicyRow, 'tenant_id' | 'policy_id'>

const CHANGEABLE = [
  'name',
  'guardrails',
  'audit_level',
  'retention_days',
  'metadata',
  'revision',
  'updated_at',
] as const

export const makePolicyStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<PolicyRow>()((p) =>
    build.insertInto('policies').values(pick(p, columnsOf('policies'))),
  )

  const select = prepare<PolicyKey>()((p) =>
    build
      .selectFrom('policies')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id),
  )

  const selectNamed = prepare<Pick<PolicyRow, 'tenant_id' | 'name'>>()((p) =>
    build.selectFrom('policies').selectAll().where('tenant_id', '=', p.tenant_id).where('name', '=', p.name),
  )

  const selectAll = prepare<Pick<PolicyRow, 'tenant_id'>>()((p) =>
    build
      .selectFrom('policies')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at')
      .orderBy('policy_id'),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build.selectFrom('policies').selectAll().where('tenant_id', '=', p.tenant_id),
        'policy_id',
        p,
        continued,
      ),
    ),
  )

  const replace = prepare<PolicyRow & { old_revision: number }>()((p) =>
    build
      .updateTable('policies')
      .set(pick(p, CHANGEABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id)
      .where('revision', '=', p.old_revision)
      .returning('policy_id'),
  )

  const remove = prepare<PolicyKey>()((p) =>
    build
      .deleteFrom('policies')
      .where('tenant_id', '=', p.tenant_id)
      .where('policy_id', '=', p.policy_id)
      .returning('policy_id'),
  )

  return {
    async insert(row: PolicyRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    async get(key: PolicyKey): Promise<PolicyRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async getNamed(tenant_id: string, name: string): Promise<PolicyRow | undefined> {
      return (await db.read(selectNamed({ tenant_id, name })))[0]
    },

    /** Of a tenant, in the order in which they were made. */
    listAll: (tenant_id: string): Promise<PolicyRow[]> => db.read(selectAll({ tenant_id })),

    list(tenant_id: string, page: PageRequest): Promise<PolicyRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...pageParams(page) }))
    },

    /** False: somebody else changed it since it was read. */
    async replace(row: PolicyRow, oldRevision: number): Promise<boolean> {
      return (await db.write([required(replace({ ...row, old_revision: oldRevision }))])) !== undefined
    },

    /** False: there was none. */
    async remove(key: PolicyKey): Promise<boolean> {
      return (await db.write([required(remove(key))])) !== undefined
    },
  }
}

export type PolicyStore = ReturnType<typeof makePolicyStore>
