/**
 * The long-term store: items that graphs and clients keep across threads, by namespace and key. Every write is one statement, so of
 * two concurrent writes the later one wins completely.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError, validationError } from '../../errors.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import type {
  StoreItemResult,
  StoreItemIndex,
  StoreItemOperation,
  StoreItemSearch,
  NamespaceSearch,
  StoreItem,
} from '../../schema/store-item.js'
import type { StoreItemKey, StoreItemRow, StoreItemStore } from '../../store/store-items/store-items.js'
import type { Statement } from '../../store/sql/statement.js'
import { toConditions } from './filter.js'
import {
  validateKey,
  validateNamespace,
  validateAddress,
  matchesNamespace,
  literalPrefix,
  decodeNamespace,
  encodeNamespace,
  toNamespaceRange,
} from './namespaces.js'
import { makeRanking } from './ranking.js'

const MAX_VALUE_BYTES = 1_048_576
const MAX_VALUE_DEPTH = 100
export const MAX_PAGE_SIZE = 1_000
const MAX_OPERATIONS = 1_000
/** A query ranks at most this many items. They are read in small batches, because each may be large. */
const MAX_RANKED_ITEMS = 10_000
const RANKING_BATCH_SIZE = 50
/** Batch size of searches that filter out items the caller may not see. */
const VISIBILITY_BATCH_SIZE = 500
const NAMESPACE_BATCH_SIZE = 1_000
const EXPIRY_BATCH_SIZE = 500

const MINUTE_MS = 60_000

export interface StoreItemPut {
  namespace: string[]
  key: string
  value: JsonObject
  index?: StoreItemIndex | undefined
  /** In minutes; null means that the item does not expire. */
  ttl?: number | null | undefined
}

interface Deps {
  itemStore: StoreItemStore
  clock: Clock
  /** The project's defaults: the TTL of items in minutes, and whether reading an item extends its TTL. */
  ttl?: () => { default_ttl?: number; refresh_on_read?: boolean }
}

type Range = Omit<Parameters<StoreItemStore['listAfter']>[1], 'limit'>
type VisibilityCheck = (item: StoreItem) => boolean

