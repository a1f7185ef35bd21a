/** Items of the long-term store, as exchanged between API, domain and executors. Values stay JSON text until they are read. */
import type { JsonObject } from './common.js'

export interface StoreItem {
  namespace: string[]
  key: string
  value: string
  created_at: number
  updated_at: number
  /** The relevance of the item for a search with a query, 0 to 1. */
  score?: number
}

export interface StoreItemSearch {
  prefix: string[]
  filter: JsonObject | null
  query: string | null
  limit: number
  offset: number
}

/** `*` matches any single label. */
export interface NamespaceMatch {
  end: 'prefix' | 'suffix'
  path: string[]
}

export interface NamespaceSearch {
  matches: NamespaceMatch[]
  max_depth: number | null
  limit: number
  offset: number
}

/** What a search query covers: false for nothing, null for the whole value, otherwise these paths. */
export type StoreItemIndex = false | string[] | null

/** An operation of a graph on the store. */
export type StoreItemOperation =
  | { kind: 'get'; namespace: string[]; key: string }
  | { kind: 'put'; namespace: string[]; key: string; value: string; index: StoreItemIndex }
  | { kind: 'remove'; namespace: string[]; key: string }
  /** The filter is JSON text, because graphs may use values that cannot be cloned between threads. */
  | ({ kind: 'search'; filter: string | null } & Omit<StoreItemSearch, 'filter'>)
  | ({ kind: 'namespaces' } & NamespaceSearch)

/** The result of one operation; null if nothing was found, or if the operation has no result. */
export type StoreItemResult = StoreItem | StoreItem[] | string[][] | null
