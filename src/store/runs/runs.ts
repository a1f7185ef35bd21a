import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import {
  orderNewestFirst,
  toPageParams,
  memoizeByShape,
  type PageParams,
  type PageRequest,
} from '../sql/page.js'
import { prepareRecordLastOrdinal } from './ordinals.js'
import { castRowValues, pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import {
  buildLockThreads,
  buildUpdateThreadStatus,
  UNFINISHED_STATUSES,
  WAITING_STATUSES,
} from '../threads/status.js'

type RunRow = Row<'runs'>

interface RunKey {
  tenant_id: string
  run_id: string
}

interface RunFilter {
  thread_id?: string | undefined
  assistant_id?: string | undefined
  status?: RunStatus | undefined
}

type RunChange = Pick<RunRow, 'resume' | 'completed_at' | 'updated_at'> & { error?: string | null }
export type StatusTransition = RunChange & { from: readonly RunStatus[]; to: RunStatus }

export interface QueuePlacement {
  /** `alone`: only into a thread without unfinished runs. */
  mode: 'enqueue' | 'alone'
  /** May end other runs of the thread. */
  multitaskStatements?: Statement[]
}

interface InsertOptions extends QueuePlacement {
  /** May make the thread. */
  precedingStatements?: Statement[]
  extraStatements?: Statement[]
}

export const makeRunStore = (db: Database) => {
  const { kysely } = db.dialect

  /** Only for an assistant that exists and, with `alone`, only into a thread without unfinished runs. */
  const insert = memoizeByShape((strategy: 'enqueue' | 'alone') =>
    prepare<RunRow>()((p) =>
      kysely
        .insertInto('runs')
        .columns(getColumnNames('runs'))
        .expression((eb) => {
          const row = eb
            .selectFrom('assistants')
            .select(castRowValues(db.dialect, 'runs', p))
            .where('assistants.tenant_id', '=', p.tenant_id)
            .where('assistants.assistant_id', '=', p.assistant_id)
            .modifyEnd(db.dialect.forKeyShare)
          if (strategy === 'enqueue') return row
          return row.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('runs as r')
                  .select('r.run_id')
                  .where('r.tenant_id', '=', p.tenant_id)
                  .where('r.thread_id', '=', p.thread_id)
                  .where('r.status', 'in', UNFINISHED_STATUSES),
              ),
            ),
          )
        })
        .returning('run_id'),
    ),
  )

  const selectOfThread = memoizeByShape((statuses: readonly RunStatus[]) =>
    prepare<{ tenant_id: string; thread_id: string; limit: number; offset: number }>()((p) => {
      const query = kysely
        .selectFrom('runs')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .orderBy('run_id', 'desc')
        .limit(sql<number>`${p.limit}`)
        .offset(sql<number>`${p.offset}`)
      return statuses.length === 0
        ? query
        : query.where(
            'status',
            'in',
            statuses.map((status) => sql.lit(status)),
          )
    }),
  )

  const recordLastOrdinal = prepareRecordLastOrdinal(db.dialect)
  const removeRun = prepare<RunKey>()((p) =>
    kysely.deleteFrom('runs').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )
  const removeEvents = prepare<RunKey>()((p) =>
    kysely.deleteFrom('run_events').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const markThreadBusy = prepare<{ tenant_id: string; thread_id: string; created_at: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ status: sql.lit<ThreadStatus>('busy'), updated_at: p.created_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const selectThreadId = (p: RunKey) =>
    kysely
      .selectFrom('runs')
      .select('runs.thread_id')
      .where('runs.tenant_id', '=', p.tenant_id)
      .where('runs.run_id', '=', p.run_id)
  const lockThread = prepare<RunKey & { now: number }>()((p) =>
    buildLockThreads(kysely, p, selectThreadId(p)),
  )
  const updateThreadStatus = memoizeByShape((status: ThreadStatus) =>
    prepare<RunKey & { now: number }>()((p) => buildUpdateThreadStatus(kysely, p, selectThreadId(p), status)),
  )

  const setThreadBusy = prepare<RunKey & { now: number }>()((p) =>
    buildLockThreads(kysely, p, selectThreadId(p)).set({ status: sql.lit<ThreadStatus>('busy') }),
  )

  const select = prepare<RunKey>()((p) =>
    kysely.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  // One text for each combination of filters. The status is part of the text: only then can PostgreSQL prove
  // that the partial index on it serves the query.
  const selectPage = memoizeByShape(
    (shape: { continued: boolean; filters: (keyof RunFilter)[]; status?: RunStatus | undefined }) =>
      prepare<PageParams & RunFilter & { tenant_id: string }>()((p) => {
        let query = kysely.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id)
        if (shape.filters.includes('thread_id')) query = query.where('thread_id', '=', p.thread_id ?? '')
        if (shape.filters.includes('assistant_id'))
          query = query.where('assistant_id', '=', p.assistant_id ?? '')
        if (shape.status !== undefined) query = query.where('status', '=', sql.lit(shape.status))
        return orderNewestFirst(query, 'run_id', p, shape.continued)
      }),
  )

  const countQueued = prepare<object>()(() =>
    kysely
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll<number>().as('queued'))
      .where('status', '=', sql.lit('queued')),
  )

  const transition = memoizeByShape(({ from, to }: { from: readonly RunStatus[]; to: RunStatus }) =>
    prepare<RunKey & RunChange>()((p) =>
      kysely
        .updateTable('runs')
        .set({
          ...pick(p, ['resume', 'completed_at', 'updated_at']),
          error: p.error ?? null,
          required_action: null,
          action_expires_at: null,
          lease_owner: null,
          lease_expires_at: null,
          status: sql.lit(to),
        })
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id)
        .where(
          'status',
          'in',
          from.map((status) => sql.lit(status)),
        )
        .returningAll(),
    ),
  )

  const selectUnfinished = prepare<{ tenant_id: string; thread_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', 'in', UNFINISHED_STATUSES)
      .orderBy('run_id'),
  )

  const selectWaiting = prepare<{ tenant_id: string; assistant_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('status', 'in', WAITING_STATUSES)
      .limit(sql.lit(100)),
  )

  // The thread's row first: its lock makes concurrent creates in one thread take turns.
  const insertStatements = (row: RunRow, { mode, multitaskStatements = [] }: QueuePlacement): Statement[] => [
    requireRow(markThreadBusy(row)),
    ...multitaskStatements,
    requireRow(insert(mode)(row)),
  ]

  return {
    /**
     * False: the thread or the assistant is gone, the run was to be `alone` and the thread is busy, or the runs that were
     * to make room for it have moved on.
     */
    async insert(
      row: RunRow,
      { precedingStatements = [], extraStatements = [], ...placement }: InsertOptions,
    ): Promise<boolean> {
      return (
        (await db.write([
          ...precedingStatements,
          ...insertStatements(row, placement),
          ...extraStatements,
        ])) !== undefined
      )
    },

    /** Into threads that are made by the same batch (`before`). False: an assistant is gone. */
    async insertMany(
      rows: readonly RunRow[],
      {
        precedingStatements,
        extraStatements,
      }: { precedingStatements: Statement[]; extraStatements: Statement[] },
    ): Promise<boolean> {
      return (
        (await db.write([...precedingStatements, ...rows.map(this.insertStatement), ...extraStatements])) !==
        undefined
      )
    },

    /** Into a thread that exists. Where `insert` is false, the batch does nothing. */
    insertStatements,

    /** Newest first; an empty list of statuses: all of them. By offset, because the clients of this list count. */
    listOfThread(
      key: { tenant_id: string; thread_id: string },
      statuses: readonly RunStatus[],
      limit: number,
      offset: number,
    ): Promise<RunRow[]> {
      return db.read(selectOfThread(statuses)({ ...key, limit, offset }))
    },

    /** With its events; `also` goes with it. */
    async remove(key: RunKey, extraStatements: Statement[] = []): Promise<void> {
      await db.write([recordLastOrdinal(key), ...extraStatements, removeEvents(key), removeRun(key)])
    },

    /** Into a thread that is made by the same batch. Without its assistant the batch does nothing. */
    insertStatement: (row: RunRow): Statement => requireRow(insert('enqueue')(row)),

    listUnfinished(key: { tenant_id: string; thread_id: string }): Promise<RunRow[]> {
      return db.read(selectUnfinished(key))
    },

    /** Runs of an assistant that nobody executes; a hundred at most. */
    listWaiting(key: { tenant_id: string; assistant_id: string }): Promise<RunRow[]> {
      return db.read(selectWaiting(key))
    },

    /** For a batch that moves a run on together with something else. */
    transitionStatement: (key: RunKey, { from, to, ...change }: StatusTransition): Statement<RunRow> =>
      requireRow(transition({ from, to })({ ...key, ...change })),

    async get(key: RunKey): Promise<RunRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, filter: RunFilter, page: PageRequest): Promise<RunRow[]> {
      const filters = (['thread_id', 'assistant_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters, status: filter.status }
      return db.read(selectPage(shape)({ tenant_id, ...filter, ...toPageParams(page) }))
    },

    /** Moves a run on, if it is in one of the states `from`. Undefined: it is not, and nothing happened. */
    async transition(
      key: RunKey,
      change: StatusTransition,
      ...extraStatements: Statement[]
    ): Promise<RunRow | undefined> {
      const threadUpdate = { ...key, now: change.updated_at }
      const threadStatement =
        change.to === 'queued'
          ? setThreadBusy(threadUpdate)
          : updateThreadStatus(change.to === 'failed' ? 'error' : 'idle')(threadUpdate)
      const runStatement = this.transitionStatement(key, change)
      return (
        await db.write([lockThread(threadUpdate), runStatement, threadStatement, ...extraStatements])
      )?.[1]?.[0]
    },

    /** Of all tenants. */
    async countQueued(): Promise<number> {
      return (await db.read(countQueued({})))[0]?.queued ?? 0
    },
  }
}

export type RunStore = ReturnType<typeof makeRunStore>
