import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { castRow, prepare, prepareRows, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

type MessageRow = Row<'messages'>

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

export const makeMessageStore = (db: Database) => {
  const { build } = db.dialect
  const columns = columnsOf('messages')

  /** Only into a thread that exists: the check and the insert are one statement. */
  const insert = prepare<MessageRow>()((p) =>
    build
      .insertInto('messages')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('threads')
          .select(castRow(db.dialect, 'messages', p))
          .where('threads.tenant_id', '=', p.tenant_id)
          .where('threads.thread_id', '=', p.thread_id),
      )
      .returning('message_id'),
  )

  const touchThread = prepare<ThreadKey & { now: number }>()((p) =>
    build
      .updateTable('threads')
      .set({ updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const selectPage = variants((continued: boolean) =>
    prepare<PageParams & ThreadKey>()((p) =>
      newestFirst(
        build
          .selectFrom('messages')
          .selectAll()
          .where('tenant_id', '=', p.tenant_id)
          .where('thread_id', '=', p.thread_id),
        'message_id',
        p,
        continued,
      ),
    ),
  )

  /** Messages that a run adds; what a repeated attempt adds again is there already. */
  const insertAll = prepareRows('messages', (rows) =>
    build
      .insertInto('messages')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )

  const takeIn = prepare<{ tenant_id: string; message_id: string; run_id: string }>()((p) =>
    build
      .updateTable('messages')
      .set({ run_id: p.run_id })
      .where('tenant_id', '=', p.tenant_id)
      .where('message_id', '=', p.message_id)
      .where('run_id', 'is', null),
  )

  const edit = prepare<{ tenant_id: string; message_id: string; content: string }>()((p) =>
    build
      .updateTable('messages')
      .set({ content: p.content })
      .where('tenant_id', '=', p.tenant_id)
      .where('message_id', '=', p.message_id),
  )

  const selectNew = prepare<ThreadKey & { limit: number }>()((p) =>
    build
      .selectFrom('messages')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', 'is', null)
      .orderBy('created_at')
      .orderBy('message_id')
      .limit(sql<number>`${p.limit}`),
  )

  const selectOfRun = prepare<ThreadKey & { run_id: string }>()((p) =>
    build
      .selectFrom('messages')
      .select('message_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id),
  )

  type RunKey = ThreadKey & { run_id: string; created_at: number }
  /** What was said before the run was made waits for another run again; the rest goes with the run. */
  const giveBack = prepare<RunKey>()((p) =>
    build
      .updateTable('messages')
      .set({ run_id: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id)
      .where('created_at', '<', p.created_at),
  )
  const removeOfRun = prepare<RunKey>()((p) =>
    build
      .deleteFrom('messages')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id),
  )

  return {
    insertStatements: insertAll,
    editStatement: edit,
    removeOfRunStatements: (run: RunKey): Statement[] => [giveBack(run), removeOfRun(run)],

    takeInStatements: (
      run: { tenant_id: string; run_id: string },
      messageIds: readonly string[],
    ): Statement[] => messageIds.map((message_id) => takeIn({ ...run, message_id })),

    /** The oldest messages that no run has taken in yet. */
    listNew(key: ThreadKey, limit: number): Promise<MessageRow[]> {
      return db.read(selectNew({ ...key, limit }))
    },

    async idsOfRun(run: ThreadKey & { run_id: string }): Promise<string[]> {
      return (await db.read(selectOfRun(run))).map(({ message_id }) => message_id)
    },

    /** False: the thread does not exist. */
    async insert(row: MessageRow, ...also: Statement[]): Promise<boolean> {
      // The thread's row first: its lock keeps the thread from being removed meanwhile.
      const batch = [required(touchThread({ ...row, now: row.created_at })), required(insert(row)), ...also]
      return (await db.write(batch)) !== undefined
    },

    list(key: ThreadKey, page: PageRequest): Promise<MessageRow[]> {
      return db.read(selectPage(page.after !== undefined)({ ...key, ...pageParams(page) }))
    },
  }
}

export type MessageStore = ReturnType<typeof makeMessageStore>
