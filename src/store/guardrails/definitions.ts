/** Guardrails that were created through the API. */
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

export type GuardrailRow = Row<'guardrails'>
export type GuardrailKey = Pick<GuardrailRow, 'tenant_id' | 'guardrail_id'>

const UPDATABLE = ['name', 'type', 'enabled', 'applies_to', 'config', 'revision', 'updated_at'] as const

export const makeGuardrailStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<GuardrailRow>()((p) =>
    kysely.insertInto('guardrails').values(pick(p, getColumnNames('guardrails'))),
  )

  const select = prepare<GuardrailKey>()((p) =>
    kysely
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id),
  )

  const selectByName = prepare<Pick<GuardrailRow, 'tenant_id' | 'name'>>()((p) =>
    kysely
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name),
  )

  const selectAll = prepare<Pick<GuardrailRow, 'tenant_id'>>()((p) =>
    kysely
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at')
      .orderBy('guardrail_id'),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('guardrails').selectAll().where('tenant_id', '=', p.tenant_id),
        'guardrail_id',
        p,
        continued,
      ),
    ),
  )

  const replace = prepare<GuardrailRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('guardrails')
      .set(pick(p, UPDATABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id)
      .where('revision', '=', p.old_revision)
      .returning('guardrail_id'),
  )

  const remove = prepare<GuardrailKey>()((p) =>
    kysely
      .deleteFrom('guardrails')
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id)
      .returning('guardrail_id'),
  )

  return {
    async insert(row: GuardrailRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    async get(key: GuardrailKey): Promise<GuardrailRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async getByName(tenant_id: string, name: string): Promise<GuardrailRow | undefined> {
      return (await db.read(selectByName({ tenant_id, name })))[0]
    },

    /** Lists all of a tenant in the order of creation. */
    listAll: (tenant_id: string): Promise<GuardrailRow[]> => db.read(selectAll({ tenant_id })),

    list(tenant_id: string, page: PageRequest): Promise<GuardrailRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns false if the row has changed since it was read. */
    async replace(row: GuardrailRow, oldRevision: number): Promise<boolean> {
      return (await db.write([requireRow(replace({ ...row, old_revision: oldRevision }))])) !== undefined
    },

    /** Returns false if it does not exist. */
    async remove(key: GuardrailKey): Promise<boolean> {
      return (await db.write([requireRow(remove(key))])) !== undefined
    },
  }
}

export type GuardrailStore = ReturnType<typeof makeGuardrailStore>
