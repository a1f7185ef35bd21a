/** What travels between sqlite.ts and its threads. */
import type { Durability, Rows } from './driver.js'
import type { SqlValue } from './statement.js'

export interface ThreadOptions {
  path: string
  role: 'writer' | 'reader'
  durability: Durability
  /** Whether this process must be the only one that serves the database. */
  exclusive: boolean
}

/** Statement number, its text when it is new to the thread, its values, whether it must return a row. */
export type WireStatement = [
  statementId: number,
  sql: string | undefined,
  params: readonly SqlValue[],
  requiresRow: boolean,
]

export interface BatchRequest {
  id: number
  batch: WireStatement[]
}

export interface BatchReply {
  id: number
  /** A number: the required statement at that place returned no row. */
  results?: Rows[] | number
  error?: { message: string; stack: string | undefined; errcode: number | undefined }
}

export type ThreadMessage =
  | 'open'
  | { replies: BatchReply[]; batches?: number; seconds?: number }
  | { migrated: string[] }
  | { failed: unknown }
