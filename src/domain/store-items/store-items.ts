/**
 * The long-term store: what graphs and clients remember across threads, by namespace and key. Every write is one statement, so
 * that of two at once the later one stands, whole.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import type {
  ItemAnswer,
  ItemIndex,
  ItemOperation,
  ItemSearch,
  NamespaceSearch,
  StoredItem,
} from '../../schema/store-item.js'
import type { ItemKey, ItemRow, ItemStore } from '../../store/store-items/store-items.js'
import type { Statement } from '../../store/sql/statement.js'
import { conditionsOf } from './filter.js'
import {
  checkKey,
  checkLabels,
  checkPlace,
  isMatch,
  knownPrefix,
  labelsOf,
  namespaceText,
  rangeUnder,
  refuse,
} from './namespaces.js'
import { makeRanking } from './ranking.js'

const MOST_BYTES = 1_048_576
const MOST_LEVELS = 100
export const MOST_ITEMS = 1_000
const MOST_OPERATIONS = 1_000
/** A query looks at this many; it reads them a few at a time, because each may be large. */
const MOST_RANKED = 10_000
const RANKED_AT_ONCE = 50
/** Of those of which some are hidden from whoever asks. */
const LOOKED_AT_ONCE = 500
const NAMESPACES_AT_ONCE = 1_000
const REMOVED_AT_ONCE = 500

const MINUTE_MS = 60_000

export interface ItemPut {
  namespace: string[]
  key: string
  value: JsonObject
  index?: ItemIndex | undefined
  /** In minutes; null: it stays. */
  ttl?: number | null | undefined
}

interface Parts {
  items: ItemStore
  clock: Clock
  /** What holds where nothing is said, as the project has it: minutes that an item stays, whether reading counts as use. */
  ttl?: () => { default_ttl?: number; refresh_on_read?: boolean }
}

type Range = Omit<Parameters<ItemStore['after']>[1], 'limit'>
type Sees = (item: StoredItem) => boolean

