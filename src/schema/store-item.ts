/** Items of the long-term store, as they travel between the parts of the service. Values are JSON text until somebody reads them. */
import type { JsonObject } from './common.js'

export interface StoreItem {
  namespace: string[]
  key: string
  value: string
  created_at: number
  updated_at: number
  /** Of a search with a query: how well it fits, 0 to 1. */
  score?: number
}

export interface StoreItemSearch {
  prefix: string[]
  filter: JsonObject | null
  query: string | null
  limit: number
  offset: number
}

/** `*` stands for any one label. */
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

/** False: a query does not look at it; null: at all of it; else at these paths. */
export type StoreItemIndex = false | string[] | null

/** What a graph wants of the store. */
export type StoreItemOperation =
  | { kind: 'get'; namespace: string[]; key: string }
  | { kind: 'put'; namespace: string[]; key: string; value: string; index: StoreItemIndex }
  | { kind: 'remove'; namespace: string[]; key: string }
  /** The filter is JSON text: what graphs put into it need not be sendable. */
  | ({ kind: 'search'; filter: string | null } & Omit<StoreItemSearch, 'filter'>)
  | ({ kind: 'namespaces' } & NamespaceSearch)

/** One for each operation, in their order; null: nothing was found, or there is nothing to say. */
export type StoreItemResult = StoreItem | StoreItem[] | string[][] | null
