import { sql } from 'kysely'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { makeLockThread } from './lock-thread.js'
import { makeThreadStates, type StoredState } from './thread-states.js'
import { makeThreadValueStore } from './thread-values.js'

type ThreadRow = Row<'threads'>

const STATE_COLUMNS = ['state_values', 'state_version', 'state_omitted', 'interrupts'] as const

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

type StateUpdate = ThreadKey & StoredState & Pick<ThreadRow, 'interrupts' | 'status'> & { now: number }

export const makeThreadStore = (db: Database) => {
  const { kysely } = db.dialect
  const columns = getColumnNames('threads')

  const insert = prepare<ThreadRow>()((p) => kysely.insertInto('threads').values(pick(p, columns)))

  const insertIfAbsent = prepare<ThreadRow>()((p) =>
    kysely
      .insertInto('threads')
      .values(pick(p, columns))
      .onConflict((conflict) => conflict.doNothing())
      .returning('thread_id'),
  )

  const select = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('threads')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely
          .selectFrom('threads')
          .selectAll()
          .where('tenant_id', '=', p.tenant_id)
          .where('temporary', '=', sql.lit(0)),
        'thread_id',
        p,
        continued,
      ),
    ),
  )

  const updateDetails = prepare<ThreadRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set(pick(p, ['assistant_id', 'title', 'metadata', 'config', 'ttl_minutes', 'revision', 'updated_at']))
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('revision', '=', p.old_revision)
      .returningAll(),
  )

  const updateState = prepare<ThreadKey & StoredState & { interrupts: string; state_updated_at: number }>()(
    (p) =>
      kysely
        .updateTable('threads')
        .set(pick(p, [...STATE_COLUMNS, 'state_updated_at']) as ThreadRow)
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id),
  )

  const updateStateIfIdle = prepare<StateUpdate>()((p) =>
    kysely
      .updateTable('threads')
      .set({
        ...(pick(p, [...STATE_COLUMNS, 'status']) as ThreadRow),
        state_updated_at: p.now,
        updated_at: p.now,
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .returning('thread_id'),
  )

  const selectExpired = prepare<{ now: number; limit: number }>()((p) =>
    kysely
      .selectFrom('threads')
      .select(['tenant_id', 'thread_id'])
      .where('ttl_minutes', 'is not', null)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .where(sql<boolean>`updated_at + ttl_minutes * 60000 < ${p.now}`)
      .limit(sql<number>`${p.limit}`),
  )

  const lockIdle = prepare<ThreadKey & { now: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .returning('thread_id'),
  )

  const remove = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )
  const lock = makeLockThread(db)
  const removeWithoutRuns = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('runs')
              .select('runs.run_id')
              .where('runs.tenant_id', '=', p.tenant_id)
              .where('runs.thread_id', '=', p.thread_id),
          ),
        ),
      )
      .returning('thread_id'),
  )
  const removeMessages = prepare<ThreadKey>()((p) =>
    kysely.deleteFrom('messages').where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
  )
  const removeEvents = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('run_events')
      .where('tenant_id', '=', p.tenant_id)
      .where(
        'run_id',
        'in',
        kysely
          .selectFrom('runs')
          .select('runs.run_id')
          .where('runs.tenant_id', '=', p.tenant_id)
          .where('runs.thread_id', '=', p.thread_id),
      ),
  )
  const removeValues = makeThreadValueStore(db).removeStatement
  const states = makeThreadStates(db)
  const removeCrons = prepare<ThreadKey>()((p) =>
    kysely.deleteFrom('crons').where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
  )
  const removeRuns = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('runs')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('run_id'),
  )

  return {
    /** For a batch that creates a thread together with other rows. */
    insertStatement: insert,
    updateStateStatement: updateState,

    /** Throws `resource_conflict` if the ID exists. */
    async insert(row: ThreadRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    /** Returns false if a thread with this ID exists. */
    async insertIfAbsent(row: ThreadRow, ...extraStatements: Statement[]): Promise<boolean> {
      return (await db.write([requireRow(insertIfAbsent(row)), ...extraStatements])) !== undefined
    },

    async get(key: ThreadKey): Promise<ThreadRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** Returns the row with its whole state, whether it is in the row or the row refers to it. */
    expandState: (row: ThreadRow): Promise<ThreadRow> => states.expand(row),

    list(tenant_id: string, page: PageRequest): Promise<ThreadRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /**
     * Stores what a new run changes in its thread: the assistant and the config. If the thread has changed since it was read, the
     * statement has no effect, but its batch is stored.
     */
    updateByRunStatement: (row: ThreadRow, now: number): Statement =>
      updateDetails({ ...row, old_revision: row.revision, revision: row.revision + 1, updated_at: now }),

    /** Updates the columns that a client can change. Returns undefined if the thread has changed since it was read. */
    async updateDetails(
      row: ThreadRow,
      oldRevision: number,
      extraStatements: Statement[] = [],
    ): Promise<ThreadRow | undefined> {
      const update = requireRow(updateDetails({ ...row, old_revision: oldRevision }))
      const result = await db.write([update, ...extraStatements])
      return result?.[0][0]
    },

    /** Stores a new state. Returns false if the thread is busy or does not exist. */
    async updateStateIfIdle(row: StateUpdate): Promise<boolean> {
      return (await db.write([requireRow(updateStateIfIdle(row))])) !== undefined
    },

    /** Lists the idle threads of all tenants whose time to live is over. */
    listExpired(now: number, limit: number): Promise<ThreadKey[]> {
      return db.read(selectExpired({ now, limit }))
    },

    /** Runs the statements if the thread is not busy. Returns false if it is busy or does not exist. */
    async writeIfIdle(key: ThreadKey & { now: number }, statements: Statement[]): Promise<boolean> {
      return (await db.write([requireRow(lockIdle(key)), ...statements])) !== undefined
    },

    /**
     * Removes the thread with its messages, values, runs, events and crons. `extraStatements` run before the runs are removed.
     * Returns the IDs of the removed runs, or undefined if the thread does not exist.
     */
    async remove(key: ThreadKey, extraStatements: Statement[] = []): Promise<string[] | undefined> {
      const batch = [
        requireRow(remove(key)),
        ...extraStatements,
        removeMessages(key),
        removeValues(key),
        removeEvents(key),
        removeCrons(key),
        removeRuns(key),
      ]
      const removedRuns = (await db.write(batch))?.at(-1) as { run_id: string }[] | undefined
      return removedRuns?.map(({ run_id }) => run_id)
    },

    /**
     * Removes a thread whose only run is removed by `runStatements`. Returns false if it has another run, or if those statements do
     * not apply.
     */
    async removeWithRun(key: ThreadKey, runStatements: Statement[]): Promise<boolean> {
      const batch = [
        requireRow(lock(key)),
        removeMessages(key),
        removeValues(key),
        removeEvents(key),
        ...runStatements,
        requireRow(removeWithoutRuns(key)),
        removeCrons(key),
      ]
      return (await db.write(batch)) !== undefined
    },
  }
}

export type ThreadStore = ReturnType<typeof makeThreadStore>
