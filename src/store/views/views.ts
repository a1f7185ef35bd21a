import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { sql } from 'kysely'

export type ViewRow = Row<'views'>

export interface ViewKey {
  tenant_id: string
  view_id: string
}

/** The views that a caller sees: its own and the shared ones. */
export interface ViewFilter {
  tenant_id: string
  caller_id: string
  caller_name: string
  screen?: string | undefined
}

export const makeViewStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<ViewRow>()((p) =>
    kysely.insertInto('views').values(pick(p, getColumnNames('views'))),
  )
  const select = prepare<ViewKey>()((p) =>
    kysely
      .selectFrom('views')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('view_id', '=', p.view_id),
  )
  const selectPage = memoizeByShape((shape: { continued: boolean; hasScreen: boolean }) =>
    prepare<PageParams & ViewFilter>()((p) => {
      const query = kysely
        .selectFrom('views')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where((eb) =>
          eb.or([
            eb('shared', '=', sql.lit(1)),
            eb('created_by_id', '=', p.caller_id),
            // Created by an older version, which stored only the name.
            eb.and([eb('created_by_id', 'is', null), eb('created_by', '=', p.caller_name)]),
          ]),
        )
        .$if(shape.hasScreen, (filtered) => filtered.where('screen', '=', p.screen ?? ''))
      return orderNewestFirst(query, 'view_id', p, shape.continued)
    }),
  )
  const update = prepare<ViewKey & Pick<ViewRow, 'name' | 'query' | 'shared' | 'updated_at'>>()((p) =>
    kysely
      .updateTable('views')
      .set(pick(p, ['name', 'query', 'shared', 'updated_at']))
      .where('tenant_id', '=', p.tenant_id)
      .where('view_id', '=', p.view_id)
      .returningAll(),
  )
  const remove = prepare<ViewKey>()((p) =>
    kysely
      .deleteFrom('views')
      .where('tenant_id', '=', p.tenant_id)
      .where('view_id', '=', p.view_id)
      .returning('view_id'),
  )

  return {
    async insert(row: ViewRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    async get(key: ViewKey): Promise<ViewRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(filter: ViewFilter, page: PageRequest): Promise<ViewRow[]> {
      const shape = { continued: page.after !== undefined, hasScreen: filter.screen !== undefined }
      return db.read(selectPage(shape)({ ...filter, ...toPageParams(page) }))
    },

    /** Returns undefined if the view does not exist. */
    async update(row: ViewRow): Promise<ViewRow | undefined> {
      return (await db.write([requireRow(update(row))]))?.[0][0]
    },

    /** Returns false if the view does not exist. */
    async remove(key: ViewKey): Promise<boolean> {
      return (await db.write([requireRow(remove(key))])) !== undefined
    },
  }
}

export type ViewStore = ReturnType<typeof makeViewStore>
