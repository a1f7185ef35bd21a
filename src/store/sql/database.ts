/**
 * The one door to stored state. A write is a batch of statements, atomic as a whole, durable when it
 * resolves; there are no interactive transactions, so nothing holds a lock across an await.
 */
import { AppError } from '../../errors.js'
import { postgres, sqlite, type Dialect, type EngineError } from './dialect.js'
import type { Durability, Engine, OnCommit } from './driver.js'
import { loadMigrations } from './migrate.js'
import { openSqlite } from './sqlite.js'
import type { HintListener, Hints } from './postgres-notifications.js'
import type { Statement } from './statement.js'

export interface DatabaseOptions {
  /** `sqlite:<path>` or `postgres://…`. */
  url: string
  durability: Durability
  poolSize: number
  /** Refuse to open an embedded database that another service has open. */
  exclusive?: boolean
  onCommit?: OnCommit
  /** Told of trouble that no request waits for, such as a broken idle connection. */
  onError?: (error: Error) => void
}

type RowsOf<Batch extends readonly Statement[]> = {
  -readonly [K in keyof Batch]: Batch[K] extends Statement<infer Row> ? Row[] : never
}

export class Database {
  readonly #underWay = new Set<Promise<unknown>>()
  #closed: Promise<void> | undefined

  private constructor(
    private readonly engine: Engine,
    readonly dialect: Dialect,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, durability, poolSize, exclusive = false, onCommit, onError } = options
    const committed = onCommit ?? (() => undefined)
    if (url.startsWith('sqlite:')) {
      return new Database(
        await openSqlite(url.slice('sqlite:'.length), durability, exclusive, committed),
        sqlite,
      )
    }
    // Loaded only where it is used: the driver costs memory and start-up time.
    const { openPostgres } = await import('./postgres.js')
    const failed = onError ?? (() => undefined)
    return new Database(openPostgres(url, poolSize, durability, committed, failed), postgres)
  }

  async read<Row>(statement: Statement<Row>): Promise<Row[]> {
    return (await this.#request(() => this.engine.read(statement))) as Row[]
  }

  /** Undefined: a `required` statement of the batch returned no row, and nothing happened. */
  async write<const Batch extends readonly Statement[]>(batch: Batch): Promise<RowsOf<Batch> | undefined> {
    const written = await this.#request(() => this.engine.write(batch))
    if (typeof written !== 'number') return written as RowsOf<Batch>
    const refusal = batch[written]?.refusal
    if (refusal !== undefined) throw refusal
    return undefined
  }

  /** Goes the way of every write, so that a store that cannot take one is found out. */
  async ping(): Promise<void> {
    await this.write([{ sql: 'select 1', params: [], mustReturn: true }])
  }

  /** Returns the names of the migrations that were missing. */
  async migrate(now: number, migrations = loadMigrations(this.dialect.tokens)): Promise<string[]> {
    try {
      return await this.engine.migrate(migrations, now)
    } catch (error) {
      throw new AppError('service_unavailable', (error as Error).message, undefined, { cause: error })
    }
  }

  /** Hints from and to other nodes; undefined: there are none. */
  async listen(listener: HintListener): Promise<Hints | undefined> {
    return this.engine.listen && (await this.#translating(this.engine.listen(listener)))
  }

  /** Takes no more requests, lets those under way end, then closes. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#underWay).then(() => this.engine.close())
    return this.#closed
  }

  async #request<T>(send: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new AppError('service_unavailable', 'the database is closed')
    const answer = this.#translating(send())
    this.#underWay.add(answer)
    try {
      return await answer
    } finally {
      this.#underWay.delete(answer)
    }
  }

  /** Above this line nobody sees SQLSTATEs or SQLite's result codes. */
  async #translating<T>(result: Promise<T>): Promise<T> {
    try {
      return await result
    } catch (error) {
      if (error instanceof AppError) throw error
      const engineError = error as EngineError
      if (this.dialect.isUniqueViolation(engineError)) {
        throw new AppError('resource_conflict', 'the resource already exists', undefined, { cause: error })
      }
      if (this.dialect.isUnavailable(engineError)) {
        throw new AppError('service_unavailable', 'the store does not answer', undefined, { cause: error })
      }
      throw error
    }
  }
}
