import type { Clock } from '../platform/clock.js'
import { notFound } from '../errors.js'
import { newId } from '../platform/ids.js'
import type { Page } from '../schema/common.js'
import type { Message, ThreadMessageCreate } from '../schema/message.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { toPageRequest, toPage, type ListQuery } from './cursor.js'
import { requireThread } from './require-resource.js'
import { noIdempotencyStatements, type IdempotencyStatements } from './idempotency.js'
import { toMessage } from './row-mappers.js'

interface Deps {
  messages: MessageStore
  threads: ThreadStore
  clock: Clock
}

export const makeMessages = ({ messages, threads, clock }: Deps) => ({
  /** Adds a message to a thread, without starting a run. */
  async create(
    tenant_id: string,
    thread_id: string,
    input: ThreadMessageCreate,
    idempotencyStatements: IdempotencyStatements<Message> = noIdempotencyStatements,
  ): Promise<Message> {
    const row: Row<'messages'> = {
      tenant_id,
      message_id: newId(),
      thread_id: thread_id.toLowerCase(),
      run_id: null,
      role: input.role ?? 'user',
      content: JSON.stringify(input.content),
      metadata: JSON.stringify(input.metadata ?? {}),
      created_at: clock.now(),
    }
    const message = toMessage(row)
    if (!(await messages.insert(row, ...idempotencyStatements(message)))) throw notFound('Thread', thread_id)
    return message
  },

  async list(tenant_id: string, thread_id: string, query: ListQuery): Promise<Page<Message>> {
    const thread = await requireThread(threads, tenant_id, thread_id)
    const list = `threads/${thread.thread_id}/messages`
    const page = toPageRequest(list, query)
    const rows = await messages.list(thread, page)
    return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.message_id }), toMessage)
  },
})

export type Messages = ReturnType<typeof makeMessages>
