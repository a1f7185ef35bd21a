/**
 * The driver of the embedded database: SQLite in WAL mode behind two threads, a writer and a reader (see sqlite-thread.ts).
 * The main thread collects the requests of one event loop turn and sends them to the thread in one message. A thread that
 * ends unexpectedly is replaced.
 */
import { dirname } from 'node:path'
import { makeDelayMemory, readEventLoopDelay } from '../../platform/event-loop-delay.js'
import { createDatabaseFolder } from './database-folder.js'
import type { Durability, SqlDriver, OnCommit, Rows } from './driver.js'
import type { ThreadOptions } from './sqlite-protocol.js'
import { measureSqlite } from './sqlite-storage.js'
import { SqliteThread, toStoppedError } from './sqlite-worker.js'
import type { StartupReport } from './startup-check.js'
import type { Statement } from './statement.js'

const RESTART_MS = 1_000

/** Keeps one database thread running. Requests fail with a retryable error while there is none. */
class ThreadSupervisor {
  /** What the check of the file found when the first thread started. */
  report: StartupReport | undefined
  #thread: SqliteThread | undefined
  #restart: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(
    private readonly options: ThreadOptions,
    private readonly onCommit: OnCommit,
    private readonly onError: (error: Error) => void,
  ) {}

  static async start(
    options: ThreadOptions,
    onCommit: OnCommit,
    onError: (error: Error) => void,
  ): Promise<ThreadSupervisor> {
    const supervisor = new ThreadSupervisor(options, onCommit, onError)
    supervisor.report = await supervisor.#startThread()
    return supervisor
  }

  send(batch: readonly Statement[]): Promise<Rows[] | number> {
    return this.#thread?.send(batch) ?? Promise.reject(toStoppedError())
  }

  migrate(message: object): Promise<string[]> {
    return this.#thread?.migrate(message) ?? Promise.reject(toStoppedError())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#restart
    await this.#thread?.close()
  }

  async #startThread(isChecked = this.options.isChecked): Promise<StartupReport | undefined> {
    const thread = new SqliteThread({ ...this.options, isChecked }, this.onCommit, (error) => {
      this.#onCrash(error)
    })
    const report = await thread.waitUntilOpen()
    this.#thread = thread
    return report
  }

  #onCrash(error: Error): void {
    this.#thread = undefined
    const { role } = this.options
    this.onError(new Error(`the ${role} thread stopped and is replaced: ${error.message}`, { cause: error }))
    this.#restart = this.#replaceThread()
  }

  async #replaceThread(): Promise<void> {
    if (this.#isClosed) return
    try {
      // The log belongs to this process, and the other thread is using it.
      await this.#startThread(false)
    } catch (error) {
      this.onError(error as Error)
      this.#timer = setTimeout(() => {
        this.#restart = this.#replaceThread()
      }, RESTART_MS)
    }
  }
}

interface SqliteOptions {
  path: string
  durability: Durability
  exclusive: boolean
  onCommit: OnCommit
  /** Called with errors that belong to no request, such as the end of a thread. */
  onError: (error: Error) => void
  /** Called with the result of the check of the file; only if the database is opened exclusively. */
  onChecked: (report: StartupReport) => void
}

export const openSqlite = async (options: SqliteOptions): Promise<SqlDriver> => {
  const { path, durability, exclusive, onCommit, onError, onChecked } = options
  createDatabaseFolder(dirname(path))
  const delays = { writer: makeDelayMemory(), reader: makeDelayMemory() }
  // The writer opens first: it creates the file and switches it to WAL, which a read-only connection cannot do.
  const writer = await ThreadSupervisor.start(
    { path, durability, exclusive, role: 'writer', isChecked: exclusive, delayMemory: delays.writer },
    onCommit,
    onError,
  )
  if (writer.report !== undefined) onChecked(writer.report)
  const reader = await ThreadSupervisor.start(
    { path, durability, exclusive: false, role: 'reader', isChecked: false, delayMemory: delays.reader },
    onCommit,
    onError,
  ).catch(async (error: unknown) => {
    await writer.close()
    throw error
  })
  const toRows = (results: Rows[] | number): Rows => (typeof results === 'number' ? [] : (results[0] ?? []))
  /** Counting the pages of a large table takes seconds, so it has a thread of its own. */
  const measureStorage: SqlDriver['measureStorage'] = async () => {
    const options = { path, durability, exclusive: false, role: 'reader', isChecked: false } as const
    const thread = new SqliteThread(options, onCommit, onError)
    await thread.waitUntilOpen()
    try {
      return await measureSqlite(async (statement) => toRows(await thread.send([statement])))
    } finally {
      await thread.close()
    }
  }
  return {
    read: async (statement) => toRows(await reader.send([statement])),
    write: (batch) => writer.send(batch),
    migrate: (migrations, now) => writer.migrate({ migrate: migrations, now }),
    measureStorage,
    getThreadDelays: () => ({
      database_writer: readEventLoopDelay(delays.writer),
      database_reader: readEventLoopDelay(delays.reader),
    }),
    close: async () => {
      // The writer closes last: the last connection moves the WAL into the file, which a read-only one cannot do.
      await reader.close()
      await writer.close()
    },
  }
}
