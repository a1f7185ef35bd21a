import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type FeedbackRow = Row<'feedback'>

interface FeedbackFilter {
  run_id?: string | undefined
  eval_id?: string | undefined
}

type ReviewKey = Pick<FeedbackRow, 'tenant_id' | 'run_id'> & { eval_id: string }

export const makeFeedbackStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<FeedbackRow>()((p) =>
    kysely.insertInto('feedback').values(pick(p, getColumnNames('feedback'))),
  )

  const select = prepare<{ tenant_id: string; feedback_id: string }>()((p) =>
    kysely
      .selectFrom('feedback')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('feedback_id', '=', p.feedback_id),
  )

  const selectPage = memoizeByShape((shape: { continued: boolean; filters: (keyof FeedbackFilter)[] }) =>
    prepare<PageParams & { tenant_id: string } & Required<FeedbackFilter>>()((p) => {
      let query = kysely.selectFrom('feedback').selectAll().where('tenant_id', '=', p.tenant_id)
      for (const column of shape.filters) query = query.where(column, '=', p[column] ?? '')
      return orderNewestFirst(query, 'feedback_id', p, shape.continued)
    }),
  )

  const selectReviews = prepare<ReviewKey>()((p) =>
    kysely
      .selectFrom('feedback')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('run_id', '=', p.run_id)
      .orderBy('reviewer'),
  )

  const selectAllReviews = prepare<Omit<ReviewKey, 'run_id'> & { after: string; limit: number }>()((p) =>
    kysely
      .selectFrom('feedback')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('run_id', '>', p.after)
      .orderBy('run_id')
      .orderBy('reviewer')
      .limit(sql<number>`${p.limit}`),
  )

  return {
    async get(key: { tenant_id: string; feedback_id: string }): Promise<FeedbackRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** Lists the feedback of an evaluation's reviewers on one of its runs, sorted by reviewer. */
    listReviews(review: ReviewKey): Promise<FeedbackRow[]> {
      return db.read(selectReviews(review))
    },

    /** Lists the feedback on all runs of an evaluation, sorted by run. The last run of a page may be incomplete. */
    listAllReviews(key: Omit<ReviewKey, 'run_id'>, after: string, limit: number): Promise<FeedbackRow[]> {
      return db.read(selectAllReviews({ ...key, after, limit }))
    },

    insertStatement: (row: FeedbackRow): Statement => insert(row),

    async insert(row: FeedbackRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    list(tenant_id: string, filter: FeedbackFilter, page: PageRequest): Promise<FeedbackRow[]> {
      const filters = (['run_id', 'eval_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters }
      const values = { run_id: filter.run_id ?? '', eval_id: filter.eval_id ?? '' }
      return db.read(selectPage(shape)({ tenant_id, ...values, ...toPageParams(page) }))
    },
  }
}

export type FeedbackStore = ReturnType<typeof makeFeedbackStore>
