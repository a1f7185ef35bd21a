/**
 * All reads and writes of stored state go through this class. A write is a batch of statements: it is atomic, and durable
 * when its promise resolves. There are no interactive transactions, so no lock is held across an await.
 */
import { describeOpenError } from './describe-open-error.js'
import { AppError } from '../../errors.js'
import { collectAfterUse } from '../../platform/collect-garbage.js'
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import { postgresDialect, sqliteDialect, type Dialect, type DriverError } from './dialect.js'
import type { Durability, OnCommit, OnOperation, SqlDriver } from './driver.js'
import { loadMigrations } from './migrate.js'
import { toOutageError, type Outage } from './outage.js'
import { countSharedBytes } from './shared-rows.js'
import { openSqliteSnapshot } from './sqlite-snapshot.js'
import { openSqlite } from './sqlite.js'
import type { NotificationListener, NotificationChannel } from './postgres-notifications.js'
import type { StartupReport } from './startup-check.js'
import type { Statement } from './statement.js'
import type { StorageUsage } from './storage-usage.js'

export interface DatabaseOptions {
  /** `sqlite:<path>` or `postgres://…`, where several hosts are separated by commas. */
  url: string
  /** The URL that notifications and migrations use if `url` is that of PgBouncer in transaction mode. */
  directUrl?: string | undefined
  durability: Durability
  poolSize: number
  /** Fail if another service has this embedded database open. */
  exclusive?: boolean
  onCommit?: OnCommit
  onOperation?: OnOperation
  /** Called with errors that belong to no request, such as a broken idle connection. */
  onError?: (error: Error) => void
  /** Called with what the check of an embedded database found when it was opened. */
  onChecked?: (report: StartupReport) => void
  /** Called with the outage that made a write fail. */
  onFailedWrite?: (outage: Outage) => void
  /** For tests: replaces the driver by one that injects faults. */
  wrapDriver?: (driver: SqlDriver) => SqlDriver
}

// An update that changes no value would not do: SQLite skips the write.
const PROBE: readonly Statement[] = [
  {
    sql: "insert into schema_versions (version, name, applied_at) values (0, 'write probe', 0)",
    params: [],
    requiresRow: false,
  },
  { sql: 'delete from schema_versions where version = 0', params: [], requiresRow: false },
]

/** Outages that last until someone acts. Others, such as a lock timeout, say little about the next write. */
const LASTING_OUTAGES: ReadonlySet<Outage> = new Set(['storage_full', 'read_only', 'io_error', 'damaged'])

type BatchRows<Batch extends readonly Statement[]> = {
  -readonly [K in keyof Batch]: Batch[K] extends Statement<infer Row> ? Row[] : never
}

export class Database {
  readonly #inFlight = new Set<Promise<unknown>>()
  #closed: Promise<void> | undefined

  private constructor(
    private readonly driver: SqlDriver,
    readonly dialect: Dialect,
    private readonly onFailedWrite: (outage: Outage) => void,
    private readonly onOperation: OnOperation = () => undefined,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, directUrl, durability, poolSize, exclusive = false } = options
    const { wrapDriver = (driver) => driver, onChecked = () => undefined } = options
    const { onCommit = () => undefined, onError = () => undefined, onFailedWrite = () => undefined } = options
    if (url.startsWith('sqlite:')) {
      const path = url.slice('sqlite:'.length)
      const driver = await openSqlite({ path, durability, exclusive, onCommit, onError, onChecked })
      return new Database(wrapDriver(driver), sqliteDialect, onFailedWrite, options.onOperation)
    }
    // Imported on demand: the PostgreSQL driver costs memory and start-up time.
    const { openPostgres } = await import('./postgres.js')
    const driver = openPostgres({ url, directUrl, poolSize, durability, onCommit, onError })
    return new Database(wrapDriver(driver), postgresDialect, onFailedWrite, options.onOperation)
  }

  /** Opens a SQLite file to read it as it is now. Nothing is written, not even a log beside it. */
  static openSnapshot(path: string): Database {
    return new Database(openSqliteSnapshot(path), sqliteDialect, () => undefined)
  }

  async read<Row>(statement: Statement<Row>): Promise<Row[]> {
    const rows = await this.#measure('read', () => this.driver.read(statement))
    if (statement.sharesTexts === true)
      for (const row of rows) collectAfterUse(countSharedBytes(Object.values(row)))
    return rows as Row[]
  }

  /** Returns undefined if a statement marked with `requireRow` returned no row; nothing is stored in that case. */
  async write<const Batch extends readonly Statement[]>(batch: Batch): Promise<BatchRows<Batch> | undefined> {
    const result = await this.#measure('write', () => this.#write(batch))
    if (typeof result !== 'number') return result as BatchRows<Batch>
    const refusal = batch[result]?.errorIfNoRow
    if (refusal !== undefined) throw refusal
    return undefined
  }

  /** Commits a change, so it fails when the database can be read but not written. No other batch sees the row. */
  async probe(): Promise<void> {
    await this.#request(() => this.driver.write(PROBE))
  }

  async #write(batch: readonly Statement[]): ReturnType<SqlDriver['write']> {
    try {
      const results = await this.driver.write(batch)
      // The large texts of a statement are usually not used after it.
      for (const { params } of batch) collectAfterUse(countSharedBytes(params))
      return results
    } catch (error) {
      const outage = this.dialect.findOutage(error as DriverError)
      if (outage !== undefined && LASTING_OUTAGES.has(outage)) this.onFailedWrite(outage)
      throw error
    }
  }

  /** The time of the database server. Only for a database that several nodes share. */
  async readTime(): Promise<number> {
    const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now'
    const [row] = await this.read<{ now: number }>({ sql, params: [], requiresRow: false })
    return row?.now ?? Number.NaN
  }

  /** Applies the pending migrations and returns their names. */
  async migrate(now: number, migrations = loadMigrations(this.dialect.tokens)): Promise<string[]> {
    try {
      return await this.driver.migrate(migrations, now)
    } catch (error) {
      throw new AppError('service_unavailable', describeOpenError(error as Error), undefined, {
        cause: error,
      })
    }
  }

  /** Measures how much the tables store. It can take seconds for a large embedded database, but delays no other request. */
  measureStorage(): Promise<StorageUsage> {
    return this.#request(() => this.driver.measureStorage())
  }

  /** The delay of the event loop of each thread that the database uses in this process. */
  getThreadDelays(): Record<string, EventLoopDelay> {
    return this.driver.getThreadDelays?.() ?? {}
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

  async #measure<T>(operation: 'read' | 'write', execute: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await this.#request(execute)
    } finally {
      this.onOperation(operation, (performance.now() - startedAt) / 1000)
    }
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
      const outage = this.dialect.findOutage(driverError)
      throw outage === undefined ? error : toOutageError(outage, error)
    }
  }
}
