/** What a database engine does for the store. Two exist: sqlite.ts and postgres.ts. */
import type { Migration } from './migrate.js'
import type { NotificationListener, NotificationChannel } from './postgres-notifications.js'
import type { Statement } from './statement.js'

export type Rows = Record<string, unknown>[]

export interface SqlDriver {
  read(statement: Statement): Promise<Rows>
  /** All statements or none. A number: the `required` statement at that place returned no row, and nothing happened. */
  write(batch: readonly Statement[]): Promise<Rows[] | number>
  /** Applies what is missing; safe when several processes do it at once. Returns the names applied. */
  migrate(migrations: readonly Migration[], now: number): Promise<string[]>
  /** Between the nodes of a cluster; absent where there is one node only. */
  listen?(listener: NotificationListener): Promise<NotificationChannel>
  close(): Promise<void>
}

/** Told after every commit: how many batches it made durable, and how long it took. */
export type OnCommit = (batches: number, seconds: number) => void

export type Durability = 'full' | 'relaxed'
