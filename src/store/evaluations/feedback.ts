import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type FeedbackRow = Row<'feedback'>

interface FeedbackFilter {
  run_id?: string | undefined
  eval_id?: string | undefined
}

type Review = Pick<FeedbackRow, 'tenant_id' | 'run_id'> & { eval_id: string }

export const makeFeedbackStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<FeedbackRow>()((p) =>
    build.insertInto('feedback').values(pick(p, columnsOf('feedback'))),
  )

  const select = prepare<{ tenant_id: string; feedback_id: string }>()((p) =>
    build
      .selectFrom('feedback')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('feedback_id', '=', p.feedback_id),
  )

  const selectPage = variants((shape: { continued: boolean; filters: (keyof FeedbackFilter)[] }) =>
    prepare<PageParams & { tenant_id: string } & Required<FeedbackFilter>>()((p) => {
      let query = build.selectFrom('feedback').selectAll().where('tenant_id', '=', p.tenant_id)
      for (const column of shape.filters) query = query.where(column, '=', p[column] ?? '')
      return newestFirst(query, 'feedback_id', p, shape.continued)
    }),
  )

  const selectReviews = prepare<Review>()((p) =>
    build
      .selectFrom('feedback')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('run_id', '=', p.run_id)
      .orderBy('reviewer'),
  )

  const selectAll = prepare<Omit<Review, 'run_id'> & { after: string; limit: number }>()((p) =>
    build
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

    /** What the reviewers of an evaluation said of one of its runs, in the order of their names. */
    reviews(review: Review): Promise<FeedbackRow[]> {
      return db.read(selectReviews(review))
    },

    /** What they said of all its runs, run by run; the last run of a page may be incomplete. */
    allReviews(of: Omit<Review, 'run_id'>, after: string, limit: number): Promise<FeedbackRow[]> {
      return db.read(selectAll({ ...of, after, limit }))
    },

    insertStatement: (row: FeedbackRow): Statement => insert(row),

    async insert(row: FeedbackRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    list(tenant_id: string, filter: FeedbackFilter, page: PageRequest): Promise<FeedbackRow[]> {
      const filters = (['run_id', 'eval_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters }
      const values = { run_id: filter.run_id ?? '', eval_id: filter.eval_id ?? '' }
      return db.read(selectPage(shape)({ tenant_id, ...values, ...pageParams(page) }))
    },
  }
}

export type FeedbackStore = ReturnType<typeof makeFeedbackStore>
