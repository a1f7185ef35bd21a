/** The interface that both database drivers implement: sqlite.ts and postgres.ts. */
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import type { Migration } from './migrate.js'
import type { NotificationListener, NotificationChannel } from './postgres-notifications.js'
import type { StorageUsage } from './storage-usage.js'
import type { Statement } from './statement.js'

export type Rows = Record<string, unknown>[]

export interface SqlDriver {
  read(statement: Statement): Promise<Rows>
  /**
   * Runs the batch atomically. Returns the rows of each statement, or the index of the first statement that requires a row and
   * returned none; in that case the batch is rolled back.
   */
  write(batch: readonly Statement[]): Promise<Rows[] | number>
  /** Applies the pending migrations and returns their names. Several processes can call it at the same time. */
  migrate(migrations: readonly Migration[], now: number): Promise<string[]>
  /** Measures the tables without delaying reads and writes. */
  measureStorage(): Promise<StorageUsage>
  /** Opens the notification channel between nodes. Undefined for a database that serves a single node. */
  listen?(listener: NotificationListener): Promise<NotificationChannel>
  /** The delay of the event loop of each database thread. Undefined for a database without threads in this process. */
  getThreadDelays?(): Record<string, EventLoopDelay>
  close(): Promise<void>
}

/** Called after every commit with the number of batches it made durable and its duration. */
export type OnCommit = (batches: number, seconds: number) => void

/** Called after every read and write, also if it failed, with its duration. */
export type OnOperation = (operation: 'read' | 'write', seconds: number) => void

export type Durability = 'full' | 'relaxed'
