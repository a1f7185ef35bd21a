/** The audit log of guardrail decisions. */
import { sql } from 'kysely'
import type { AuditFilter, ReviewVerdict } from '../../schema/guardrail-audit.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type DecisionRow = Row<'guardrail_decisions'>
type DecisionKey = Pick<DecisionRow, 'tenant_id' | 'decision_id'>

const FILTER_COLUMNS = [
  'run_id',
  'thread_id',
  'assistant_id',
  'guardrail',
  'type',
  'stage',
  'action',
] as const

export const makeDecisionStore = (db: Database) => {
  const { kysely, forUpdateSkipLocked } = db.dialect

  const insert = prepareBulkInsert('guardrail_decisions', (rows) =>
    kysely.insertInto('guardrail_decisions').values(rows),
  )

  const select = prepare<DecisionKey>()((p) =>
    kysely
      .selectFrom('guardrail_decisions')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('decision_id', '=', p.decision_id),
  )

  interface Shape {
    continued: boolean
    /** The columns that are filtered by equality. */
    filters: (typeof FILTER_COLUMNS)[number][]
    verdict: 'none' | 'equal' | undefined
  }
  const selectPage = memoizeByShape(({ continued, filters, verdict }: Shape) =>
    prepare<PageParams & Pick<DecisionRow, 'tenant_id' | 'verdict' | (typeof FILTER_COLUMNS)[number]>>()(
      (p) => {
        let query = kysely.selectFrom('guardrail_decisions').selectAll().where('tenant_id', '=', p.tenant_id)
        for (const column of filters) query = query.where(column, '=', p[column])
        if (verdict === 'equal') query = query.where('verdict', '=', p.verdict)
        if (verdict === 'none') query = query.where('verdict', 'is', null)
        return orderNewestFirst(query, 'decision_id', p, continued)
      },
    ),
  )

  const REVIEWED = ['verdict', 'reviewer', 'note', 'reviewed_at'] as const
  const review = prepare<DecisionKey & Pick<DecisionRow, (typeof REVIEWED)[number]>>()((p) =>
    kysely
      .updateTable('guardrail_decisions')
      .set(pick(p, REVIEWED))
      .where('tenant_id', '=', p.tenant_id)
      .where('decision_id', '=', p.decision_id)
      .returningAll(),
  )

  const selectActions = prepare<Pick<DecisionRow, 'tenant_id' | 'run_id'>>()((p) =>
    kysely
      .selectFrom('guardrail_decisions')
      .select('action')
      .distinct()
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const countReviews = prepare<{ tenant_id: string }>()((p) =>
    kysely
      .selectFrom('guardrail_decisions')
      .select(({ fn }) => ['verdict', fn.countAll<number>().as('count')])
      .where('tenant_id', '=', p.tenant_id)
      .where('verdict', 'is not', null)
      .groupBy('verdict'),
  )

  const removeExpired = prepare<{ now: number; limit: number }>()((p) =>
    kysely
      .deleteFrom('guardrail_decisions')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'decision_id'),
          'in',
          selectFrom('guardrail_decisions as d')
            .select(['d.tenant_id', 'd.decision_id'])
            .where('d.expires_at', '<=', p.now)
            .orderBy('d.expires_at')
            .limit(sql<number>`${p.limit}`)
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('tenant_id', 'decision_id'),
        ),
      )
      .returning('decision_id'),
  )

  return {
    insertStatements: insert,

    async write(statements: Statement[]): Promise<void> {
      await db.write(statements)
    },

    async get(key: DecisionKey): Promise<DecisionRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, filter: AuditFilter, page: PageRequest): Promise<DecisionRow[]> {
      const shape: Shape = {
        continued: page.after !== undefined,
        filters: FILTER_COLUMNS.filter((column) => filter[column] !== undefined),
        verdict: filter.verdict === undefined || filter.verdict === 'none' ? filter.verdict : 'equal',
      }
      const values = filter as Pick<DecisionRow, 'verdict' | (typeof FILTER_COLUMNS)[number]>
      return db.read(selectPage(shape)({ ...values, tenant_id, ...toPageParams(page) }))
    },

    async listActions(run: Pick<DecisionRow, 'tenant_id' | 'run_id'>): Promise<DecisionRow['action'][]> {
      return (await db.read(selectActions(pick(run, ['tenant_id', 'run_id'])))).map(({ action }) => action)
    },

    /** Returns undefined if the decision does not exist. */
    async review(
      key: DecisionKey,
      reviewColumns: Pick<DecisionRow, (typeof REVIEWED)[number]>,
    ): Promise<DecisionRow | undefined> {
      return (
        await db.write([requireRow(review({ ...reviewColumns, ...pick(key, ['tenant_id', 'decision_id']) }))])
      )?.[0][0]
    },

    async countReviews(tenant_id: string): Promise<Record<ReviewVerdict, number>> {
      const counts = { true_positive: 0, false_positive: 0 }
      for (const { verdict, count } of await db.read(countReviews({ tenant_id })))
        if (verdict !== null) counts[verdict] = count
      return counts
    },

    /** Removes expired decisions of all tenants, the oldest first. Returns their number. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return (await db.write([removeExpired({ now, limit })]))?.[0].length ?? 0
    },
  }
}

export type DecisionStore = ReturnType<typeof makeDecisionStore>
