import { sql } from 'kysely'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

type ThreadRow = Row<'threads'>

interface Key {
  tenant_id: string
  thread_id: string
}

export const makeThreadStore = (db: Database) => {
  const { build } = db.dialect
  const columns = columnsOf('threads')

  const insert = prepare<ThreadRow>()((p) => build.insertInto('threads').values(pick(p, columns)))

  const insertIfAbsent = prepare<ThreadRow>()((p) =>
    build
      .insertInto('threads')
      .values(pick(p, columns))
      .onConflict((conflict) => conflict.doNothing())
      .returning('thread_id'),
  )

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('threads')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build
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

  const describe = prepare<ThreadRow & { old_revision: number }>()((p) =>
    build
      .updateTable('threads')
      .set(pick(p, ['assistant_id', 'title', 'metadata', 'ttl_minutes', 'revision', 'updated_at']))
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('revision', '=', p.old_revision)
      .returningAll(),
  )

  const setState = prepare<
    Key & Pick<ThreadRow, 'state_values' | 'interrupts'> & { state_updated_at: number }
  >()((p) =>
    build
      .updateTable('threads')
      .set(pick(p, ['state_values', 'interrupts', 'state_updated_at']))
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const changeState = prepare<
    Key & Pick<ThreadRow, 'state_values' | 'interrupts' | 'status'> & { now: number }
  >()((p) =>
    build
      .updateTable('threads')
      .set({
        ...pick(p, ['state_values', 'interrupts', 'status']),
        state_updated_at: p.now,
        updated_at: p.now,
      })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .returning('thread_id'),
  )

  const selectPassed = prepare<{ now: number; limit: number }>()((p) =>
    build
      .selectFrom('threads')
      .select(['tenant_id', 'thread_id'])
      .where('ttl_minutes', 'is not', null)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .where(sql<boolean>`updated_at + ttl_minutes * 60000 < ${p.now}`)
      .limit(sql<number>`${p.limit}`),
  )

  const claimIdle = prepare<Key & { now: number }>()((p) =>
    build
      .updateTable('threads')
      .set({ updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', '<>', sql.lit<ThreadStatus>('busy'))
      .returning('thread_id'),
  )

  const remove = prepare<Key>()((p) =>
    build
      .deleteFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )
  const removeMessages = prepare<Key>()((p) =>
    build.deleteFrom('messages').where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
  )
  const removeEvents = prepare<Key>()((p) =>
    build
      .deleteFrom('run_events')
      .where('tenant_id', '=', p.tenant_id)
      .where(
        'run_id',
        'in',
        build
          .selectFrom('runs')
          .select('runs.run_id')
          .where('runs.tenant_id', '=', p.tenant_id)
          .where('runs.thread_id', '=', p.thread_id),
      ),
  )
  const removeCrons = prepare<Key>()((p) =>
    build.deleteFrom('crons').where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
  )
  const removeRuns = prepare<Key>()((p) =>
    build.deleteFrom('runs').where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
  )

  return {
    /** For a batch that needs a thread of its own. */
    insertStatement: insert,
    stateStatement: setState,

    /** The conflict of an id that exists is thrown as `resource_conflict`. */
    async insert(row: ThreadRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    /** False: one with this id exists already. */
    async insertIfAbsent(row: ThreadRow, ...also: Statement[]): Promise<boolean> {
      return (await db.write([required(insertIfAbsent(row)), ...also])) !== undefined
    },

    async get(key: Key): Promise<ThreadRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<ThreadRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...pageParams(page) }))
    },

    /** The same within a batch, which goes on without it where somebody else changed the thread since it was read. */
    describeStatement: (row: ThreadRow, oldRevision: number): Statement =>
      describe({ ...row, old_revision: oldRevision }),

    /** Changes what a client may change of a thread. Undefined: somebody else changed it since it was read. */
    async describe(row: ThreadRow, oldRevision: number): Promise<ThreadRow | undefined> {
      const written = await db.write([required(describe({ ...row, old_revision: oldRevision }))])
      return written?.[0][0]
    },

    /** A new state, with what it consists of (`also`). False: the thread is busy, or gone. */
    async changeState(
      row: Key & Pick<ThreadRow, 'state_values' | 'interrupts' | 'status'> & { now: number },
      also: Statement[],
    ): Promise<boolean> {
      return (await db.write([required(changeState(row)), ...also])) !== undefined
    },

    /** Those that were not used for as long as they were to be kept, of all tenants. */
    listPassed(now: number, limit: number): Promise<Key[]> {
      return db.read(selectPassed({ now, limit }))
    },

    /** False: it is busy, or gone. */
    async changeIdle(key: Key & { now: number }, statements: Statement[]): Promise<boolean> {
      return (await db.write([required(claimIdle(key)), ...statements])) !== undefined
    },

    /** Its messages and runs go with it, and what belongs to those (`also`, before the runs). False: there was none. */
    async remove(key: Key, also: Statement[] = []): Promise<boolean> {
      const batch = [
        required(remove(key)),
        ...also,
        removeMessages(key),
        removeEvents(key),
        removeRuns(key),
        removeCrons(key),
      ]
      return (await db.write(batch)) !== undefined
    },
  }
}

export type ThreadStore = ReturnType<typeof makeThreadStore>
