/**
 * Observations of an assistant's outputs: the baseline of anomaly detection. IDs are UUIDv7, so sorting by ID sorts by
 * time.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type BaselineRow = Row<'guardrail_observations'>
type AssistantKey = Pick<BaselineRow, 'tenant_id' | 'assistant_id'>
export type BaselineObservation = Pick<BaselineRow, 'observation_id' | 'value'>

export const makeBaselineStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<BaselineRow>()((p) =>
    kysely.insertInto('guardrail_observations').values(pick(p, getColumnNames('guardrail_observations'))),
  )

  const selectAfter = prepare<AssistantKey & { after: string; limit: number }>()((p) =>
    kysely
      .selectFrom('guardrail_observations')
      .select(['observation_id', 'value'])
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('observation_id', '>', p.after)
      .orderBy('observation_id', 'desc')
      .limit(sql<number>`${p.limit}`),
  )

  const removeAllButNewest = prepare<AssistantKey & { keep: number }>()((p) =>
    kysely
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
    insertStatement: (row: BaselineRow): Statement => insert(row),
    /** Removes all but the newest `keep` observations. */
    removeAllButNewestStatement: (key: AssistantKey, keep: number): Statement =>
      removeAllButNewest({ ...key, keep }),

    /** Lists the observations after this ID, newest first. '' selects all. */
    listAfter: (key: AssistantKey, after: string, limit: number): Promise<BaselineObservation[]> =>
      db.read(selectAfter({ ...key, after, limit })),
  }
}

export type BaselineStore = ReturnType<typeof makeBaselineStore>