export const makeItems = ({ items, clock, ttl: defaults = () => ({}) }: Parts) => {
  const keyOf = (tenant_id: string, namespace: string[], key: string): ItemKey => {
    checkLabels(namespace, 'namespace')
    checkKey(key)
    return { tenant_id, namespace: namespaceText(namespace), key }
  }

  const putStatement = (tenant_id: string, { namespace, key, value, index = null, ...put }: ItemPut) => {
    const ttl = put.ttl === undefined ? (defaults().default_ttl ?? null) : put.ttl
    checkPlace(namespace, key)
    const now = clock.now()
    return items.putStatement({
      tenant_id,
      namespace: namespaceText(namespace),
      key,
      value: valueText(value),
      indexed: index === null ? null : JSON.stringify(index),
      created_at: now,
      updated_at: now,
      expires_at: ttl === null ? null : now + Math.ceil(ttl * MINUTE_MS),
      ttl_minutes: ttl,
    })
  }

  /** Reading counts as use, unless it is not to. */
  const used = async (
    rows: readonly ItemRow[],
    refreshes = defaults().refresh_on_read ?? true,
  ): Promise<void> => {
    if (refreshes) await items.refresh(inOrder(rows.filter((row) => row.ttl_minutes !== null)), clock.now())
  }

  const get = async (
    tenant_id: string,
    namespace: string[],
    key: string,
    refreshes?: boolean,
  ): Promise<StoredItem | null> => {
    const row = await items.get(keyOf(tenant_id, namespace, key), clock.now())
    if (row === undefined) return null
    await used([row], refreshes)
    return toItem(row)
  }

  const newest = async (
    range: Range,
    { limit, offset }: Pick<ItemSearch, 'limit' | 'offset'>,
    sees: Sees | undefined,
  ): Promise<ItemRow[]> => {
    if (sees === undefined) return items.newest({ ...range, limit, offset })
    const seen: ItemRow[] = []
    for (let at = 0; seen.length < offset + limit; at += LOOKED_AT_ONCE) {
      const rows = await items.newest({ ...range, limit: LOOKED_AT_ONCE, offset: at })
      seen.push(...rows.filter((row) => sees(toItem(row))))
      if (rows.length < LOOKED_AT_ONCE) break
    }
    return seen.slice(offset, offset + limit)
  }

  /** `sees`: whether an item is there for whoever searches. */
  const search = async (
    tenant_id: string,
    asked: ItemSearch,
    refreshes?: boolean,
    sees?: Sees,
  ): Promise<StoredItem[]> => {
    const { prefix, filter, query, limit, offset } = asked
    checkLabels(prefix, 'namespace_prefix')
    checkPage(asked)
    const conditions = JSON.stringify(filter === null ? [] : conditionsOf(filter))
    const range = { tenant_id, ...rangeUnder(prefix), now: clock.now(), conditions }
    if (query !== null && query.trim() !== '') {
      const found = (await rank(range, query, sees)).slice(offset, offset + limit)
      const rows = await Promise.all(found.map(({ place }) => items.get({ tenant_id, ...place }, range.now)))
      await used(
        rows.filter((row) => row !== undefined),
        refreshes,
      )
      // One that was removed meanwhile is not there.
      return rows.flatMap((row, at) => (row === undefined ? [] : [toItem(row, found[at]?.score)]))
    }
    const rows = await newest(range, asked, sees)
    await used(rows, refreshes)
    return rows.map((row) => toItem(row))
  }

  const rank = async (range: Range, query: string, sees: Sees | undefined) => {
    const ranking = makeRanking(query)
    let place = { namespace: '', key: '' }
    for (let seen = 0; seen < MOST_RANKED; seen += RANKED_AT_ONCE) {
      const rows = await items.after(place, { ...range, limit: RANKED_AT_ONCE })
      for (const row of rows) {
        const { namespace, key, updated_at, value, indexed } = row
        place = { namespace, key }
        if (sees?.(toItem(row)) === false) continue
        const index = indexed === null ? null : (JSON.parse(indexed) as ItemIndex)
        ranking.add(place, updated_at, JSON.parse(value), index)
      }
      if (rows.length < RANKED_AT_ONCE) break
    }
    return ranking.ranked()
  }

  /** In the order of their names. With a depth, those that begin alike become one, and lie together in that order. */
  const namespaces = async (tenant_id: string, asked: NamespaceSearch): Promise<string[][]> => {
    const { matches, max_depth, limit, offset } = asked
    checkPage(asked)
    if (max_depth !== null && !(Number.isSafeInteger(max_depth) && max_depth > 0))
      refuse('max_depth', 'must be a whole number, 1 or more')
    for (const { end, path } of matches) checkLabels(path, end)
    const range = { tenant_id, ...rangeUnder(knownPrefix(matches)), now: clock.now() }
    const found: string[][] = []
    let passed = 0
    let last = ''
    for (let after = ''; ;) {
      const page = await items.namespaces(range, after, NAMESPACES_AT_ONCE)
      for (const text of page) {
        const labels = labelsOf(text)
        const cut = labels.slice(0, max_depth ?? labels.length)
        if (!matches.every((match) => isMatch(labels, match)) || namespaceText(cut) === last) continue
        last = namespaceText(cut)
        if (++passed > offset) found.push(cut)
        if (found.length === limit) return found
      }
      after = page.at(-1) ?? ''
      if (page.length < NAMESPACES_AT_ONCE) return found
    }
  }

  const read = (tenant_id: string, operation: ItemOperation): Promise<ItemAnswer> => {
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
    async put(tenant_id: string, given: ItemPut): Promise<void> {
      await items.write([putStatement(tenant_id, given)])
    },

    get,
    search,
    namespaces,

    async remove(tenant_id: string, namespace: string[], key: string): Promise<void> {
      await items.write([items.removeStatement(keyOf(tenant_id, namespace, key))])
    },

    /**
     * What a graph wants, all at once: it reads what was there before it writes, and its writes are one batch, in which the last
     * one to a key stands. `write` stores them under the lease of the run; false: that was lost.
     */
    async perform(
      tenant_id: string,
      operations: readonly ItemOperation[],
      write: (statements: Statement[]) => Promise<boolean>,
    ): Promise<ItemAnswer[]> {
      if (operations.length > MOST_OPERATIONS)
        refuse('batch', `has more than ${String(MOST_OPERATIONS)} operations`)
      const writes = new Map<string, { key: ItemKey; statement: Statement }>()
      for (const operation of operations) {
        if (operation.kind !== 'put' && operation.kind !== 'remove') continue
        const key = keyOf(tenant_id, operation.namespace, operation.key)
        const statement =
          operation.kind === 'put'
            ? putStatement(tenant_id, { ...operation, value: JSON.parse(operation.value) as JsonObject })
            : items.removeStatement(key)
        writes.set(JSON.stringify(key), { key, statement })
      }
      const answers = await Promise.all(operations.map((operation) => read(tenant_id, operation)))
      const sorted = [...writes.values()].sort((a, b) => byName(a.key, b.key))
      if (sorted.length > 0 && !(await write(sorted.map(({ statement }) => statement))))
        throw new AppError('resource_conflict', 'the run is no longer executed here')
      return answers
    },

    /** Of all tenants. */
    async removeExpired(): Promise<void> {
      while ((await items.removeExpired(clock.now(), REMOVED_AT_ONCE)) === REMOVED_AT_ONCE) continue
    },
  }
}

export type Items = ReturnType<typeof makeItems>

/** Two batches that touch the same rows in one order wait for each other; in two orders, neither would come to an end. */
const byName = (a: ItemKey, b: ItemKey): number =>
  a.namespace === b.namespace ? (a.key < b.key ? -1 : 1) : a.namespace < b.namespace ? -1 : 1
const inOrder = (rows: readonly ItemRow[]): ItemRow[] => [...rows].sort(byName)

const toItem = (row: ItemRow, score?: number): StoredItem => ({
  namespace: labelsOf(row.namespace),
  key: row.key,
  value: row.value,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...(score !== undefined && { score }),
})

const valueText = (value: JsonObject): string => {
  if (typeof value !== 'object' || (value as unknown) === null || Array.isArray(value))
    return refuse('value', 'must be an object')
  if (isDeeper(value, MOST_LEVELS)) refuse('value', `is nested deeper than ${String(MOST_LEVELS)} levels`)
  if (!isStorable(value)) refuse('value', 'holds U+0000 or an unpaired surrogate')
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MOST_BYTES) refuse('value', 'is larger than 1 MB')
  return text
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)))

const checkPage = ({ limit, offset }: { limit: number; offset: number }): void => {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_ITEMS)
    refuse('limit', `must be a whole number from 1 to ${String(MOST_ITEMS)}`)
  if (!Number.isSafeInteger(offset) || offset < 0) refuse('offset', 'must be a whole number, 0 or more')
}
