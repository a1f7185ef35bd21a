import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import {
  bindLimit,
  castRowValues,
  prepare,
  prepareBulkInsert,
  requireRow,
  type Statement,
} from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type MessageRow = Row<'messages'>

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

export const makeMessageStore = (db: Database) => {
  const { kysely } = db.dialect
  const columns = getColumnNames('messages')

  /** Inserts only into an existing thread: the check and the insert are one statement. */
  const insert = prepare<MessageRow>()((p) =>
    kysely
      .insertInto('messages')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('threads')
          .select(castRowValues(db.dialect, 'messages', p))
          .where('threads.tenant_id', '=', p.tenant_id)
          .where('threads.thread_id', '=', p.thread_id),
      )
      .returning('message_id'),
  )

  const touchThread = prepare<ThreadKey & { now: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & ThreadKey>()((p) =>
      orderNewestFirst(
        kysely
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

  /** Inserts the messages that a run adds; messages that an earlier attempt has already stored are skipped. */
  const insertFromRun = prepareBulkInsert('messages', (rows) =>
    kysely
      .insertInto('messages')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )

  const assignToRun = prepare<{ tenant_id: string; message_id: string; run_id: string }>()((p) =>
    kysely
      .updateTable('messages')
      .set({ run_id: p.run_id })
      .where('tenant_id', '=', p.tenant_id)
      .where('message_id', '=', p.message_id)
      .where('run_id', 'is', null),
  )

  const updateContent = prepare<{ tenant_id: string; message_id: string; content: string }>()((p) =>
    kysely
      .updateTable('messages')
      .set({ content: p.content })
      .where('tenant_id', '=', p.tenant_id)
      .where('message_id', '=', p.message_id),
  )

  /** The plus keeps the databases from reading all messages of the thread in order; `messages_new` contains only the unassigned ones. */
  const selectUnassigned = prepare<ThreadKey & { limit: number }>()((p) =>
    kysely
      .selectFrom('messages')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', 'is', null)
      .orderBy(sql`+created_at`)
      .orderBy('message_id')
      .limit(bindLimit(p.limit)),
  )

  const selectPostedOfRun = prepare<ThreadKey & { run_id: string; limit: number }>()((p) =>
    kysely
      .selectFrom('messages')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id)
      .where('role', '=', 'user')
      .orderBy('created_at')
      .orderBy('message_id')
      .limit(bindLimit(p.limit)),
  )

  const selectOfRun = prepare<ThreadKey & { run_id: string }>()((p) =>
    kysely
      .selectFrom('messages')
      .select('message_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id),
  )

  type RunKey = ThreadKey & { run_id: string; created_at: number }
  /** Messages that are older than the run become unassigned again; the others are removed with the run. */
  const unassignFromRun = prepare<RunKey>()((p) =>
    kysely
      .updateTable('messages')
      .set({ run_id: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id)
      .where('created_at', '<', p.created_at),
  )
  const removeOfRun = prepare<RunKey>()((p) =>
    kysely
      .deleteFrom('messages')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('run_id', '=', p.run_id),
  )

  return {
    insertStatements: insertFromRun,
    updateContentStatement: updateContent,
    removeOfRunStatements: (run: RunKey): Statement[] => [unassignFromRun(run), removeOfRun(run)],

    assignToRunStatements: (
      run: { tenant_id: string; run_id: string },
      messageIds: readonly string[],
    ): Statement[] => messageIds.map((message_id) => assignToRun({ ...run, message_id })),

    /** Lists the oldest messages that are not assigned to a run yet. */
    listUnassigned(key: ThreadKey, limit: number): Promise<MessageRow[]> {
      return db.read(selectUnassigned({ ...key, limit }))
    },

    /** Lists the messages of users that belong to the run, oldest first. */
    listPostedOfRun(run: ThreadKey & { run_id: string }, limit: number): Promise<MessageRow[]> {
      return db.read(selectPostedOfRun({ ...run, limit }))
    },

    async listIdsOfRun(run: ThreadKey & { run_id: string }): Promise<string[]> {
      return (await db.read(selectOfRun(run))).map(({ message_id }) => message_id)
    },

    /** Returns false if the thread does not exist. */
    async insert(row: MessageRow, ...extraStatements: Statement[]): Promise<boolean> {
      // The thread's row comes first: its lock prevents the thread from being removed meanwhile.
      const batch = [
        requireRow(touchThread({ ...row, now: row.created_at })),
        requireRow(insert(row)),
        ...extraStatements,
      ]
      return (await db.write(batch)) !== undefined
    },

    list(key: ThreadKey, page: PageRequest): Promise<MessageRow[]> {
      return db.read(selectPage(page.after !== undefined)({ ...key, ...toPageParams(page) }))
    },
  }
}

export type MessageStore = ReturnType<typeof makeMessageStore>
