/**
 * All reads and writes of stored state go through this class. A write is a batch of statements: it is atomic, and durable
 * when its promise resolves. There are no interactive transactions, so no lock is held across an await.
 */
import { AppError } from '../../errors.js'
import { postgresDialect, sqliteDialect, type Dialect, type DriverError } from './dialect.js'
import type { Durability, SqlDriver, OnCommit } from './driver.js'
import { loadMigrations } from './migrate.js'
import { openSqlite } from './sqlite.js'
import type { NotificationListener, NotificationChannel } from './postgres-notifications.js'
import type { Statement } from './statement.js'

export interface DatabaseOptions {
  /** `sqlite:<path>` or `postgres://…`. */
  url: string
  durability: Durability
  poolSize: number
  /** Fail if another service has this embedded database open. */
  exclusive?: boolean
  onCommit?: OnCommit
  /** Called with errors that belong to no request, such as a broken idle connection. */
  onError?: (error: Error) => void
}

type BatchRows<Batch extends readonly Statement[]> = {
  -readonly [K in keyof Batch]: Batch[K] extends Statement<infer Row> ? Row[] : never
}

export class Database {
  readonly #inFlight = new Set<Promise<unknown>>()
  #closed: Promise<void> | undefined

  private constructor(
    private readonly driver: SqlDriver,
    readonly dialect: Dialect,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, durability, poolSize, exclusive = false, onCommit, onError } = options
    const reportCommit = onCommit ?? (() => undefined)
    if (url.startsWith('sqlite:')) {
      return new Database(
        await openSqlite(url.slice('sqlite:'.length), durability, exclusive, reportCommit),
        sqliteDialect,
      )
    }
    // Imported on demand: the PostgreSQL driver costs memory and start-up time.
    const { openPostgres } = await import('./postgres.js')
    const reportError = onError ?? (() => undefined)
    return new Database(openPostgres(url, poolSize, durability, reportCommit, reportError), postgresDialect)
  }

  async read<Row>(statement: Statement<Row>): Promise<Row[]> {
    return (await this.#request(() => this.driver.read(statement))) as Row[]
  }

  /** Returns undefined if a statement marked with `requireRow` returned no row; nothing is stored in that case. */
  async write<const Batch extends readonly Statement[]>(batch: Batch): Promise<BatchRows<Batch> | undefined> {
    const result = await this.#request(() => this.driver.write(batch))
    if (typeof result !== 'number') return result as BatchRows<Batch>
    const refusal = batch[result]?.errorIfNoRow
    if (refusal !== undefined) throw refusal
    return undefined
  }

  /** Uses the write path, so it also fails when the database can be read but not written. */
  async ping(): Promise<void> {
    await this.write([{ sql: 'select 1', params: [], requiresRow: true }])
  }

  /** Applies the pending migrations and returns their names. */
  async migrate(now: number, migrations = loadMigrations(this.dialect.tokens)): Promise<string[]> {
    try {
      return await this.driver.migrate(migrations, now)
    } catch (error) {
      throw new AppError('service_unavailable', (error as Error).message, undefined, { cause: error })
    }
  }

  /** Opens the notification channel to the other nodes. Undefined: the database serves a single node. */
  async listen(listener: NotificationListener): Promise<NotificationChannel | undefined> {
    return this.driver.listen && (await this.#translateErrors(this.driver.listen(listener)))
  }

  /** Rejects new requests, waits for those in flight, then closes the driver. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#inFlight).then(() => this.driver.close())
    return this.#closed
  }

  async #request<T>(execute: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new AppError('service_unavailable', 'The database is closed')
    const pending = this.#translateErrors(execute())
    this.#inFlight.add(pending)
    try {
      return await pending
    } finally {
      this.#inFlight.delete(pending)
    }
  }

  /** Turns SQLSTATEs and SQLite result codes into AppErrors; callers never see the driver's codes. */
  async #translateErrors<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (error) {
      if (error instanceof AppError) throw error
      const driverError = error as DriverError
      if (this.dialect.isUniqueViolation(driverError)) {
        throw new AppError('resource_conflict', 'The resource already exists', undefined, { cause: error })
      }
      if (this.dialect.isUnavailable(driverError)) {
        throw new AppError('service_unavailable', 'The database is unavailable', undefined, { cause: error })
      }
      throw error
    }
  }
}
