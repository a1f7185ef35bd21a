/** The audit log. It is append-only: there is no statement that changes or removes an entry. */
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type AuditRow = Row<'audit_entries'>

export interface AuditFilter {
  /** The ID or the name of the actor. */
  actor?: string | undefined
  action?: string | undefined
  /** The type or the ID of the resource. */
  resource?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

type Shape = Record<keyof AuditFilter, boolean> & { continued: boolean }
type Params = PageParams & {
  tenant_id: string
  actor: string
  action: string
  resource: string
  from: number
  to: number
}

export const makeAuditStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<AuditRow>()((p) =>
    kysely
      .insertInto('audit_entries')
      .values(pick(p, getColumnNames('audit_entries')))
      // A batch that is repeated after a conflict contains the same entry.
      .onConflict((conflict) => conflict.doNothing()),
  )

  const select = prepare<{ tenant_id: string; entry_id: string }>()((p) =>
    kysely
      .selectFrom('audit_entries')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('entry_id', '=', p.entry_id),
  )

  const selectPage = memoizeByShape((shape: Shape) =>
    prepare<Params>()((p) => {
      let query = kysely.selectFrom('audit_entries').selectAll().where('tenant_id', '=', p.tenant_id)
      if (shape.actor)
        query = query.where((eb) => eb.or([eb('actor_id', '=', p.actor), eb('actor_name', '=', p.actor)]))
      if (shape.action) query = query.where('action', '=', p.action)
      if (shape.resource)
        query = query.where((eb) =>
          eb.or([eb('resource_type', '=', p.resource), eb('resource_id', '=', p.resource)]),
        )
      if (shape.from) query = query.where('created_at', '>=', p.from)
      if (shape.to) query = query.where('created_at', '<=', p.to)
      return orderNewestFirst(query, 'entry_id', p, shape.continued)
    }),
  )

  return {
    insertStatement: (row: AuditRow): Statement => insert(row),

    async insert(row: AuditRow): Promise<void> {
      await db.write([insert(row)])
    },

    async get(tenant_id: string, entry_id: string): Promise<AuditRow | undefined> {
      return (await db.read(select({ tenant_id, entry_id })))[0]
    },

    /** Newest first. */
    list(
      tenant_id: string,
      { actor, action, resource, from, to }: AuditFilter,
      page: PageRequest,
    ): Promise<AuditRow[]> {
      const shape = {
        actor: actor !== undefined,
        action: action !== undefined,
        resource: resource !== undefined,
        from: from !== undefined,
        to: to !== undefined,
        continued: page.after !== undefined,
      }
      return db.read(
        selectPage(shape)({
          tenant_id,
          actor: actor ?? '',
          action: action ?? '',
          resource: resource ?? '',
          from: from ?? 0,
          to: to ?? 0,
          ...toPageParams(page),
        }),
      )
    },
  }
}

export type AuditStore = ReturnType<typeof makeAuditStore>
