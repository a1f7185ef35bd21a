/**
 * Evaluations. The node that executes an evaluation holds a lease and a fence, as with runs: every write carries the fence
 * and is rejected after a newer claim.
 */
import { sql, type ExpressionBuilder } from 'kysely'
import { AppError } from '../../errors.js'
import type { EvalStatus } from '../../schema/evaluation.js'
import type { Database } from '../sql/database.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row, type Tables } from '../sql/tables.js'

export type EvaluationRow = Row<'evaluations'>
type EvaluationKey = Pick<EvaluationRow, 'tenant_id' | 'eval_id'>
type EvaluationFence = EvaluationKey & { fence: number }

interface EvaluationFilter {
  status?: EvalStatus | undefined
  dataset_id?: string | undefined
}

const status = (value: EvalStatus) => sql.lit<EvalStatus>(value)

const isLeaseHeld = (p: EvaluationFence) => (eb: ExpressionBuilder<Tables, 'evaluations'>) =>
  eb.and([
    eb('evaluations.tenant_id', '=', p.tenant_id),
    eb('evaluations.eval_id', '=', p.eval_id),
    eb('evaluations.fence', '=', p.fence),
    eb('evaluations.status', '=', status('running')),
  ])

const OUTCOME_COLUMNS = ['status', 'summary', 'error', 'completed_at', 'updated_at'] as const
export type EvaluationOutcome = Pick<EvaluationRow, (typeof OUTCOME_COLUMNS)[number]>

const NO_LEASE = { lease_owner: null, lease_expires_at: null }

