/** The audit log of guardrail decisions. */
import { sql } from 'kysely'
import type { AuditFilter, ReviewVerdict } from '../../schema/guardrail-audit.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type DecisionRow = Row<'guardrail_decisions'>
export type ReviewCounts = Record<ReviewVerdict, number>

/** In milliseconds since 1970; `end` is exclusive. */
interface TimeRange {
  start: number
  end: number
}

const ALL_TIME: TimeRange = { start: 0, end: Number.MAX_SAFE_INTEGER }

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
    triggered: boolean | undefined
    hasStart: boolean
    hasEnd: boolean
  }
  const selectPage = memoizeByShape(({ continued, filters, verdict, triggered, hasStart, hasEnd }: Shape) =>
    prepare<
      PageParams & TimeRange & Pick<DecisionRow, 'tenant_id' | 'verdict' | (typeof FILTER_COLUMNS)[number]>
    >()((p) => {
      let query = kysely.selectFrom('guardrail_decisions').selectAll().where('tenant_id', '=', p.tenant_id)
      for (const column of filters) query = query.where(column, '=', p[column])
      if (verdict === 'equal') query = query.where('verdict', '=', p.verdict)
      if (verdict === 'none') query = query.where('verdict', 'is', null)
      if (triggered !== undefined) query = query.where('action', triggered ? '!=' : '=', 'pass')
      if (hasStart) query = query.where('created_at', '>=', p.start)
      if (hasEnd) query = query.where('created_at', '<', p.end)
      return orderNewestFirst(query, 'decision_id', p, continued)
    }),
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

  const countReviews = prepare<{ tenant_id: string } & TimeRange>()((p) =>
    kysely
      .selectFrom('guardrail_decisions')
      .select(({ fn }) => ['guardrail', 'verdict', fn.countAll<number>().as('count')])
      .where('tenant_id', '=', p.tenant_id)
      .where('verdict', 'is not', null)
      .where('created_at', '>=', p.start)
      .where('created_at', '<', p.end)
      .groupBy(['guardrail', 'verdict']),
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
        triggered: filter.triggered,
        hasStart: filter.created_after !== undefined,
        hasEnd: filter.created_before !== undefined,
      }
      const values = filter as Pick<DecisionRow, 'verdict' | (typeof FILTER_COLUMNS)[number]>
      const range = {
        start: Date.parse(filter.created_after ?? '1970-01-01'),
        end: Date.parse(filter.created_before ?? '1970-01-01'),
      }
      return db.read(selectPage(shape)({ ...values, ...range, tenant_id, ...toPageParams(page) }))
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

    /** Counts the reviewed decisions of the time range by guardrail. */
    async countReviews(tenant_id: string, range = ALL_TIME): Promise<Map<string, ReviewCounts>> {
      const counts = new Map<string, ReviewCounts>()
      for (const { guardrail, verdict, count } of await db.read(countReviews({ tenant_id, ...range }))) {
        const reviews = counts.get(guardrail) ?? { true_positive: 0, false_positive: 0 }
        if (verdict !== null) reviews[verdict] = count
        counts.set(guardrail, reviews)
      }
      return counts
    },

    /** Removes expired decisions of all tenants, the oldest first. Returns their number. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return (await db.write([removeExpired({ now, limit })]))?.[0].length ?? 0
    },
  }
}

export type DecisionStore = ReturnType<typeof makeDecisionStore>
