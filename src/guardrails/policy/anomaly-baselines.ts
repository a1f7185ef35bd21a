/**
 * The baselines of anomaly detection: observations of the latest outputs of each assistant. They are cached in memory, and
 * only newer rows are read, because other nodes write rows, too. A row of another node that becomes visible after a newer
 * row is missed here; that changes a large baseline by one observation.
 */
import { newId } from '../../platform/ids.js'
import type { BaselineStore } from '../../store/guardrails/baselines.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'

/** Twice the longest window, so that outliers that are left out of a baseline can be replaced by older outputs. */
const MAX_STORED = 2_000
/** Rows that no baseline needs any more are removed after this many inserts. */
const REMOVE_EVERY = 50
/** For all assistants together; an observation takes about 1 KB. */
const MAX_IN_MEMORY = 50_000

interface CachedBaseline {
  /** The largest number that was requested. */
  count: number
  /** Oldest first. */
  items: { id: string; value: unknown }[]
  pendingLoad?: Promise<void> | undefined
}

export const makeAnomalyBaselines = (store: BaselineStore) => {
  /** In order of use, the most recently used last. */
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

    /** The last `count` observations of the assistant, oldest first. */
    async listRecent(tenant_id: string, assistant_id: string, count: number): Promise<unknown[]> {
      const key = `${tenant_id}\n${assistant_id}`
      const cached = cache.get(key)
      const baseline: CachedBaseline =
        cached !== undefined && cached.count >= count ? cached : { count, items: [] }
      // Runs that end at the same time share one read.
      baseline.pendingLoad ??= loadNewer({ tenant_id, assistant_id }, baseline).finally(() => {
        baseline.pendingLoad = undefined
      })
      cacheBaseline(key, baseline)
      await baseline.pendingLoad
      return baseline.items.slice(-count).map(({ value }) => value)
    },
  }
}
