/**
 * The replies of assistants that later ones are compared with. They are kept in memory, and only what is newer is
 * read: other nodes write too. One of theirs that becomes visible after a newer one is missed here, which changes a
 * baseline of many by one.
 */
import { newId } from '../../platform/ids.js'
import type { ObservationStore } from '../../store/guardrails/baselines.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'

/** Twice the longest window: what is left out of a baseline can be made up for. */
const MOST_KEPT = 2_000
/** So many are added before those that nobody needs any more are removed. */
const REMOVE_EVERY = 50
/** Of all assistants together; each takes about a kilobyte. */
const MOST_IN_MEMORY = 50_000

interface Known {
  /** How many were asked for. */
  count: number
  /** Oldest first. */
  items: { id: string; value: unknown }[]
  reading?: Promise<void> | undefined
}

export const makeObservations = (store: ObservationStore) => {
  /** Those used last are last. */
  const memory = new Map<string, Known>()
  const added = new Map<string, number>()

  const keep = (key: string, known: Known): void => {
    memory.delete(key)
    memory.set(key, known)
    let held = 0
    for (const { items } of memory.values()) held += items.length
    for (const [oldest, { items }] of memory) {
      if (held <= MOST_IN_MEMORY || oldest === key) break
      memory.delete(oldest)
      held -= items.length
    }
  }

  const isTimeToRemove = (key: string): boolean => {
    const count = (added.get(key) ?? 0) + 1
    if (added.size > MOST_IN_MEMORY) added.clear()
    added.set(key, count % REMOVE_EVERY)
    return count === REMOVE_EVERY
  }

  const readNewer = async (
    of: Pick<Row<'runs'>, 'tenant_id' | 'assistant_id'>,
    known: Known,
  ): Promise<void> => {
    const rows = await store.listAfter(of, known.items.at(-1)?.id ?? '', known.count)
    for (const { observation_id: id, value } of rows.reverse())
      known.items.push({ id, value: JSON.parse(value) as unknown })
    known.items.splice(0, known.items.length - known.count)
  }

  return {
    statements(run: Row<'runs'>, observation: unknown, now: number): Statement[] {
      const { tenant_id, assistant_id } = run
      const key = `${tenant_id}\n${assistant_id}`
      const value = JSON.stringify(observation)
      const insert = store.insertStatement({
        tenant_id,
        assistant_id,
        observation_id: newId(),
        value,
        created_at: now,
      })
      if (!isTimeToRemove(key)) return [insert]
      return [insert, store.removeBeyondStatement(run, memory.get(key)?.count ?? MOST_KEPT)]
    },

    /** The last `count` of the assistant, oldest first. */
    async last(tenant_id: string, assistant_id: string, count: number): Promise<unknown[]> {
      const key = `${tenant_id}\n${assistant_id}`
      const before = memory.get(key)
      const known: Known = before !== undefined && before.count >= count ? before : { count, items: [] }
      // Runs that end together share what one of them reads.
      known.reading ??= readNewer({ tenant_id, assistant_id }, known).finally(() => {
        known.reading = undefined
      })
      keep(key, known)
      await known.reading
      return known.items.slice(-count).map(({ value }) => value)
    },
  }
}
