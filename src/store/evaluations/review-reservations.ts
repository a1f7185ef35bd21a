/** Who reviews which result of an evaluation. A reservation ends with the review, or when its time is over. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import { variants } from '../sql/page.js'
import { prepare, required, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

type Of = Pick<Row<'eval_reservations'>, 'tenant_id' | 'eval_id'>
type Who = Of & { reviewer: string }

interface Wanted extends Who {
  /** How many people are to look at each. */
  reviewers: number
  now: number
  expires_at: number
}

const skipAt = (at: number) => `skip${String(at)}` as `skip${number}`

export const makeReservationStore = (db: Database) => {
  const { build } = db.dialect

  /** Others who reserve have to wait for each other: each has to see what the one before took. */
  const lock = prepare<Of>()((p) =>
    build
      .updateTable('evaluations')
      .set(({ eb }) => ({ touched: eb.ref('touched') }))
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .returning('eval_id'),
  )

  const text = (value: unknown) => sql<string>`cast(${value} as text)`
  const bigint = (value: unknown) => sql<number>`cast(${value} as bigint)`

  type Params = Wanted & Record<`skip${number}`, string>
  const skippedIn = (p: Params, skipped: number) =>
    Array.from({ length: skipped }, (_, at) => p[skipAt(at)] ?? '')

  /** Its own again, or the first that wants another reviewer and that this one has not looked at. */
  const reserve = variants((skipped: number) =>
    prepare<Params>()((p) =>
      build
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
              const said = selectFrom('feedback as f')
                .select(({ fn }) => fn.countAll<number>().as('count'))
                .where('f.tenant_id', '=', p.tenant_id)
                .where('f.eval_id', '=', p.eval_id)
                .whereRef('f.run_id', '=', 'r.run_id')
              const taken = selectFrom('eval_reservations as t')
                .select(({ fn }) => fn.countAll<number>().as('count'))
                .where('t.tenant_id', '=', p.tenant_id)
                .where('t.eval_id', '=', p.eval_id)
                .whereRef('t.run_id', '=', 'r.run_id')
                .where('t.reviewer', '<>', p.reviewer)
                .where('t.expires_at', '>', p.now)
              return and(and(said, '+', taken), '<', bigint(p.reviewers))
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
          return skipped === 0 ? candidates : candidates.where('r.run_id', 'not in', skippedIn(p, skipped))
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'eval_id', 'run_id', 'reviewer'])
            .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') })),
        )
        .returning('run_id'),
    ),
  )

  /** Whoever skips one gives it back, and whose time is over has lost it. */
  const drop = variants((skipped: number) =>
    prepare<Params>()((p) =>
      build
        .deleteFrom('eval_reservations')
        .where('tenant_id', '=', p.tenant_id)
        .where('eval_id', '=', p.eval_id)
        .where('reviewer', '=', p.reviewer)
        .where(({ or, eb }) => {
          const isOver = eb('expires_at', '<=', p.now)
          return skipped === 0 ? isOver : or([isOver, eb('run_id', 'in', skippedIn(p, skipped))])
        }),
    ),
  )

  const giveBack = prepare<Who>()((p) =>
    build
      .deleteFrom('eval_reservations')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('reviewer', '=', p.reviewer),
  )

  return {
    /** The run to look at; undefined: there is none for this reviewer now. */
    async reserve(wanted: Wanted, skip: readonly string[]): Promise<string | undefined> {
      const skipped = Object.fromEntries(skip.map((run_id, at) => [skipAt(at), run_id]))
      const params = { ...wanted, ...skipped }
      const answers = await db.write([
        required(lock(wanted)),
        drop(skip.length)(params),
        reserve(skip.length)(params),
      ])
      return answers?.[2][0]?.run_id
    },

    giveBackStatement: (who: Who): Statement => giveBack(who),
  }
}

export type ReservationStore = ReturnType<typeof makeReservationStore>
