import type { Database } from '../sql/database.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
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
  const selectDrain = prepare<{ node_id: string }>()((p) =>
    kysely.selectFrom('nodes').select('drain_requested_at').where('node_id', '=', p.node_id),
  )
  const setDrain = prepare<{ node_id: string; drain_requested_at: number | null }>()((p) =>
    kysely
      .updateTable('nodes')
      .set({ drain_requested_at: p.drain_requested_at })
      .where('node_id', '=', p.node_id)
      .returningAll(),
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

    /** Returns undefined if the node has no row. */
    async setDrain(
      node_id: string,
      drain_requested_at: number | null,
      extraStatements: Statement[],
    ): Promise<NodeRow | undefined> {
      const statement = requireRow(setDrain({ node_id, drain_requested_at }))
      return (await db.write([statement, ...extraStatements]))?.[0][0]
    },

    async isDrainRequested(node_id: string): Promise<boolean> {
      return ((await db.read(selectDrain({ node_id })))[0]?.drain_requested_at ?? null) !== null
    },

    list: (): Promise<NodeRow[]> => db.read(select({})),

    async remove(node_id: string): Promise<void> {
      await db.write([remove({ node_id })])
    },
  }
}

export type NodeStore = ReturnType<typeof makeNodeStore>
