/** What the server has acknowledged, and so owes for ever; and the audit of what it still has. */

interface Numbered {
  metadata: { request?: number }
  created_at: string
}

export interface Thread extends Numbered {
  thread_id: string
  title: string | null
}

export interface Message extends Numbered {
  message_id: string
  thread_id: string
  content: unknown
}

export interface Run extends Numbered {
  run_id: string
  thread_id: string
  assistant_id: string
  input: unknown
}

/** A create with an Idempotency-Key, to be repeated until it is answered. */
export interface Keyed {
  key: string
  request: number
  /** The answer, once there was one; every later answer must be the same. */
  answer?: Thread
}

export const makeLedger = () => ({
  threads: [] as Thread[],
  messages: [] as Message[],
  runs: [] as Run[],
  keyed: [] as Keyed[],
  /** Answers that no crash explains. */
  wrong: [] as string[],
})

export type Ledger = ReturnType<typeof makeLedger>
export type Found = Pick<Ledger, 'threads' | 'messages' | 'runs'>

// What no later message or run may change of an answer.
const lasting = {
  threads: ({ thread_id, title, metadata, created_at }: Thread) => [thread_id, title, metadata, created_at],
  messages: (message: Message) => [
    message.message_id,
    message.thread_id,
    message.content,
    message.created_at,
  ],
  runs: (run: Run) => [run.run_id, run.thread_id, run.assistant_id, run.input, run.metadata, run.created_at],
}

export const audit = (ledger: Ledger, found: Found) => {
  const kinds = [
    compare(ledger.threads, found.threads, ({ thread_id }) => thread_id, lasting.threads),
    compare(ledger.messages, found.messages, ({ message_id }) => message_id, lasting.messages),
    compare(ledger.runs, found.runs, ({ run_id }) => run_id, lasting.runs),
  ]
  const sum = (name: 'acks' | 'lost' | 'changed' | 'duplicates') =>
    kinds.reduce((total, kind) => total + kind[name], 0)
  const made = countBy(found.threads)
  return {
    acks: sum('acks'),
    lost: sum('lost'),
    changed: sum('changed'),
    duplicates: sum('duplicates'),
    keys: ledger.keyed.length,
    keys_unanswered: ledger.keyed.filter(({ answer }) => answer === undefined).length,
    keys_without_one_object: ledger.keyed.filter(({ request }) => made.get(request) !== 1).length,
  }
}

const compare = <Item extends Numbered>(
  owed: Item[],
  found: Item[],
  idOf: (item: Item) => string,
  lastingOf: (item: Item) => unknown[],
) => {
  const byId = new Map(found.map((item) => [idOf(item), JSON.stringify(lastingOf(item))]))
  const changed = owed.filter((item) => {
    const now = byId.get(idOf(item))
    return now !== undefined && now !== JSON.stringify(lastingOf(item))
  })
  return {
    acks: owed.length,
    lost: owed.filter((item) => !byId.has(idOf(item))).length,
    changed: changed.length,
    duplicates: [...countBy(found).values()].filter((count) => count > 1).length,
  }
}

/** How many objects each request has made; every request carries a number of its own. */
const countBy = (items: Numbered[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { metadata } of items) {
    if (metadata.request !== undefined) counts.set(metadata.request, (counts.get(metadata.request) ?? 0) + 1)
  }
  return counts
}
