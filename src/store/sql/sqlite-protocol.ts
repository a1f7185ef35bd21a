/** The messages between sqlite.ts and its threads. */
import type { Durability, Rows } from './driver.js'
import type { StartupReport } from './startup-check.js'
import type { SqlValue } from './statement.js'

export interface ThreadOptions {
  path: string
  role: 'writer' | 'reader'
  durability: Durability
  /** True if this process must be the only one that serves the database. */
  exclusive: boolean
  /** True if the thread checks the file before it is used. */
  isChecked: boolean
  /** Where the thread reports the delay of its event loop. Undefined: it does not measure it. */
  delayMemory?: Int32Array<SharedArrayBuffer>
}

/** The SQL text is sent only with the first statement that uses it. */
export type WireStatement = [
  statementId: number,
  sql: string | undefined,
  params: readonly SqlValue[],
  requiresRow: boolean,
  sharesTexts: boolean,
]

export interface BatchRequest {
  id: number
  batch: WireStatement[]
}

export interface BatchReply {
  id: number
  /** A number is the index of the statement that requires a row and returned none. */
  results?: Rows[] | number
  error?: { message: string; stack: string | undefined; errcode: number | undefined }
}

export type ThreadMessage =
  | { open: StartupReport | undefined }
  | { replies: BatchReply[]; batches?: number; seconds?: number }
  | { migrated: string[] }
  | { failed: unknown }
