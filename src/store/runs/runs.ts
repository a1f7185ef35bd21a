import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { keepOrdinal } from './ordinals.js'
import { castRow, pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'
import { lockThreads, settleThreads, unfinished, waiting } from '../threads/status.js'

type RunRow = Row<'runs'>

interface Key {
  tenant_id: string
  run_id: string
}

interface Filter {
  thread_id?: string | undefined
  assistant_id?: string | undefined
  status?: RunStatus | undefined
}

type Change = Pick<RunRow, 'resume' | 'completed_at' | 'updated_at'> & { error?: string | null }
export type Move = Change & { from: readonly RunStatus[]; to: RunStatus }

export interface Room {
  /** `alone`: only into a thread without unfinished runs. */
  place: 'enqueue' | 'alone'
  /** May end other runs of the thread. */
  makeRoom?: Statement[]
}

interface Insertion extends Room {
  /** May make the thread. */
  before?: Statement[]
  also?: Statement[]
}

export const makeRunStore = (db: Database) => {
  const { build } = db.dialect

  /** Only for an assistant that exists and, with `alone`, only into a thread without unfinished runs. */
  const insert = variants((strategy: 'enqueue' | 'alone') =>
    prepare<RunRow>()((p) =>
      build
        .insertInto('runs')
        .columns(columnsOf('runs'))
        .expression((eb) => {
          const row = eb
            .selectFrom('assistants')
            .select(castRow(db.dialect, 'runs', p))
            .where('assistants.tenant_id', '=', p.tenant_id)
            .where('assistants.assistant_id', '=', p.assistant_id)
            .modifyEnd(db.dialect.keepRow)
          if (strategy === 'enqueue') return row
          return row.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('runs as r')
                  .select('r.run_id')
                  .where('r.tenant_id', '=', p.tenant_id)
                  .where('r.thread_id', '=', p.thread_id)
                  .where('r.status', 'in', unfinished),
              ),
            ),
          )
        })
        .returning('run_id'),
    ),
  )

  const selectOf = variants((statuses: readonly RunStatus[]) =>
    prepare<{ tenant_id: string; thread_id: string; limit: number; offset: number }>()((p) => {
      const all = build
        .selectFrom('runs')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .orderBy('run_id', 'desc')
        .limit(sql<number>`${p.limit}`)
        .offset(sql<number>`${p.offset}`)
      return statuses.length === 0
        ? all
        : all.where(
            'status',
            'in',
            statuses.map((one) => sql.lit(one)),
          )
    }),
  )

  const keepItsOrdinal = keepOrdinal(db.dialect)
  const removeRun = prepare<Key>()((p) =>
    build.deleteFrom('runs').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )
  const removeEvents = prepare<Key>()((p) =>
    build.deleteFrom('run_events').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const markThreadBusy = prepare<{ tenant_id: string; thread_id: string; created_at: number }>()((p) =>
    build
      .updateTable('threads')
      .set({ status: sql.lit<ThreadStatus>('busy'), updated_at: p.created_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const threadOf = (p: Key) =>
    build
      .selectFrom('runs')
      .select('runs.thread_id')
      .where('runs.tenant_id', '=', p.tenant_id)
      .where('runs.run_id', '=', p.run_id)
  const lockThread = prepare<Key & { now: number }>()((p) => lockThreads(build, p, threadOf(p)))
  const settleThread = variants((status: ThreadStatus) =>
    prepare<Key & { now: number }>()((p) => settleThreads(build, p, threadOf(p), status)),
  )

  const occupyThread = prepare<Key & { now: number }>()((p) =>
    lockThreads(build, p, threadOf(p)).set({ status: sql.lit<ThreadStatus>('busy') }),
  )

  const select = prepare<Key>()((p) =>
    build.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  // One text for each combination of filters. The status is part of the text: only then can PostgreSQL prove
  // that the partial index on it serves the query.
  const selectPage = variants(
    (shape: { continued: boolean; filters: (keyof Filter)[]; status?: RunStatus | undefined }) =>
      prepare<PageParams & Filter & { tenant_id: string }>()((p) => {
        let query = build.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id)
        if (shape.filters.includes('thread_id')) query = query.where('thread_id', '=', p.thread_id ?? '')
        if (shape.filters.includes('assistant_id'))
          query = query.where('assistant_id', '=', p.assistant_id ?? '')
        if (shape.status !== undefined) query = query.where('status', '=', sql.lit(shape.status))
        return newestFirst(query, 'run_id', p, shape.continued)
      }),
  )

  const countQueued = prepare<object>()(() =>
    build
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll<number>().as('queued'))
      .where('status', '=', sql.lit('queued')),
  )

  const move = variants(({ from, to }: { from: readonly RunStatus[]; to: RunStatus }) =>
    prepare<Key & Change>()((p) =>
      build
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
    build
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', 'in', unfinished)
      .orderBy('run_id'),
  )

  const selectWaiting = prepare<{ tenant_id: string; assistant_id: string }>()((p) =>
    build
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('status', 'in', waiting)
      .limit(sql.lit(100)),
  )

  // The thread's row first: its lock makes concurrent creates in one thread take turns.
  const insertStatements = (row: RunRow, { place, makeRoom = [] }: Room): Statement[] => [
    required(markThreadBusy(row)),
    ...makeRoom,
    required(insert(place)(row)),
  ]

  return {
    /**
     * False: the thread or the assistant is gone, the run was to be `alone` and the thread is busy, or the runs that were
     * to make room for it have moved on.
     */
    async insert(row: RunRow, { before = [], also = [], ...room }: Insertion): Promise<boolean> {
      return (await db.write([...before, ...insertStatements(row, room), ...also])) !== undefined
    },

    /** Into threads that are made by the same batch (`before`). False: an assistant is gone. */
    async insertMany(
      rows: readonly RunRow[],
      { before, also }: { before: Statement[]; also: Statement[] },
    ): Promise<boolean> {
      return (await db.write([...before, ...rows.map(this.insertStatement), ...also])) !== undefined
    },

    /** Into a thread that exists. Where `insert` is false, the batch does nothing. */
    insertStatements,

    /** Newest first; an empty list of statuses: all of them. By offset, because the clients of this list count. */
    listOf(
      key: { tenant_id: string; thread_id: string },
      statuses: readonly RunStatus[],
      limit: number,
      offset: number,
    ): Promise<RunRow[]> {
      return db.read(selectOf(statuses)({ ...key, limit, offset }))
    },

    /** With its events; `also` goes with it. */
    async remove(key: Key, also: Statement[] = []): Promise<void> {
      await db.write([keepItsOrdinal(key), ...also, removeEvents(key), removeRun(key)])
    },

    /** Into a thread that is made by the same batch. Without its assistant the batch does nothing. */
    insertStatement: (row: RunRow): Statement => required(insert('enqueue')(row)),

    listUnfinished(key: { tenant_id: string; thread_id: string }): Promise<RunRow[]> {
      return db.read(selectUnfinished(key))
    },

    /** Runs of an assistant that nobody executes; a hundred at most. */
    listWaiting(key: { tenant_id: string; assistant_id: string }): Promise<RunRow[]> {
      return db.read(selectWaiting(key))
    },

    /** For a batch that moves a run on together with something else. */
    moveStatement: (key: Key, { from, to, ...change }: Move): Statement<RunRow> =>
      required(move({ from, to })({ ...key, ...change })),

    async get(key: Key): Promise<RunRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, filter: Filter, page: PageRequest): Promise<RunRow[]> {
      const filters = (['thread_id', 'assistant_id'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters, status: filter.status }
      return db.read(selectPage(shape)({ tenant_id, ...filter, ...pageParams(page) }))
    },

    /** Moves a run on, if it is in one of the states `from`. Undefined: it is not, and nothing happened. */
    async move(key: Key, change: Move, ...also: Statement[]): Promise<RunRow | undefined> {
      const at = { ...key, now: change.updated_at }
      const settled =
        change.to === 'queued'
          ? occupyThread(at)
          : settleThread(change.to === 'failed' ? 'error' : 'idle')(at)
      const moved = this.moveStatement(key, change)
      return (await db.write([lockThread(at), moved, settled, ...also]))?.[1]?.[0]
    },

    /** Of all tenants. */
    async countQueued(): Promise<number> {
      return (await db.read(countQueued({})))[0]?.queued ?? 0
    },
  }
}

export type RunStore = ReturnType<typeof makeRunStore>
