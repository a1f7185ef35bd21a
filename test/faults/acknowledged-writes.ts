/** Collects the rows that the server has acknowledged and compares them with what it still stores. */

interface NumberedRow {
  metadata: { request?: number }
  created_at: string
}

export interface Thread extends NumberedRow {
  thread_id: string
  title: string | null
}

export interface Message extends NumberedRow {
  message_id: string
  thread_id: string
  content: unknown
}

export interface Run extends NumberedRow {
  run_id: string
  thread_id: string
  assistant_id: string
  input: unknown
}

/** A create request with an Idempotency-Key, repeated until there is a response. */
export interface KeyedRequest {
  key: string
  request: number
  /** The first response; every later response must be equal. */
  response?: Thread
}

export const makeAcknowledgedWrites = () => ({
  threads: [] as Thread[],
  messages: [] as Message[],
  runs: [] as Run[],
  keyed: [] as KeyedRequest[],
  /** Responses that a crash does not explain. */
  unexpectedResponses: [] as string[],
})

export type AcknowledgedWrites = ReturnType<typeof makeAcknowledgedWrites>
export type StoredRows = Pick<AcknowledgedWrites, 'threads' | 'messages' | 'runs'>

// The fields that no later message or run may change.
const toStableFields = {
  threads: ({ thread_id, title, metadata, created_at }: Thread) => [thread_id, title, metadata, created_at],
  messages: (message: Message) => [
    message.message_id,
    message.thread_id,
    message.content,
    message.created_at,
  ],
  runs: (run: Run) => [run.run_id, run.thread_id, run.assistant_id, run.input, run.metadata, run.created_at],
}

export const auditWrites = (acknowledged: AcknowledgedWrites, stored: StoredRows) => {
  const kinds = [
    compare(acknowledged.threads, stored.threads, ({ thread_id }) => thread_id, toStableFields.threads),
    compare(acknowledged.messages, stored.messages, ({ message_id }) => message_id, toStableFields.messages),
    compare(acknowledged.runs, stored.runs, ({ run_id }) => run_id, toStableFields.runs),
  ]
  const sum = (name: 'acks' | 'lost' | 'changed' | 'duplicates') =>
    kinds.reduce((total, kind) => total + kind[name], 0)
  const countByRequest = countBy(stored.threads)
  return {
    acks: sum('acks'),
    lost: sum('lost'),
    changed: sum('changed'),
    duplicates: sum('duplicates'),
    keys: acknowledged.keyed.length,
    keys_unanswered: acknowledged.keyed.filter(({ response }) => response === undefined).length,
    keys_without_one_object: acknowledged.keyed.filter(({ request }) => countByRequest.get(request) !== 1)
      .length,
  }
}

const compare = <Item extends NumberedRow>(
  acknowledgedRows: Item[],
  stored: Item[],
  getId: (item: Item) => string,
  toFields: (item: Item) => unknown[],
) => {
  const byId = new Map(stored.map((item) => [getId(item), JSON.stringify(toFields(item))]))
  const changed = acknowledgedRows.filter((item) => {
    const now = byId.get(getId(item))
    return now !== undefined && now !== JSON.stringify(toFields(item))
  })
  return {
    acks: acknowledgedRows.length,
    lost: acknowledgedRows.filter((item) => !byId.has(getId(item))).length,
    changed: changed.length,
    duplicates: [...countBy(stored).values()].filter((count) => count > 1).length,
  }
}

/** Counts the rows that each request has created; every request has a unique number. */
const countBy = (items: NumberedRow[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { metadata } of items) {
    if (metadata.request !== undefined) counts.set(metadata.request, (counts.get(metadata.request) ?? 0) + 1)
  }
  return counts
}