export const makeStoreItems = ({ itemStore, clock, ttl: defaults = () => ({}) }: Deps) => {
  const toKey = (tenant_id: string, namespace: string[], key: string): StoreItemKey => {
    validateNamespace(namespace, 'namespace')
    validateKey(key)
    return { tenant_id, namespace: encodeNamespace(namespace), key }
  }

  const putStatement = (tenant_id: string, { namespace, key, value, index = null, ...put }: StoreItemPut) => {
    const ttl = put.ttl === undefined ? (defaults().default_ttl ?? null) : put.ttl
    validateAddress(namespace, key)
    const now = clock.now()
    return itemStore.putStatement({
      tenant_id,
      namespace: encodeNamespace(namespace),
      key,
      value: serializeValue(value),
      indexed: index === null ? null : JSON.stringify(index),
      created_at: now,
      updated_at: now,
      expires_at: ttl === null ? null : now + Math.ceil(ttl * MINUTE_MS),
      ttl_minutes: ttl,
    })
  }

  /** Extends the TTL of items that were read, unless this is disabled. */
  const refreshTtl = async (
    rows: readonly StoreItemRow[],
    shouldRefresh = defaults().refresh_on_read ?? true,
  ): Promise<void> => {
    if (shouldRefresh)
      await itemStore.refresh(sortByKey(rows.filter((row) => row.ttl_minutes !== null)), clock.now())
  }

  const get = async (
    tenant_id: string,
    namespace: string[],
    key: string,
    shouldRefresh?: boolean,
  ): Promise<StoreItem | null> => {
    const row = await itemStore.get(toKey(tenant_id, namespace, key), clock.now())
    if (row === undefined) return null
    await refreshTtl([row], shouldRefresh)
    return toStoreItem(row)
  }

  const listNewest = async (
    range: Range,
    { limit, offset }: Pick<StoreItemSearch, 'limit' | 'offset'>,
    isVisible: VisibilityCheck | undefined,
  ): Promise<StoreItemRow[]> => {
    if (isVisible === undefined) return itemStore.listNewest({ ...range, limit, offset })
    const visibleRows: StoreItemRow[] = []
    for (let at = 0; visibleRows.length < offset + limit; at += VISIBILITY_BATCH_SIZE) {
      const rows = await itemStore.listNewest({ ...range, limit: VISIBILITY_BATCH_SIZE, offset: at })
      visibleRows.push(...rows.filter((row) => isVisible(toStoreItem(row))))
      if (rows.length < VISIBILITY_BATCH_SIZE) break
    }
    return visibleRows.slice(offset, offset + limit)
  }

  /** `isVisible` filters out items that the caller may not see. */
  const search = async (
    tenant_id: string,
    request: StoreItemSearch,
    shouldRefresh?: boolean,
    isVisible?: VisibilityCheck,
  ): Promise<StoreItem[]> => {
    const { prefix, filter, query, limit, offset } = request
    validateNamespace(prefix, 'namespace_prefix')
    checkPage(request)
    const conditions = JSON.stringify(filter === null ? [] : toConditions(filter))
    const range = { tenant_id, ...toNamespaceRange(prefix), now: clock.now(), conditions }
    if (query !== null && query.trim() !== '') {
      const found = (await rankItems(range, query, isVisible)).slice(offset, offset + limit)
      const rows = await Promise.all(
        found.map(({ position }) => itemStore.get({ tenant_id, ...position }, range.now)),
      )
      await refreshTtl(
        rows.filter((row) => row !== undefined),
        shouldRefresh,
      )
      // An item may have been removed since it was ranked.
      return rows.flatMap((row, at) => (row === undefined ? [] : [toStoreItem(row, found[at]?.score)]))
    }
    const rows = await listNewest(range, request, isVisible)
    await refreshTtl(rows, shouldRefresh)
    return rows.map((row) => toStoreItem(row))
  }

  const rankItems = async (range: Range, query: string, isVisible: VisibilityCheck | undefined) => {
    const ranking = makeRanking(query)
    let position = { namespace: '', key: '' }
    for (let scanned = 0; scanned < MAX_RANKED_ITEMS; scanned += RANKING_BATCH_SIZE) {
      const rows = await itemStore.listAfter(position, { ...range, limit: RANKING_BATCH_SIZE })
      for (const row of rows) {
        const { namespace, key, updated_at, value, indexed } = row
        position = { namespace, key }
        if (isVisible?.(toStoreItem(row)) === false) continue
        const index = indexed === null ? null : (JSON.parse(indexed) as StoreItemIndex)
        ranking.add(position, updated_at, JSON.parse(value), index)
      }
      if (rows.length < RANKING_BATCH_SIZE) break
    }
    return ranking.rank()
  }

  /**
   * Sorted by name. With max_depth, namespaces are truncated; duplicates are adjacent in this order, so they can be skipped.
   * `isVisible` filters out namespaces that the caller may not see.
   */
  const namespaces = async (
    tenant_id: string,
    request: NamespaceSearch,
    isVisible: (namespace: string[]) => boolean = () => true,
  ): Promise<string[][]> => {
    const { matches, max_depth, limit, offset } = request
    checkPage(request)
    if (max_depth !== null && !(Number.isSafeInteger(max_depth) && max_depth > 0))
      throw validationError('max_depth', 'must be a whole number, 1 or more')
    for (const { end, path } of matches) validateNamespace(path, end)
    const range = { tenant_id, ...toNamespaceRange(literalPrefix(matches)), now: clock.now() }
    const found: string[][] = []
    let matched = 0
    let last = ''
    for (let after = ''; ;) {
      const page = await itemStore.listNamespaces(range, after, NAMESPACE_BATCH_SIZE)
      for (const text of page) {
        const labels = decodeNamespace(text)
        const truncated = labels.slice(0, max_depth ?? labels.length)
        if (!matches.every((match) => matchesNamespace(labels, match)) || encodeNamespace(truncated) === last)
          continue
        last = encodeNamespace(truncated)
        if (!isVisible(truncated)) continue
        if (++matched > offset) found.push(truncated)
        if (found.length === limit) return found
      }
      after = page.at(-1) ?? ''
      if (page.length < NAMESPACE_BATCH_SIZE) return found
    }
  }

  const readItems = (tenant_id: string, operation: StoreItemOperation): Promise<StoreItemResult> => {
    switch (operation.kind) {
      case 'get':
        return get(tenant_id, operation.namespace, operation.key)
      case 'search': {
        const { filter } = operation
        const parsed = filter === null ? null : (JSON.parse(filter) as JsonObject)
        return search(tenant_id, { ...operation, filter: parsed })
      }
      case 'namespaces':
        return namespaces(tenant_id, operation)
      case 'put':
      case 'remove':
        return Promise.resolve(null)
    }
  }

  return {
    async put(tenant_id: string, item: StoreItemPut): Promise<void> {
      await itemStore.write([putStatement(tenant_id, item)])
    },

    get,
    search,
    namespaces,

    async remove(tenant_id: string, namespace: string[], key: string): Promise<void> {
      await itemStore.write([itemStore.removeStatement(toKey(tenant_id, namespace, key))])
    },

    /**
     * Performs a batch of operations of a graph. Reads see the state before the writes. The writes are one batch, in which the last
     * write to a key wins. `write` stores them under the lease of the run and returns false if the lease was lost.
     */
    async perform(
      tenant_id: string,
      operations: readonly StoreItemOperation[],
      write: (statements: Statement[]) => Promise<boolean>,
    ): Promise<StoreItemResult[]> {
      if (operations.length > MAX_OPERATIONS)
        throw validationError('batch', `has more than ${String(MAX_OPERATIONS)} operations`)
      const writes = new Map<string, { key: StoreItemKey; statement: Statement }>()
      for (const operation of operations) {
        if (operation.kind !== 'put' && operation.kind !== 'remove') continue
        const key = toKey(tenant_id, operation.namespace, operation.key)
        const statement =
          operation.kind === 'put'
            ? putStatement(tenant_id, { ...operation, value: JSON.parse(operation.value) as JsonObject })
            : itemStore.removeStatement(key)
        writes.set(JSON.stringify(key), { key, statement })
      }
      const results = await Promise.all(operations.map((operation) => readItems(tenant_id, operation)))
      const sortedWrites = [...writes.values()].sort((a, b) => compareKeys(a.key, b.key))
      if (sortedWrites.length > 0 && !(await write(sortedWrites.map(({ statement }) => statement))))
        throw new AppError('resource_conflict', 'The run is no longer executed by this worker')
      return results
    },

    /** Removes expired items of all tenants. */
    async removeExpired(): Promise<void> {
      while ((await itemStore.removeExpired(clock.now(), EXPIRY_BATCH_SIZE)) === EXPIRY_BATCH_SIZE) continue
    },
  }
}

