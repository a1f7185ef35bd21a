/** What became of each run of an evaluation. A row is made together with its run, so that no example is run twice. */
import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { Database } from '../sql/database.js'
import { variants } from '../sql/page.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import { pick, prepare, prepareRows, required, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type ResultRow = Row<'eval_results'>
type Of = Pick<ResultRow, 'tenant_id' | 'eval_id'>
export type Place = Pick<ResultRow, 'example_id' | 'arm' | 'repetition'>

const SCORED = [
  'status',
  'passed',
  'score',
  'scores',
  'output',
  'error',
  'latency_ms',
  'usage',
  'cost',
] as const
export type Scored = Pick<ResultRow, (typeof SCORED)[number]>

/** What a summary is made of; not the outputs, which may be large. */
const FIGURES = [
  'example_id',
  'arm',
  'repetition',
  'status',
  'scores',
  'error',
  'latency_ms',
  'usage',
  'cost',
] as const
export type ResultFigures = Pick<ResultRow, (typeof FIGURES)[number]>

export interface ResultFilter {
  passed?: boolean | undefined
  status?: ResultStatus | undefined
}

export const makeResultStore = (db: Database) => {
  const { build } = db.dialect

  const ordered = (p: Of & { limit: number }) =>
    build
      .selectFrom('eval_results')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .orderBy('example_id')
      .orderBy('arm')
      .orderBy('repetition')
      .limit(sql<number>`${p.limit}`)
  const isAfter = (p: Place) =>
    sql<boolean>`(example_id, arm, repetition) > (${p.example_id}, ${p.arm}, ${p.repetition})`

  const insertAll = prepareRows('eval_results', (rows) => build.insertInto('eval_results').values(rows))

  const at = (p: Of & Place) =>
    build
      .updateTable('eval_results')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('example_id', '=', p.example_id)
      .where('arm', '=', p.arm)
      .where('repetition', '=', p.repetition)

  const score = prepare<Of & Place & Scored>()((p) => at(p).set(pick(p, SCORED)))

  const selectIn = variants((statuses: readonly ResultStatus[]) =>
    prepare<Of & Place & { limit: number }>()((p) =>
      ordered(p)
        .selectAll()
        .where(
          'status',
          'in',
          statuses.map((one) => sql.lit(one)),
        )
        .where(isAfter(p)),
    ),
  )

  const selectLast = prepare<Of>()((p) =>
    build
      .selectFrom('eval_results')
      .select(['example_id', 'arm', 'repetition'])
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .orderBy('example_id', 'desc')
      .orderBy('arm', 'desc')
      .orderBy('repetition', 'desc')
      .limit(sql.lit(1)),
  )

  const selectPage = variants((only: ResultFilter) =>
    prepare<Of & Place & { limit: number }>()((p) => {
      let query = ordered(p).selectAll().where(isAfter(p))
      if (only.passed !== undefined) query = query.where('passed', '=', sql.lit(only.passed ? 1 : 0))
      if (only.status !== undefined) query = query.where('status', '=', sql.lit(only.status))
      return query
    }),
  )

  const selectFigures = prepare<Of & Place & { limit: number }>()((p) =>
    ordered(p).select(FIGURES).where(isAfter(p)),
  )

  const beginAgain = prepare<Of & Place & { run_id: string; created_at: number }>()((p) =>
    at(p)
      .set({ run_id: p.run_id, status: sql.lit<ResultStatus>('running'), created_at: p.created_at })
      .where('status', '=', sql.lit<ResultStatus>('queued'))
      .returning('example_id'),
  )

  /** What has no score is begun anew, but where only the scoring went wrong: that is done again on the same run. */
  const reset = prepare<Of>()((p) =>
    build
      .updateTable('eval_results')
      .set({
        status: sql<ResultStatus>`case when output is null then 'queued' else 'running' end`,
        error: null,
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '=', sql.lit<ResultStatus>('error')),
  )

  /** Runs that were stopped with their evaluation. */
  const requeue = prepare<Of>()((p) =>
    build
      .updateTable('eval_results')
      .set({ status: sql.lit<ResultStatus>('queued') })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '=', sql.lit<ResultStatus>('running'))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('runs')
            .select('runs.run_id')
            .where('runs.tenant_id', '=', p.tenant_id)
            .whereRef('runs.run_id', '=', 'eval_results.run_id')
            .where('runs.status', '=', sql.lit<RunStatus>('cancelled')),
        ),
      ),
  )

  const selectAt = prepare<Of & Place>()((p) =>
    build
      .selectFrom('eval_results')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('example_id', '=', p.example_id)
      .where('arm', '=', p.arm)
      .where('repetition', '=', p.repetition),
  )

  const selectRun = prepare<Of & { run_id: string }>()((p) =>
    build
      .selectFrom('eval_results')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('run_id', '=', p.run_id),
  )

  /** Those that as many people as were asked for have looked at. */
  const selectReviewed = prepare<Of & { reviewers: number; limit: number }>()((p) =>
    build
      .selectFrom('eval_results')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '=', sql.lit<ResultStatus>('awaiting_feedback'))
      .where(({ eb, selectFrom }) =>
        eb(
          selectFrom('feedback')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('feedback.tenant_id', '=', p.tenant_id)
            .where('feedback.eval_id', '=', p.eval_id)
            .whereRef('feedback.run_id', '=', 'eval_results.run_id'),
          '>=',
          sql<number>`cast(${p.reviewers} as bigint)`,
        ),
      )
      .limit(sql<number>`${p.limit}`),
  )

  const BEFORE_ALL: Place = { example_id: '', arm: 0, repetition: 0 }

  return {
    /** A place that is taken makes the batch fail: somebody else runs it. */
    insertStatements: (rows: readonly ResultRow[]): Statement[] => insertAll(rows),
    beginAgainStatement: (row: Of & Place & { run_id: string; created_at: number }): Statement =>
      required(beginAgain(row)),
    scoreStatement: (row: Of & Place & Scored): Statement => score(row),
    resetErrorsStatement: (of: Of): Statement => reset(of),
    requeueStatement: (of: Of): Statement => requeue(of),

    /** In the order of the examples. */
    inStatus(
      of: Of,
      statuses: readonly ResultStatus[],
      limit: number,
      after = BEFORE_ALL,
    ): Promise<ResultRow[]> {
      return db.read(selectIn(statuses)({ ...of, ...after, limit }))
    },

    reviewed(of: Of, reviewers: number, limit: number): Promise<ResultRow[]> {
      return db.read(selectReviewed({ ...of, reviewers, limit }))
    },

    async last(of: Of): Promise<Place | undefined> {
      return (await db.read(selectLast(of)))[0]
    },

    async at(place: Of & Place): Promise<ResultRow | undefined> {
      return (await db.read(selectAt(place)))[0]
    },

    async ofRun(of: Of, run_id: string): Promise<ResultRow | undefined> {
      return (await db.read(selectRun({ ...of, run_id })))[0]
    },

    /** In the order of the examples; `after` is the place of the last one that the reader has. */
    list(of: Of, limit: number, after = BEFORE_ALL, only: ResultFilter = {}): Promise<ResultRow[]> {
      return db.read(selectPage(only)({ ...of, ...after, limit }))
    },

    /** In the same order. */
    figures(of: Of, limit: number, after = BEFORE_ALL): Promise<ResultFigures[]> {
      return db.read(selectFigures({ ...of, ...after, limit }))
    },
  }
}

export type ResultStore = ReturnType<typeof makeResultStore>
