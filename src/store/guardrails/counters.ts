/**
 * Counters of guardrail checks and token spend. They are only incremented, in the same batch as the run that they count.
 * Callers sort the rows of one batch by name, so two batches lock them in the same order and cannot deadlock.
 */
import { sql, type Expression } from 'kysely'
import type { Database } from '../sql/database.js'
import { pick, prepare, prepareBulkInsert } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

type RequestRow = Row<'guardrail_requests'>
type CountRow = Row<'guardrail_counts'>
type SpendRow = Row<'guardrail_spend'>

/** Days since 1970 in UTC, both inclusive. */
export interface DayRange {
  first_day: number
  last_day: number
}

const ALL_DAYS: DayRange = { first_day: 0, last_day: Number.MAX_SAFE_INTEGER }

export interface ModelSpend {
  model: string
  input_tokens: number
  output_tokens: number
}

/** In PostgreSQL the sum of bigints is a numeric, which the driver does not return as a number. */
const sumAsBigint = (column: Expression<number>) => sql<number>`cast(coalesce(sum(${column}), 0) as bigint)`

export const makeGuardrailCounterStore = (db: Database) => {
  const { kysely } = db.dialect

  const addRequests = prepareBulkInsert('guardrail_requests', (rows) =>
    kysely
      .insertInto('guardrail_requests')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'day', 'shard']).doUpdateSet(({ eb, ref }) => ({
          passed: eb('guardrail_requests.passed', '+', ref('excluded.passed')),
          flagged: eb('guardrail_requests.flagged', '+', ref('excluded.flagged')),
          blocked: eb('guardrail_requests.blocked', '+', ref('excluded.blocked')),
          latency_us: eb('guardrail_requests.latency_us', '+', ref('excluded.latency_us')),
        })),
      ),
  )

  const addCounts = prepareBulkInsert('guardrail_counts', (rows) =>
    kysely
      .insertInto('guardrail_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'day', 'shard', 'name', 'action']).doUpdateSet(({ eb, ref }) => ({
          checks: eb('guardrail_counts.checks', '+', ref('excluded.checks')),
          triggers: eb('guardrail_counts.triggers', '+', ref('excluded.triggers')),
          latency_us: eb('guardrail_counts.latency_us', '+', ref('excluded.latency_us')),
        })),
      ),
  )

  const addSpend = prepareBulkInsert('guardrail_spend', (rows) =>
    kysely
      .insertInto('guardrail_spend')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'scope_id', 'hour', 'shard', 'model']).doUpdateSet(({ eb, ref }) => ({
          input_tokens: eb('guardrail_spend.input_tokens', '+', ref('excluded.input_tokens')),
          output_tokens: eb('guardrail_spend.output_tokens', '+', ref('excluded.output_tokens')),
        })),
      ),
  )

  const selectRequests = prepare<{ tenant_id: string } & DayRange>()((p) =>
    kysely
      .selectFrom('guardrail_requests')
      .select(({ ref }) => [
        'day',
        sumAsBigint(ref('passed')).as('passed'),
        sumAsBigint(ref('flagged')).as('flagged'),
        sumAsBigint(ref('blocked')).as('blocked'),
        sumAsBigint(ref('latency_us')).as('latency_us'),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where('day', '>=', p.first_day)
      .where('day', '<=', p.last_day)
      .groupBy('day'),
  )

  const selectCounts = prepare<{ tenant_id: string } & DayRange>()((p) =>
    kysely
      .selectFrom('guardrail_counts')
      .select(({ ref }) => [
        'name',
        'action',
        sumAsBigint(ref('checks')).as('checks'),
        sumAsBigint(ref('triggers')).as('triggers'),
        sumAsBigint(ref('latency_us')).as('latency_us'),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where('day', '>=', p.first_day)
      .where('day', '<=', p.last_day)
      .groupBy(['name', 'action'])
      .orderBy('name')
      .orderBy('action'),
  )

  const selectDailyTriggers = prepare<{ tenant_id: string } & DayRange>()((p) =>
    kysely
      .selectFrom('guardrail_counts')
      .select(({ ref }) => ['name', 'day', sumAsBigint(ref('triggers')).as('triggers')])
      .where('tenant_id', '=', p.tenant_id)
      .where('day', '>=', p.first_day)
      .where('day', '<=', p.last_day)
      .groupBy(['name', 'day'])
      .orderBy('name')
      .orderBy('day'),
  )

  const selectSpend = prepare<{ tenant_id: string; scope_id: string; hour: number }>()((p) =>
    kysely
      .selectFrom('guardrail_spend')
      .select(({ ref }) => [
        'model',
        sumAsBigint(ref('input_tokens')).as('input_tokens'),
        sumAsBigint(ref('output_tokens')).as('output_tokens'),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where('scope_id', '=', p.scope_id)
      .where('hour', '>=', p.hour)
      .groupBy('model')
      .orderBy('model'),
  )

  const removeSpend = prepare<{ hour: number }>()((p) =>
    kysely.deleteFrom('guardrail_spend').where('hour', '<', p.hour),
  )

  return {
    addRequestsStatements: (row: RequestRow) => addRequests([row]),
    addCountsStatements: (rows: readonly CountRow[]) => addCounts(rows),
    addSpendStatements: (rows: readonly SpendRow[]) => addSpend(rows),

    /** Returns the totals by day. */
    listRequests: (tenant_id: string, days = ALL_DAYS): Promise<Omit<RequestRow, 'tenant_id' | 'shard'>[]> =>
      db.read(selectRequests({ tenant_id, ...pick(days, ['first_day', 'last_day']) })),

    /** Returns the totals by guardrail and action. */
    listCounts: (
      tenant_id: string,
      days = ALL_DAYS,
    ): Promise<Omit<CountRow, 'tenant_id' | 'shard' | 'day'>[]> =>
      db.read(selectCounts({ tenant_id, ...pick(days, ['first_day', 'last_day']) })),

    /** Returns the triggers by guardrail and day. */
    listDailyTriggers: (
      tenant_id: string,
      days: DayRange,
    ): Promise<Pick<CountRow, 'name' | 'day' | 'triggers'>[]> =>
      db.read(selectDailyTriggers({ tenant_id, ...pick(days, ['first_day', 'last_day']) })),

    /** Returns the tokens by model since that hour. */
    listSpend: (tenant_id: string, scope_id: string, hour: number): Promise<ModelSpend[]> =>
      db.read(selectSpend({ tenant_id, scope_id, hour })),

    async removeSpendBefore(hour: number): Promise<void> {
      await db.write([removeSpend({ hour })])
    },
  }
}

export type GuardrailCounterStore = ReturnType<typeof makeGuardrailCounterStore>
