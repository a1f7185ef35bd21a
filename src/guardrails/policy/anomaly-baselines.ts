/**
 * The replies of assistants that later ones are compared with. They are kept in memory, and only what is newer is
 * read: other nodes write too. One of theirs that becomes visible after a newer one is missed here, which changes a
 * baseline of many by one.
 */
import { newId } from '../../platform/ids.js'
import type { BaselineStore } from '../../store/guardrails/baselines.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'

/** Twice the longest window: what is left out of a baseline can be made up for. */
const MAX_STORED = 2_000
/** So many are added before those that nobody needs any more are removed. */
const REMOVE_EVERY = 50
/** Of all assistants together; each takes about a kilobyte. */
const MAX_IN_MEMORY = 50_000

interface CachedBaseline {
  /** How many were asked for. */
  count: number
  /** Oldest first. */
  items: { id: string; value: unknown }[]
  pendingLoad?: Promise<void> | undefined
}

export const makeAnomalyBaselines = (store: BaselineStore) => {
  /** Those used last are last. */
  const cache = new Map<string, CachedBaseline>()
  const insertCounts = new Map<string, number>()

  const cacheBaseline = (key: string, baseline: CachedBaseline): void => {
    cache.delete(key)
    cache.set(key, baseline)
    let cachedCount = 0
    for (const { items } of cache.values()) cachedCount += items.length
    for (const [oldest, { items }] of cache) {
      if (cachedCount <= MAX_IN_MEMORY || oldest === key) break
      cache.delete(oldest)
      cachedCount -= items.length
    }
  }

  const shouldTrim = (key: string): boolean => {
    const count = (insertCounts.get(key) ?? 0) + 1
    if (insertCounts.size > MAX_IN_MEMORY) insertCounts.clear()
    insertCounts.set(key, count % REMOVE_EVERY)
    return count === REMOVE_EVERY
  }

  const loadNewer = async (
    scope: Pick<Row<'runs'>, 'tenant_id' | 'assistant_id'>,
    baseline: CachedBaseline,
  ): Promise<void> => {
    const rows = await store.listAfter(scope, baseline.items.at(-1)?.id ?? '', baseline.count)
    for (const { observation_id: id, value } of rows.reverse())
      baseline.items.push({ id, value: JSON.parse(value) as unknown })
    baseline.items.splice(0, baseline.items.length - baseline.count)
  }

  return {
    insertStatements(run: Row<'runs'>, observation: unknown, now: number): Statement[] {
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
      if (!shouldTrim(key)) return [insert]
      return [insert, store.removeAllButNewestStatement(run, cache.get(key)?.count ?? MAX_STORED)]
    },

    /** The last `count` of the assistant, oldest first. */
    async listRecent(tenant_id: string, assistant_id: string, count: number): Promise<unknown[]> {
      const key = `${tenant_id}\n${assistant_id}`
      const cached = cache.get(key)
      const baseline: CachedBaseline =
        cached !== undefined && cached.count >= count ? cached : { count, items: [] }
      // Runs that end together share what one of them reads.
      baseline.pendingLoad ??= loadNewer({ tenant_id, assistant_id }, baseline).finally(() => {
        baseline.pendingLoad = undefined
      })
      cacheBaseline(key, baseline)
      await baseline.pendingLoad
      return baseline.items.slice(-count).map(({ value }) => value)
    },
  }
}
