/**
 * The baselines of anomaly detection: observations of the latest outputs of each assistant. They are cached in memory: those
 * of this node are added when they are written, and rows of other nodes are read at most once per second. A row of another
 * node that becomes visible after a newer row is missed here, and an observation stays in memory if its batch is rejected;
 * either changes a large baseline by one observation.
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
/** A read for each output took as long as the comparison itself (November 2026). */
const READ_EVERY_MS = 1_000

interface CachedBaseline {
  /** The largest number that was requested. */
  count: number
  /** Oldest first. */
  items: { id: string; value: unknown }[]
  /** The newest row that was read; '' before the first read. */
  lastReadId: string
  readAt: number
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

  const trim = ({ items, count }: CachedBaseline): void => {
    if (items.length > count) items.splice(0, items.length - count)
  }

  const loadNewer = async (
    scope: Pick<Row<'runs'>, 'tenant_id' | 'assistant_id'>,
    baseline: CachedBaseline,
  ): Promise<void> => {
    const rows = await store.listAfter(scope, baseline.lastReadId, baseline.count)
    baseline.lastReadId = rows[0]?.observation_id ?? baseline.lastReadId
    const known = new Set(baseline.items.map(({ id }) => id))
    for (const { observation_id: id, value } of rows)
      if (!known.has(id)) baseline.items.push({ id, value: JSON.parse(value) as unknown })
    baseline.items.sort((a, b) => (a.id < b.id ? -1 : 1))
    trim(baseline)
  }

  return {
    insertStatements(run: Row<'runs'>, observation: unknown, now: number): Statement[] {
      const { tenant_id, assistant_id } = run
      const key = `${tenant_id}\n${assistant_id}`
      const value = JSON.stringify(observation)
      const observation_id = newId()
      const insert = store.insertStatement({
        tenant_id,
        assistant_id,
        observation_id,
        value,
        created_at: now,
      })
      const cached = cache.get(key)
      if (cached !== undefined) {
        cached.items.push({ id: observation_id, value: observation })
        trim(cached)
      }
      if (!shouldTrim(key)) return [insert]
      return [insert, store.removeAllButNewestStatement(run, cached?.count ?? MAX_STORED)]
    },

    /** The last `count` observations of the assistant, oldest first. */
    async listRecent(
      tenant_id: string,
      assistant_id: string,
      { count, now }: { count: number; now: number },
    ): Promise<unknown[]> {
      const key = `${tenant_id}\n${assistant_id}`
      const cached = cache.get(key)
      const baseline: CachedBaseline =
        cached !== undefined && cached.count >= count
          ? cached
          : { count, items: [], lastReadId: '', readAt: -Infinity }
      if (baseline.pendingLoad === undefined && Math.abs(now - baseline.readAt) >= READ_EVERY_MS) {
        baseline.readAt = now
        baseline.pendingLoad = loadNewer({ tenant_id, assistant_id }, baseline)
          .catch((error: unknown) => {
            baseline.readAt = -Infinity
            throw error
          })
          .finally(() => {
            baseline.pendingLoad = undefined
          })
      }
      cacheBaseline(key, baseline)
      // Runs that end at the same time share one read.
      await baseline.pendingLoad
      return baseline.items.slice(-count).map(({ value }) => value)
    },
  }
}