export type StoreItems = ReturnType<typeof makeStoreItems>

/** Batches lock rows in the order of their keys, so that two concurrent batches cannot deadlock. */
const compareKeys = (a: StoreItemKey, b: StoreItemKey): number =>
  a.namespace === b.namespace ? (a.key < b.key ? -1 : 1) : a.namespace < b.namespace ? -1 : 1
const sortByKey = (rows: readonly StoreItemRow[]): StoreItemRow[] => [...rows].sort(compareKeys)

const toStoreItem = (row: StoreItemRow, score?: number): StoreItem => ({
  namespace: decodeNamespace(row.namespace),
  key: row.key,
  value: row.value,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...(score !== undefined && { score }),
})

const serializeValue = (value: JsonObject): string => {
  if (typeof value !== 'object' || (value as unknown) === null || Array.isArray(value))
    throw validationError('value', 'must be an object')
  if (isDeeperThan(value, MAX_VALUE_DEPTH))
    throw validationError('value', `is nested deeper than ${String(MAX_VALUE_DEPTH)} levels`)
  if (!isStorable(value)) throw validationError('value', 'must not contain U+0000 or unpaired surrogates')
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES) throw validationError('value', 'is larger than 1 MB')
  return text
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1)))

const checkPage = ({ limit, offset }: { limit: number; offset: number }): void => {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    throw validationError('limit', `must be a whole number from 1 to ${String(MAX_PAGE_SIZE)}`)
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw validationError('offset', 'must be a whole number, 0 or more')
}
