/**
 * Evaluations. Whoever works on one holds a lease and a fence, as with runs: every write carries the fence and is refused when
 * there is a newer claim.
 */
import { sql, type ExpressionBuilder } from 'kysely'
import { AppError } from '../../errors.js'
import type { EvalStatus } from '../../schema/evaluation.js'
import type { Database } from '../sql/database.js'
import type { ResultStatus } from '../sql/tables/evaluations.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row, type Tables } from '../sql/tables.js'

export type EvaluationRow = Row<'evaluations'>
type Key = Pick<EvaluationRow, 'tenant_id' | 'eval_id'>
type Lease = Key & { fence: number }

interface Filter {
  status?: EvalStatus | undefined
  dataset_id?: string | undefined
}

const status = (value: EvalStatus) => sql.lit<EvalStatus>(value)

const isHeld = (p: Lease) => (eb: ExpressionBuilder<Tables, 'evaluations'>) =>
  eb.and([
    eb('evaluations.tenant_id', '=', p.tenant_id),
    eb('evaluations.eval_id', '=', p.eval_id),
    eb('evaluations.fence', '=', p.fence),
    eb('evaluations.status', '=', status('running')),
  ])

const ENDING = ['status', 'summary', 'error', 'completed_at', 'updated_at'] as const
export type Ending = Pick<EvaluationRow, (typeof ENDING)[number]>

const FREE = { lease_owner: null, lease_expires_at: null }

