/**
 * The result of each run of an evaluation. A row is inserted in the same batch as its run, so no example is run twice.
 */
import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import {
  pick,
  prepare,
  prepareBulkInsert,
  requireRow,
  type Statement,
  type SqlValue,
} from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type ResultRow = Row<'eval_results'>
type EvaluationKey = Pick<ResultRow, 'tenant_id' | 'eval_id'>
export type ResultPosition = Pick<ResultRow, 'example_id' | 'arm' | 'repetition'>

const SCORE_COLUMNS = [
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
export type ResultScore = Pick<ResultRow, (typeof SCORE_COLUMNS)[number]>

/** The columns that a summary needs; without the outputs, which may be large. */
const SUMMARY_COLUMNS = [
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
export type ResultSummary = Pick<ResultRow, (typeof SUMMARY_COLUMNS)[number]>

export interface ResultFilter {
  passed?: boolean | undefined
  status?: ResultStatus | undefined
  example_id?: string | undefined
  min_score?: number | undefined
  max_score?: number | undefined
}

const VALUE_FILTERS = ['example_id', 'min_score', 'max_score'] as const
type ValueFilter = Required<Pick<ResultFilter, (typeof VALUE_FILTERS)[number]>>
type ResultShape = Pick<ResultFilter, 'passed' | 'status'> & { values: (keyof ValueFilter)[] }

export const makeEvaluationResultStore = (db: Database) => {
  const { kysely } = db.dialect

  const selectOrdered = (p: EvaluationKey & { limit: number }) =>
    kysely
      .selectFrom('eval_results')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .orderBy('example_id')
      .orderBy('arm')
      .orderBy('repetition')
      .limit(sql<number>`${p.limit}`)
  const isAfter = (p: ResultPosition) =>
    sql<boolean>`(example_id, arm, repetition) > (${p.example_id}, ${p.arm}, ${p.repetition})`

  const insertResults = prepareBulkInsert('eval_results', (rows) =>
    kysely.insertInto('eval_results').values(rows),
  )

  const updateAt = (p: EvaluationKey & ResultPosition) =>
    kysely
      .updateTable('eval_results')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('example_id', '=', p.example_id)
      .where('arm', '=', p.arm)
      .where('repetition', '=', p.repetition)

  const score = prepare<EvaluationKey & ResultPosition & ResultScore>()((p) =>
    updateAt(p).set(pick(p, SCORE_COLUMNS)),
  )

  const selectInStatus = memoizeByShape((statuses: readonly ResultStatus[]) =>
    prepare<EvaluationKey & ResultPosition & { limit: number }>()((p) =>
      selectOrdered(p)
        .selectAll()
        .where(
          'status',
          'in',
          statuses.map((status) => sql.lit(status)),
        )
        .where(isAfter(p)),
    ),
  )

  const selectLast = prepare<EvaluationKey>()((p) =>
    kysely
      .selectFrom('eval_results')
      .select(['example_id', 'arm', 'repetition'])
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .orderBy('example_id', 'desc')
      .orderBy('arm', 'desc')
      .orderBy('repetition', 'desc')
      .limit(sql.lit(1)),
  )

  type PageParams = EvaluationKey & Record<`filter_${keyof ValueFilter}`, SqlValue>
  const selectPage = memoizeByShape(({ passed, status, values }: ResultShape) =>
    prepare<PageParams & ResultPosition & { limit: number }>()((p) => {
      let query = selectOrdered(p).selectAll().where(isAfter(p))
      if (passed !== undefined) query = query.where('passed', '=', sql.lit(passed ? 1 : 0))
      if (status !== undefined) query = query.where('status', '=', sql.lit(status))
      if (values.includes('example_id')) query = query.where('example_id', '=', p.filter_example_id as string)
      if (values.includes('min_score')) query = query.where('score', '>=', p.filter_min_score as number)
      if (values.includes('max_score')) query = query.where('score', '<=', p.filter_max_score as number)
      return query
    }),
  )

  const selectOfExamples = memoizeByShape((count: number) =>
    prepare<Record<string, SqlValue>>()((p) =>
      kysely
        .selectFrom('eval_results')
        .selectAll()
        .where('tenant_id', '=', p['tenant_id'] as string)
        .where('eval_id', '=', p['eval_id'] as string)
        .where(
          'example_id',
          'in',
          Array.from({ length: count }, (_, index) => p[`id${String(index)}`] as string),
        )
        .orderBy('example_id')
        .orderBy('arm')
        .orderBy('repetition'),
    ),
  )

  const selectSummaries = prepare<EvaluationKey & ResultPosition & { limit: number }>()((p) =>
    selectOrdered(p).select(SUMMARY_COLUMNS).where(isAfter(p)),
  )

  const restart = prepare<EvaluationKey & ResultPosition & { run_id: string; created_at: number }>()((p) =>
    updateAt(p)
      .set({ run_id: p.run_id, status: sql.lit<ResultStatus>('running'), created_at: p.created_at })
      .where('status', '=', sql.lit<ResultStatus>('queued'))
      .returning('example_id'),
  )

  /** Restarts results with an error. If the run has an output, only its scoring is repeated. */
  const resetErrors = prepare<EvaluationKey>()((p) =>
    kysely
      .updateTable('eval_results')
      .set({
        status: sql<ResultStatus>`case when output is null then 'queued' else 'running' end`,
        error: null,
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '=', sql.lit<ResultStatus>('error')),
  )

  /** Queues results whose run was cancelled together with the evaluation. */
  const requeueCancelled = prepare<EvaluationKey>()((p) =>
    kysely
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

  const selectByPosition = prepare<EvaluationKey & ResultPosition>()((p) =>
    kysely
      .selectFrom('eval_results')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('example_id', '=', p.example_id)
      .where('arm', '=', p.arm)
      .where('repetition', '=', p.repetition),
  )

  const selectByRun = prepare<EvaluationKey & { run_id: string }>()((p) =>
    kysely
      .selectFrom('eval_results')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('run_id', '=', p.run_id),
  )

  const selectRunIds = memoizeByShape((count: number) =>
    prepare<Record<string, SqlValue>>()((p) =>
      kysely
        .selectFrom('runs')
        .select('run_id')
        .where('tenant_id', '=', p['tenant_id'] as string)
        .where(
          'run_id',
          'in',
          Array.from({ length: count }, (_, index) => p[`id${String(index)}`] as string),
        ),
    ),
  )

  /** Selects results that enough reviewers have given feedback on. */
  const selectReviewed = prepare<EvaluationKey & { reviewers: number; limit: number }>()((p) =>
    kysely
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

  const START: ResultPosition = { example_id: '', arm: 0, repetition: 0 }

  return {
    /** The batch fails if a result exists at the same position: another node has started its run. */
    insertStatements: (rows: readonly ResultRow[]): Statement[] => insertResults(rows),
    restartStatement: (
      row: EvaluationKey & ResultPosition & { run_id: string; created_at: number },
    ): Statement => requireRow(restart(row)),
    scoreStatement: (row: EvaluationKey & ResultPosition & ResultScore): Statement => score(row),
    resetErrorsStatement: (evaluation: EvaluationKey): Statement => resetErrors(evaluation),
    requeueCancelledStatement: (evaluation: EvaluationKey): Statement => requeueCancelled(evaluation),

    /** Sorted by example, arm and repetition. */
    listInStatus(
      evaluation: EvaluationKey,
      statuses: readonly ResultStatus[],
      limit: number,
      after = START,
    ): Promise<ResultRow[]> {
      return db.read(selectInStatus(statuses)({ ...evaluation, ...after, limit }))
    },

    listFullyReviewed(evaluation: EvaluationKey, reviewers: number, limit: number): Promise<ResultRow[]> {
      return db.read(selectReviewed({ ...evaluation, reviewers, limit }))
    },

    async getLastPosition(evaluation: EvaluationKey): Promise<ResultPosition | undefined> {
      return (await db.read(selectLast(evaluation)))[0]
    },

    async getByPosition(position: EvaluationKey & ResultPosition): Promise<ResultRow | undefined> {
      return (await db.read(selectByPosition(position)))[0]
    },

    async getByRun(evaluation: EvaluationKey, run_id: string): Promise<ResultRow | undefined> {
      return (await db.read(selectByRun({ ...evaluation, run_id })))[0]
    },

    /** Sorted by example, arm and repetition, starting after the position `after`. */
    list(
      evaluation: EvaluationKey,
      limit: number,
      after = START,
      filter: ResultFilter = {},
    ): Promise<ResultRow[]> {
      const values = VALUE_FILTERS.filter((name) => filter[name] !== undefined)
      const shape = { passed: filter.passed, status: filter.status, values }
      const params = {
        filter_example_id: filter.example_id ?? null,
        filter_min_score: filter.min_score ?? null,
        filter_max_score: filter.max_score ?? null,
      }
      return db.read(selectPage(shape)({ ...evaluation, ...after, limit, ...params }))
    },

    /** The results of these examples, sorted by example, arm and repetition. */
    async listOfExamples(evaluation: EvaluationKey, exampleIds: readonly string[]): Promise<ResultRow[]> {
      if (exampleIds.length === 0) return []
      const { tenant_id, eval_id } = evaluation
      const params = Object.fromEntries(exampleIds.map((id, index) => [`id${String(index)}`, id]))
      return db.read(selectOfExamples(exampleIds.length)({ tenant_id, eval_id, ...params }))
    },

    /** Returns which of the runs still exist: runs can be deleted, and purged after an evaluation has ended. */
    async listStoredRuns(tenant_id: string, runIds: readonly string[]): Promise<Set<string>> {
      if (runIds.length === 0) return new Set()
      const params = Object.fromEntries(runIds.map((id, index) => [`id${String(index)}`, id]))
      const rows = await db.read(selectRunIds(runIds.length)({ tenant_id, ...params }))
      return new Set(rows.map(({ run_id }) => run_id))
    },

    /** In the same order as `list`. */
    listSummaries(evaluation: EvaluationKey, limit: number, after = START): Promise<ResultSummary[]> {
      return db.read(selectSummaries({ ...evaluation, ...after, limit }))
    },
  }
}

export type EvaluationResultStore = ReturnType<typeof makeEvaluationResultStore>
