/** What is kept of the replies of an assistant. Ids sort by time, and are what later ones are found by. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

type ObservationRow = Row<'guardrail_observations'>
type Of = Pick<ObservationRow, 'tenant_id' | 'assistant_id'>
export type Observed = Pick<ObservationRow, 'observation_id' | 'value'>

export const makeObservationStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<ObservationRow>()((p) =>
    build.insertInto('guardrail_observations').values(pick(p, columnsOf('guardrail_observations'))),
  )

  const selectAfter = prepare<Of & { after: string; limit: number }>()((p) =>
    build
      .selectFrom('guardrail_observations')
      .select(['observation_id', 'value'])
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('observation_id', '>', p.after)
      .orderBy('observation_id', 'desc')
      .limit(sql<number>`${p.limit}`),
  )

  const removeBeyond = prepare<Of & { keep: number }>()((p) =>
    build
      .deleteFrom('guardrail_observations')
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('observation_id', '<=', ({ selectFrom }) =>
        selectFrom('guardrail_observations as o')
          .select('o.observation_id')
          .where('o.tenant_id', '=', p.tenant_id)
          .where('o.assistant_id', '=', p.assistant_id)
          .orderBy('o.observation_id', 'desc')
          .limit(1)
          .offset(sql<number>`${p.keep}`),
      ),
  )

  return {
    insertStatement: (row: ObservationRow): Statement => insert(row),
    /** All but the newest. */
    removeBeyondStatement: (of: Of, keep: number): Statement => removeBeyond({ ...of, keep }),

    /** Newest first; '' is before all. */
    listAfter: (of: Of, after: string, limit: number): Promise<Observed[]> =>
      db.read(selectAfter({ ...of, after, limit })),
  }
}

export type ObservationStore = ReturnType<typeof makeObservationStore>
