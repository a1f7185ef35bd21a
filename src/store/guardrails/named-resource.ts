/**
 * The store of a resource with a name that is unique in its tenant, and a revision for optimistic locking. Guardrails and
 * policies differ only in their table, ID column and updatable columns.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

interface IdColumns {
  guardrails: 'guardrail_id'
  policies: 'policy_id'
}

interface NamedResource<Table extends keyof IdColumns> {
  table: Table
  idColumn: IdColumns[Table]
  updatable: readonly (keyof Row<Table>)[]
}

export const makeNamedResourceStore = <Table extends keyof IdColumns>(
  db: Database,
  { table, idColumn, updatable }: NamedResource<Table>,
) => {
  type ResourceRow = Row<Table>
  type ResourceKey = Pick<ResourceRow, 'tenant_id' | (IdColumns[Table] & keyof ResourceRow)>

  // Kysely infers columns from a literal table name, so both tables are typed as policies. The statements use only columns
  // that both tables have.
  const tableName = table as 'policies'
  type Params = Row<typeof tableName>
  type ParamName = keyof Params
  const { kysely } = db.dialect
  const id = sql.ref<string>(idColumn)
  const isResource = (p: Params) => sql<boolean>`${id} = ${p[idColumn as ParamName]}`

  const insert = prepare<Params>()((p) =>
    kysely.insertInto(tableName).values(pick(p, getColumnNames(table) as ParamName[])),
  )

  const selectAllOfTenant = (p: { tenant_id: string }) =>
    kysely.selectFrom(tableName).selectAll().where('tenant_id', '=', p.tenant_id)

  const select = prepare<Params>()((p) => selectAllOfTenant(p).where(isResource(p)))

  const selectByName = prepare<{ tenant_id: string; name: string }>()((p) =>
    selectAllOfTenant(p).where('name', '=', p.name),
  )

  const selectAll = prepare<{ tenant_id: string }>()((p) =>
    selectAllOfTenant(p).orderBy('created_at').orderBy(id),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(selectAllOfTenant(p), idColumn, p, continued),
    ),
  )

  const replace = prepare<Params & { old_revision: number }>()((p) =>
    kysely
      .updateTable(tableName)
      .set(pick(p, updatable as readonly ParamName[]))
      .where('tenant_id', '=', p.tenant_id)
      .where(isResource(p))
      .where('revision', '=', p.old_revision)
      .returning('name'),
  )

  const remove = prepare<Params>()((p) =>
    kysely.deleteFrom(tableName).where('tenant_id', '=', p.tenant_id).where(isResource(p)).returning('name'),
  )

  const read = async (statement: Statement): Promise<ResourceRow[]> =>
    (await db.read(statement)) as ResourceRow[]
  const toParams = (row: ResourceRow | ResourceKey) => row as unknown as Params

  return {
    async insert(row: ResourceRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(toParams(row)), ...extraStatements])
    },

    async get(key: ResourceKey): Promise<ResourceRow | undefined> {
      return (await read(select(toParams(key))))[0]
    },

    async getByName(tenant_id: string, name: string): Promise<ResourceRow | undefined> {
      return (await read(selectByName({ tenant_id, name })))[0]
    },

    /** Lists all resources of a tenant in the order of creation. */
    listAll: (tenant_id: string): Promise<ResourceRow[]> => read(selectAll({ tenant_id })),

    list(tenant_id: string, page: PageRequest): Promise<ResourceRow[]> {
      return read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns false if the row has changed since it was read. */
    async replace(row: ResourceRow, oldRevision: number): Promise<boolean> {
      const params = { ...toParams(row), old_revision: oldRevision }
      return (await db.write([requireRow(replace(params))])) !== undefined
    },

    /** Returns false if it does not exist. */
    async remove(key: ResourceKey): Promise<boolean> {
      return (await db.write([requireRow(remove(toParams(key)))])) !== undefined
    },
  }
}
