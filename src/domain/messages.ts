import type { Clock } from '../platform/clock.js'
import { notFound } from '../errors.js'
import { newId } from '../platform/ids.js'
import type { Page } from '../schema/common.js'
import type { Message, ThreadMessageCreate } from '../schema/message.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { pageRequest, toPage, type ListQuery } from './cursor.js'
import { requireThread } from './require-resource.js'
import { noReceipt, type Receipt } from './idempotency.js'
import { toMessage } from './row-mappers.js'

interface Parts {
  messages: MessageStore
  threads: ThreadStore
  clock: Clock
}

export const makeMessages = ({ messages, threads, clock }: Parts) => ({
  /** Posting a message does not start a run. */
  async create(
    tenant_id: string,
    thread_id: string,
    sent: ThreadMessageCreate,
    receipt: Receipt<Message> = noReceipt,
  ): Promise<Message> {
    const row: Row<'messages'> = {
      tenant_id,
      message_id: newId(),
      thread_id: thread_id.toLowerCase(),
      run_id: null,
      role: sent.role ?? 'user',
      content: JSON.stringify(sent.content),
      metadata: JSON.stringify(sent.metadata ?? {}),
      created_at: clock.now(),
    }
    const message = toMessage(row)
    if (!(await messages.insert(row, ...receipt(message)))) throw notFound('Thread', thread_id)
    return message
  },

  async list(tenant_id: string, thread_id: string, query: ListQuery): Promise<Page<Message>> {
    const thread = await requireThread(threads, tenant_id, thread_id)
    const list = `threads/${thread.thread_id}/messages`
    const page = pageRequest(list, query)
    const rows = await messages.list(thread, page)
    return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.message_id }), toMessage)
  },
})

export type Messages = ReturnType<typeof makeMessages>
