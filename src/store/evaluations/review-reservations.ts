/** Reserves results of an evaluation for reviewers. A reservation ends with the review or when it expires. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { prepare, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

type EvaluationKey = Pick<Row<'eval_reservations'>, 'tenant_id' | 'eval_id'>
type ReviewerKey = EvaluationKey & { reviewer: string }

interface ReservationRequest extends ReviewerKey {
  /** The number of reviewers that each result needs. */
  reviewers: number
  now: number
  expires_at: number
}

const skipParam = (index: number) => `skip${String(index)}` as `skip${number}`

export const makeReviewReservationStore = (db: Database) => {
  const { kysely } = db.dialect

  /** Serializes reservations: each one must see those that committed before it. */
  const lockEvaluation = prepare<EvaluationKey>()((p) =>
    kysely
      .updateTable('evaluations')
      .set(({ eb }) => ({ touched: eb.ref('touched') }))
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .returning('eval_id'),
  )

  const text = (value: unknown) => sql<string>`cast(${value} as text)`
  const bigint = (value: unknown) => sql<number>`cast(${value} as bigint)`

  type Params = ReservationRequest & Record<`skip${number}`, string>
  const listSkipped = (p: Params, skipped: number) =>
    Array.from({ length: skipped }, (_, index) => p[skipParam(index)] ?? '')

  /**
   * Renews the reviewer's own reservation, or reserves the first result that needs another reviewer and that this one
   * has not reviewed.
   */
  const reserve = memoizeByShape((skipped: number) =>
    prepare<Params>()((p) =>
      kysely
        .insertInto('eval_reservations')
        .columns(['tenant_id', 'eval_id', 'run_id', 'reviewer', 'expires_at'])
        .expression((eb) => {
          const candidates = eb
            .selectFrom('eval_results as r')
            .select([
              text(p.tenant_id).as('tenant_id'),
              text(p.eval_id).as('eval_id'),
              'r.run_id',
              text(p.reviewer).as('reviewer'),
              bigint(p.expires_at).as('expires_at'),
            ])
            .where('r.tenant_id', '=', p.tenant_id)
            .where('r.eval_id', '=', p.eval_id)
            .where('r.status', '=', sql.lit<ResultStatus>('awaiting_feedback'))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('feedback as own')
                    .select('own.feedback_id')
                    .where('own.tenant_id', '=', p.tenant_id)
                    .where('own.eval_id', '=', p.eval_id)
                    .whereRef('own.run_id', '=', 'r.run_id')
                    .where('own.reviewer', '=', p.reviewer),
                ),
              ),
            )
            .where(({ eb: and, selectFrom }) => {
              const feedbackCount = selectFrom('feedback as f')
                .select(({ fn }) => fn.countAll<number>().as('count'))
                .where('f.tenant_id', '=', p.tenant_id)
                .where('f.eval_id', '=', p.eval_id)
                .whereRef('f.run_id', '=', 'r.run_id')
              const reservationCount = selectFrom('eval_reservations as t')
                .select(({ fn }) => fn.countAll<number>().as('count'))
                .where('t.tenant_id', '=', p.tenant_id)
                .where('t.eval_id', '=', p.eval_id)
                .whereRef('t.run_id', '=', 'r.run_id')
                .where('t.reviewer', '<>', p.reviewer)
                .where('t.expires_at', '>', p.now)
              return and(and(feedbackCount, '+', reservationCount), '<', bigint(p.reviewers))
            })
            .orderBy(
              ({ selectFrom }) =>
                selectFrom('eval_reservations as mine')
                  .select(({ fn }) => fn.countAll<number>().as('count'))
                  .where('mine.tenant_id', '=', p.tenant_id)
                  .where('mine.eval_id', '=', p.eval_id)
                  .whereRef('mine.run_id', '=', 'r.run_id')
                  .where('mine.reviewer', '=', p.reviewer),
              'desc',
            )
            .orderBy('r.example_id')
            .orderBy('r.arm')
            .orderBy('r.repetition')
            .limit(sql.lit(1))
          return skipped === 0 ? candidates : candidates.where('r.run_id', 'not in', listSkipped(p, skipped))
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'eval_id', 'run_id', 'reviewer'])
            .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') })),
        )
        .returning('run_id'),
    ),
  )

  /** Removes the reviewer's reservations that are skipped or expired. */
  const removeStale = memoizeByShape((skipped: number) =>
    prepare<Params>()((p) =>
      kysely
        .deleteFrom('eval_reservations')
        .where('tenant_id', '=', p.tenant_id)
        .where('eval_id', '=', p.eval_id)
        .where('reviewer', '=', p.reviewer)
        .where(({ or, eb }) => {
          const isOver = eb('expires_at', '<=', p.now)
          return skipped === 0 ? isOver : or([isOver, eb('run_id', 'in', listSkipped(p, skipped))])
        }),
    ),
  )

  const removeOfReviewer = prepare<ReviewerKey>()((p) =>
    kysely
      .deleteFrom('eval_reservations')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('reviewer', '=', p.reviewer),
  )

  return {
    /** Returns the run to review, or undefined if there is none for this reviewer now. */
    async reserve(request: ReservationRequest, skip: readonly string[]): Promise<string | undefined> {
      const skipped = Object.fromEntries(skip.map((run_id, index) => [skipParam(index), run_id]))
      const params = { ...request, ...skipped }
      const results = await db.write([
        requireRow(lockEvaluation(request)),
        removeStale(skip.length)(params),
        reserve(skip.length)(params),
      ])
      return results?.[2][0]?.run_id
    },

    removeOfReviewerStatement: (reviewerKey: ReviewerKey): Statement => removeOfReviewer(reviewerKey),
  }
}

export type ReviewReservationStore = ReturnType<typeof makeReviewReservationStore>
