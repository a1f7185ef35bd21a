import type { Database } from '../sql/database.js'
import { pick, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type NodeRow = Row<'nodes'>

export const makeNodeStore = (db: Database) => {
  const { kysely } = db.dialect

  const upsert = prepare<NodeRow>()((p) =>
    kysely
      .insertInto('nodes')
      .values(pick(p, getColumnNames('nodes')))
      .onConflict((conflict) =>
        conflict.column('node_id').doUpdateSet(({ ref }) => ({
          heartbeat_at: ref('excluded.heartbeat_at'),
          executing: ref('excluded.executing'),
          threads: ref('excluded.threads'),
          draining: ref('excluded.draining'),
        })),
      ),
  )
  const select = prepare<object>()(() =>
    kysely.selectFrom('nodes').selectAll().orderBy('started_at').orderBy('node_id'),
  )
  const remove = prepare<{ node_id: string }>()((p) =>
    kysely.deleteFrom('nodes').where('node_id', '=', p.node_id),
  )
  const removeLost = prepare<{ before: number }>()((p) =>
    kysely.deleteFrom('nodes').where('heartbeat_at', '<', p.before),
  )

  return {
    /** Records a heartbeat, and removes nodes without one since `before`. */
    async put(row: NodeRow, before: number): Promise<void> {
      await db.write([upsert(row), removeLost({ before })])
    },

    list: (): Promise<NodeRow[]> => db.read(select({})),

    async remove(node_id: string): Promise<void> {
      await db.write([remove({ node_id })])
    },
  }
}

export type NodeStore = ReturnType<typeof makeNodeStore>
