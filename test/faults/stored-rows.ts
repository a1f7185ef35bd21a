/** Reads all threads, messages and runs of a server, for the audit of acknowledged writes. */
import type { AcknowledgedWrites, Message, Run, StoredRows, Thread } from './acknowledged-writes.js'

const CLIENTS = 16

export const readAllRows = async (url: string, acknowledged: AcknowledgedWrites): Promise<StoredRows> => {
  const threads = await readList<Thread>(url, '/threads')
  const runs = await readList<Run>(url, '/runs')
  const messages: Message[] = []
  const threadIds = acknowledged.messages.map(({ thread_id }) => thread_id)
  const readNext = async (): Promise<void> => {
    for (let id = threadIds.pop(); id !== undefined; id = threadIds.pop()) {
      messages.push(...(await readList<Message>(url, `/threads/${id}/messages`)))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, readNext))
  return { threads, messages, runs }
}

const readList = async <Item>(url: string, path: string): Promise<Item[]> => {
  const items: Item[] = []
  let query = '?limit=100'
  for (;;) {
    const response = await fetch(`${url}/api/v1${path}${query}`)
    // The thread was lost; the audit reports it.
    if (response.status === 404) return items
    const page = (await response.json()) as { data: Item[]; next_cursor: string | null }
    items.push(...page.data)
    if (page.next_cursor === null) return items
    query = `?limit=100&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
