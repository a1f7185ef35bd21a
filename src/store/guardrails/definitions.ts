/** Guardrails that were made over HTTP. */
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type GuardrailRow = Row<'guardrails'>
export type GuardrailKey = Pick<GuardrailRow, 'tenant_id' | 'guardrail_id'>

const CHANGEABLE = ['name', 'type', 'enabled', 'applies_to', 'config', 'revision', 'updated_at'] as const

export const makeGuardrailStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<GuardrailRow>()((p) =>
    build.insertInto('guardrails').values(pick(p, columnsOf('guardrails'))),
  )

  const select = prepare<GuardrailKey>()((p) =>
    build
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id),
  )

  const selectNamed = prepare<Pick<GuardrailRow, 'tenant_id' | 'name'>>()((p) =>
    build
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('name', '=', p.name),
  )

  const selectAll = prepare<Pick<GuardrailRow, 'tenant_id'>>()((p) =>
    build
      .selectFrom('guardrails')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at')
      .orderBy('guardrail_id'),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build.selectFrom('guardrails').selectAll().where('tenant_id', '=', p.tenant_id),
        'guardrail_id',
        p,
        continued,
      ),
    ),
  )

  const replace = prepare<GuardrailRow & { old_revision: number }>()((p) =>
    build
      .updateTable('guardrails')
      .set(pick(p, CHANGEABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id)
      .where('revision', '=', p.old_revision)
      .returning('guardrail_id'),
  )

  const remove = prepare<GuardrailKey>()((p) =>
    build
      .deleteFrom('guardrails')
      .where('tenant_id', '=', p.tenant_id)
      .where('guardrail_id', '=', p.guardrail_id)
      .returning('guardrail_id'),
  )

  return {
    async insert(row: GuardrailRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    async get(key: GuardrailKey): Promise<GuardrailRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async getNamed(tenant_id: string, name: string): Promise<GuardrailRow | undefined> {
      return (await db.read(selectNamed({ tenant_id, name })))[0]
    },

    /** Of a tenant, in the order in which they were made. */
    listAll: (tenant_id: string): Promise<GuardrailRow[]> => db.read(selectAll({ tenant_id })),

    list(tenant_id: string, page: PageRequest): Promise<GuardrailRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...pageParams(page) }))
    },

    /** False: somebody else changed it since it was read. */
    async replace(row: GuardrailRow, oldRevision: number): Promise<boolean> {
      return (await db.write([required(replace({ ...row, old_revision: oldRevision }))])) !== undefined
    },

    /** False: there was none. */
    async remove(key: GuardrailKey): Promise<boolean> {
      return (await db.write([required(remove(key))])) !== undefined
    },
  }
}

export type GuardrailStore = ReturnType<typeof makeGuardrailStore>