export const makeEvaluationStore = (db: Database) => {
  const { kysely, forUpdateSkipLocked } = db.dialect

  const insert = prepare<EvaluationRow>()((p) =>
    kysely.insertInto('evaluations').values(pick(p, getColumnNames('evaluations'))),
  )

  const select = prepare<EvaluationKey>()((p) =>
    kysely
      .selectFrom('evaluations')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id),
  )

  const selectPage = memoizeByShape((shape: { continued: boolean; filters: (keyof EvaluationFilter)[] }) =>
    prepare<PageParams & EvaluationFilter & { tenant_id: string }>()((p) => {
      let query = kysely.selectFrom('evaluations').selectAll().where('tenant_id', '=', p.tenant_id)
      if (shape.filters.includes('status')) query = query.where('status', '=', p.status ?? 'pending')
      if (shape.filters.includes('dataset_id')) query = query.where('dataset_id', '=', p.dataset_id ?? '')
      return orderNewestFirst(query, 'eval_id', p, shape.continued)
    }),
  )

  /**
   * Changes the status and increments the fence: the node that held the lease can no longer write, even if the evaluation is
   * started again before it notices.
   */
  const transition = memoizeByShape(({ from, to }: { from: readonly EvalStatus[]; to: EvalStatus }) =>
    prepare<EvaluationKey & { now: number; completed_at: number | null }>()((p) =>
      kysely
        .updateTable('evaluations')
        .set(({ eb, fn }) => ({
          status: status(to),
          updated_at: p.now,
          completed_at: p.completed_at,
          started_at:
            to === 'running'
              ? fn.coalesce('started_at', sql<number>`cast(${p.now} as bigint)`)
              : eb.ref('started_at'),
          fence: eb('fence', '+', sql.lit(1)),
          ...NO_LEASE,
        }))
        .where('tenant_id', '=', p.tenant_id)
        .where('eval_id', '=', p.eval_id)
        .where(
          'status',
          'in',
          from.map((fromStatus) => status(fromStatus)),
        )
        .returningAll(),
    ),
  )

  /** The evaluations of the tenant that the claimant runs. */
  const countRunning = (
    eb: ExpressionBuilder<Tables & { e: Tables['evaluations'] }, 'e'>,
    p: { owner: string; now: number },
  ) =>
    eb
      .selectFrom('evaluations as n')
      .select(({ fn }) => fn.countAll<number>().as('running'))
      .whereRef('n.tenant_id', '=', 'e.tenant_id')
      .where('n.status', '=', status('running'))
      .where('n.lease_owner', '=', p.owner)
      .where('n.lease_expires_at', '>=', p.now)

  /** Claims one evaluation: the oldest one of the tenant of which the claimant runs the fewest. */
  const claim = prepare<{ owner: string; now: number; expires: number; max_per_tenant: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set(({ eb }) => ({
        lease_owner: p.owner,
        lease_expires_at: p.expires,
        fence: eb('fence', '+', sql.lit(1)),
      }))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'eval_id'),
          'in',
          selectFrom('evaluations as e')
            .select(['e.tenant_id', 'e.eval_id'])
            .where('e.status', '=', status('running'))
            .where((open) =>
              open.or([open('e.lease_expires_at', 'is', null), open('e.lease_expires_at', '<', p.now)]),
            )
            .where((e) => e(countRunning(e, p), '<', p.max_per_tenant))
            .orderBy((e) => countRunning(e, p))
            .orderBy('e.eval_id')
            .limit(sql.lit(1))
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('tenant_id', 'eval_id'),
        ),
      )
      .returningAll(),
  )

  const renewLease = prepare<EvaluationFence & { expires: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set({ lease_expires_at: p.expires })
      .where(isLeaseHeld(p))
      .returning('eval_id'),
  )

  const addProgress = prepare<EvaluationFence & { done: number; errors: number; now: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set(({ eb }) => ({
        done: eb('done', '+', p.done),
        errors: eb('errors', '+', p.errors),
        updated_at: p.now,
      }))
      .where(isLeaseHeld(p))
      .returning('eval_id'),
  )

  const finish = prepare<EvaluationFence & EvaluationOutcome & { touched: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set({ ...pick(p, OUTCOME_COLUMNS), ...NO_LEASE })
      .where(isLeaseHeld(p))
      .where('touched', '=', p.touched)
      .returningAll(),
  )

  const release = prepare<EvaluationFence>()((p) =>
    kysely.updateTable('evaluations').set(NO_LEASE).where(isLeaseHeld(p)),
  )

  const markFeedback = prepare<EvaluationKey & { now: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set(({ eb }) => ({
        touched: eb('touched', '+', sql.lit(1)),
        status: status('running'),
        updated_at: p.now,
      }))
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', 'in', [status('running'), status('awaiting_feedback')])
      .returning('eval_id'),
  )

  const recountResults = prepare<EvaluationKey>()((p) =>
    kysely
      .updateTable('evaluations')
      .set(({ selectFrom }) => {
        const count = (...statuses: ResultStatus[]) =>
          selectFrom('eval_results as r')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('r.tenant_id', '=', p.tenant_id)
            .where('r.eval_id', '=', p.eval_id)
            .where(
              'r.status',
              'in',
              statuses.map((resultStatus) => sql.lit(resultStatus)),
            )
        return { done: count('scored', 'error'), errors: count('error') }
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .returningAll(),
  )

  const rename = prepare<EvaluationKey & { name: string; now: number }>()((p) =>
    kysely
      .updateTable('evaluations')
      .set({ name: p.name, updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .returningAll(),
  )

  const selectClaimable = prepare<{ now: number }>()((p) =>
    kysely
      .selectFrom('evaluations')
      .select('eval_id')
      .where('status', '=', status('running'))
      .where(({ or, eb }) => or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<', p.now)]))
      .limit(sql.lit(1)),
  )

  const remove = prepare<EvaluationKey>()((p) =>
    kysely
      .deleteFrom('evaluations')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '<>', status('running'))
      .returning('eval_id'),
  )
  const prepareRemoval = (table: 'eval_results' | 'eval_reservations') =>
    prepare<EvaluationKey>()((p) =>
      kysely.deleteFrom(table).where('tenant_id', '=', p.tenant_id).where('eval_id', '=', p.eval_id),
    )
  const removeResults = prepareRemoval('eval_results')
  const removeReservations = prepareRemoval('eval_reservations')

  const expireAll = prepare<object>()(() =>
    kysely.updateTable('evaluations').set({ lease_expires_at: null }).where('status', '=', status('running')),
  )

  return {
    async insert(row: EvaluationRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    async get(key: EvaluationKey): Promise<EvaluationRow | undefined> {
      return (await db.read(select(key)))[0]
    },
    list(tenant_id: string, filter: EvaluationFilter, page: PageRequest): Promise<EvaluationRow[]> {
      const filters = (['status', 'dataset_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters }
      return db.read(selectPage(shape)({ tenant_id, ...filter, ...toPageParams(page) }))
    },

    /** Changes the status and recounts the results. Returns undefined if the status is not one of `from`. */
    async transition(
      key: EvaluationKey,
      { from, to, now }: { from: readonly EvalStatus[]; to: EvalStatus; now: number },
      ...extraStatements: Statement[]
    ): Promise<EvaluationRow | undefined> {
      const completed_at = to === 'cancelled' ? now : null
      const transitionStatement = requireRow(transition({ from, to })({ ...key, now, completed_at }))
      // Comes last, because `extraStatements` change the results that are counted.
      const results = await db.write([transitionStatement, ...extraStatements, recountResults(key)])
      return results?.at(-1)?.[0] as EvaluationRow | undefined
    },

    /** Resumes an evaluation that waits for feedback. The batch is rejected if the evaluation has ended. */
    markFeedbackStatement: (key: EvaluationKey, now: number): Statement =>
      requireRow(
        markFeedback({ ...key, now }),
        new AppError('resource_conflict', 'The evaluation has ended'),
      ),

    /** Returns undefined if the evaluation does not exist. */
    async rename(key: EvaluationKey, name: string, now: number): Promise<EvaluationRow | undefined> {
      return (await db.write([rename({ ...key, name, now })]))?.[0][0]
    },

    async hasClaimable(now: number): Promise<boolean> {
      return (await db.read(selectClaimable({ now }))).length > 0
    },

    /** Returns undefined if the claimant can claim no evaluation. */
    async claim(
      owner: string,
      now: number,
      expires: number,
      max_per_tenant: number,
    ): Promise<EvaluationRow | undefined> {
      return (await db.write([claim({ owner, now, expires, max_per_tenant })]))?.[0][0]
    },

    /**
     * Returns false, and stores nothing, if the claimant lost the lease or a statement that requires a row returned
     * none.
     */
    async writeFenced(lease: EvaluationFence, expires: number, statements: Statement[]): Promise<boolean> {
      const leaseCheck = requireRow(renewLease({ ...lease, expires }))
      return (await db.write([leaseCheck, ...statements])) !== undefined
    },

    async addProgress(
      lease: EvaluationFence,
      progress: { done: number; errors: number; now: number },
      statements: Statement[],
    ): Promise<boolean> {
      return (
        (await db.write([requireRow(addProgress({ ...lease, ...progress })), ...statements])) !== undefined
      )
    },

    /** Returns undefined if the claimant lost the lease, or if feedback has arrived since `touched` was read. */
    async finish(
      lease: EvaluationFence & { touched: number },
      outcome: EvaluationOutcome,
      extraStatements: Statement[],
    ): Promise<EvaluationRow | undefined> {
      return (await db.write([requireRow(finish({ ...lease, ...outcome })), ...extraStatements]))?.[0][0]
    },

    async release(lease: EvaluationFence): Promise<void> {
      await db.write([release(lease)])
    },

    /** Expires all leases. Only for the start of a single node, when no other node can hold one. */
    async expireAll(): Promise<void> {
      await db.write([expireAll({})])
    },

    /** Removes the evaluation with its results; feedback stays. Returns false if it does not exist or is running. */
    async remove(key: EvaluationKey): Promise<boolean> {
      const batch = [requireRow(remove(key)), removeResults(key), removeReservations(key)]
      return (await db.write(batch)) !== undefined
    },
  }
}

export type EvaluationStore = ReturnType<typeof makeEvaluationStore>
