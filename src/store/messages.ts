import type { Database } from './database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from './page.js'
import { castRow, prepare, required, type Statement } from './statement.js'
import { columnsOf, type Row } from './tables.js'

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

  return {
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