export const makeEvaluationStore = (db: Database) => {
  const { build, skipLocked } = db.dialect

  const insert = prepare<EvaluationRow>()((p) =>
    build.insertInto('evaluations').values(pick(p, columnsOf('evaluations'))),
  )

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('evaluations')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id),
  )

  const selectPage = variants((shape: { continued: boolean; filters: (keyof Filter)[] }) =>
    prepare<PageParams & Filter & { tenant_id: string }>()((p) => {
      let query = build.selectFrom('evaluations').selectAll().where('tenant_id', '=', p.tenant_id)
      if (shape.filters.includes('status')) query = query.where('status', '=', p.status ?? 'pending')
      if (shape.filters.includes('dataset_id')) query = query.where('dataset_id', '=', p.dataset_id ?? '')
      return newestFirst(query, 'eval_id', p, shape.continued)
    }),
  )

  /**
   * From a state in which nothing happens to one in which something does, or the other way. Whoever worked on it is out, also
   * when it goes on before they have noticed.
   */
  const move = variants(({ from, to }: { from: readonly EvalStatus[]; to: EvalStatus }) =>
    prepare<Key & { now: number; completed_at: number | null }>()((p) =>
      build
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
          ...FREE,
        }))
        .where('tenant_id', '=', p.tenant_id)
        .where('eval_id', '=', p.eval_id)
        .where(
          'status',
          'in',
          from.map((one) => status(one)),
        )
        .returningAll(),
    ),
  )

  const claim = prepare<{ owner: string; now: number; expires: number; limit: number }>()((p) =>
    build
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
            .orderBy('e.eval_id')
            .limit(sql<number>`${p.limit}`)
            .modifyEnd(skipLocked)
            .$asTuple('tenant_id', 'eval_id'),
        ),
      )
      .returningAll(),
  )

  const hold = prepare<Lease & { expires: number }>()((p) =>
    build
      .updateTable('evaluations')
      .set({ lease_expires_at: p.expires })
      .where(isHeld(p))
      .returning('eval_id'),
  )

  const advance = prepare<Lease & { done: number; errors: number; now: number }>()((p) =>
    build
      .updateTable('evaluations')
      .set(({ eb }) => ({
        done: eb('done', '+', p.done),
        errors: eb('errors', '+', p.errors),
        updated_at: p.now,
      }))
      .where(isHeld(p))
      .returning('eval_id'),
  )

  const finish = prepare<Lease & Ending & { touched: number }>()((p) =>
    build
      .updateTable('evaluations')
      .set({ ...pick(p, ENDING), ...FREE })
      .where(isHeld(p))
      .where('touched', '=', p.touched)
      .returningAll(),
  )

  const release = prepare<Lease>()((p) => build.updateTable('evaluations').set(FREE).where(isHeld(p)))

  const touch = prepare<Key & { now: number }>()((p) =>
    build
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

  const recount = prepare<Key>()((p) =>
    build
      .updateTable('evaluations')
      .set(({ selectFrom }) => {
        const count = (...of: ResultStatus[]) =>
          selectFrom('eval_results as r')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('r.tenant_id', '=', p.tenant_id)
            .where('r.eval_id', '=', p.eval_id)
            .where(
              'r.status',
              'in',
              of.map((one) => sql.lit(one)),
            )
        return { done: count('scored', 'error'), errors: count('error') }
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .returningAll(),
  )

  const selectOpen = prepare<{ now: number }>()((p) =>
    build
      .selectFrom('evaluations')
      .select('eval_id')
      .where('status', '=', status('running'))
      .where(({ or, eb }) => or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<', p.now)]))
      .limit(sql.lit(1)),
  )

  const remove = prepare<Key>()((p) =>
    build
      .deleteFrom('evaluations')
      .where('tenant_id', '=', p.tenant_id)
      .where('eval_id', '=', p.eval_id)
      .where('status', '<>', status('running'))
      .returning('eval_id'),
  )
  const removeOf = (table: 'eval_results' | 'eval_reservations') =>
    prepare<Key>()((p) =>
      build.deleteFrom(table).where('tenant_id', '=', p.tenant_id).where('eval_id', '=', p.eval_id),
    )
  const removeResults = removeOf('eval_results')
  const removeReservations = removeOf('eval_reservations')

  const expireAll = prepare<object>()(() =>
    build.updateTable('evaluations').set({ lease_expires_at: null }).where('status', '=', status('running')),
  )

  return {
    async insert(row: EvaluationRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    async get(key: Key): Promise<EvaluationRow | undefined> {
      return (await db.read(select(key)))[0]
    },
    list(tenant_id: string, filter: Filter, page: PageRequest): Promise<EvaluationRow[]> {
      const filters = (['status', 'dataset_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters }
      return db.read(selectPage(shape)({ tenant_id, ...filter, ...pageParams(page) }))
    },

    /** Undefined: it is in another state. `also` goes with it, and its results are counted anew. */
    async move(
      key: Key,
      { from, to, now }: { from: readonly EvalStatus[]; to: EvalStatus; now: number },
      ...also: Statement[]
    ): Promise<EvaluationRow | undefined> {
      const completed_at = to === 'cancelled' ? now : null
      const moved = required(move({ from, to })({ ...key, now, completed_at }))
      // Last: `also` changes the results that are counted.
      const answers = await db.write([moved, ...also, recount(key)])
      return answers?.at(-1)?.[0] as EvaluationRow | undefined
    },

    /** People have said something of it: it goes on, if it waited for that. The batch is refused when it has ended. */
    touchStatement: (key: Key, now: number): Statement =>
      required(touch({ ...key, now }), new AppError('resource_conflict', 'the evaluation has ended')),

    async hasOpen(now: number): Promise<boolean> {
      return (await db.read(selectOpen({ now }))).length > 0
    },

    async claim(owner: string, now: number, expires: number, limit: number): Promise<EvaluationRow[]> {
      return (await db.write([claim({ owner, now, expires, limit })]))?.[0] ?? []
    },

    /** False: it is no longer the claimant's, or one of the statements could not be; nothing was stored. */
    async store(lease: Lease, expires: number, statements: Statement[]): Promise<boolean> {
      const held = required(hold({ ...lease, expires }))
      return (await db.write([held, ...statements])) !== undefined
    },

    async advance(
      lease: Lease,
      progress: { done: number; errors: number; now: number },
      statements: Statement[],
    ): Promise<boolean> {
      return (await db.write([required(advance({ ...lease, ...progress })), ...statements])) !== undefined
    },

    /** Undefined: it is no longer the claimant's, or was touched since. */
    async finish(
      lease: Lease & { touched: number },
      end: Ending,
      also: Statement[],
    ): Promise<EvaluationRow | undefined> {
      return (await db.write([required(finish({ ...lease, ...end })), ...also]))?.[0][0]
    },

    async release(lease: Lease): Promise<void> {
      await db.write([release(lease)])
    },

    /** When nobody else can hold a lease: all of them are over. */
    async expireAll(): Promise<void> {
      await db.write([expireAll({})])
    },

    /** With its results; what people said of runs stays. False: there is none, or it is running. */
    async remove(key: Key): Promise<boolean> {
      const batch = [required(remove(key)), removeResults(key), removeReservations(key)]
      return (await db.write(batch)) !== undefined
    },
  }
}

export type EvaluationStore = ReturnType<typeof makeEvaluationStore>
