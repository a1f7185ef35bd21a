/** The main-thread side of a database thread (sqlite-thread.ts): sends requests and matches the replies to them. */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import { YOUNG_GENERATION_MB } from '../../platform/thread-limits.js'
import type { OnCommit, Rows } from './driver.js'
import type { ThreadMessage, BatchRequest, ThreadOptions } from './sqlite-protocol.js'
import type { StartupReport } from './startup-check.js'
import type { Statement } from './statement.js'

interface PendingRequest {
  resolve: (results: Rows[] | number) => void
  reject: (error: Error) => void
}

/** One database thread, from its start to its exit. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #opened: Promise<StartupReport | undefined>
  readonly #statementIds = new Map<string, number>()
  readonly #pendingRequests = new Map<number, PendingRequest>()
  #queuedRequests: BatchRequest[] = []
  #lastId = 0
  #isOpen = false
  #fatalError: Error | undefined
  #pendingMigration: { resolve: (names: string[]) => void; reject: (error: unknown) => void } | undefined
  #closed: Promise<void> | undefined

  constructor(
    private readonly options: ThreadOptions,
    private readonly onCommit: OnCommit,
    /** Called once if the thread ends without having been closed after it was open. */
    private readonly onCrash: (error: Error) => void,
  ) {
    this.#worker = new Worker(resolveBuildFile('sqlite-thread.js'), {
      workerData: options,
      // Hides Node 22's warning that its SQLite module is experimental. The flags of the process are not passed on:
      // a worker thread rejects V8 flags, and those apply to the whole process anyway.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.#opened = new Promise((resolve, reject) => {
      this.#worker.once('message', (message: ThreadMessage) => {
        this.#worker.on('message', (next: ThreadMessage) => {
          this.#onMessage(next)
        })
        this.#isOpen = true
        resolve('open' in message ? message.open : undefined)
      })
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => {
        reject(new Error('the database thread exited'))
      })
    })
    this.#worker.on('error', (error) => {
      this.#fail(error)
    })
    this.#worker.on('exit', () => {
      this.#fail(new Error('the database thread exited'))
    })
  }

  /** Returns what the check of the file found. Throws if the database cannot be opened or is damaged. */
  async waitUntilOpen(): Promise<StartupReport | undefined> {
    return this.#opened.catch((error: unknown) => {
      throw new AppError(
        'service_unavailable',
        `${this.options.path}: ${(error as Error).message}`,
        undefined,
        { cause: error },
      )
    })
  }

  send(batch: readonly Statement[]): Promise<Rows[] | number> {
    return new Promise((resolve, reject) => {
      if (this.#fatalError !== undefined) {
        reject(toStoppedError(this.#fatalError))
        return
      }
      const id = ++this.#lastId
      this.#pendingRequests.set(id, { resolve, reject })
      this.#queuedRequests.push({
        id,
        batch: batch.map(({ sql, params, requiresRow, sharesTexts = false }) => {
          const knownStatementId = this.#statementIds.get(sql)
          if (knownStatementId !== undefined)
            return [knownStatementId, undefined, params, requiresRow, sharesTexts]
          const statementId = this.#statementIds.size
          this.#statementIds.set(sql, statementId)
          return [statementId, sql, params, requiresRow, sharesTexts]
        }),
      })
      // One message for all requests of this event loop turn: a message costs more than an insert.
      if (this.#queuedRequests.length === 1)
        setImmediate(() => {
          this.#flush()
        })
    })
  }

  migrate(message: object): Promise<string[]> {
    return new Promise((resolve, reject) => {
      if (this.#fatalError !== undefined) {
        reject(toStoppedError(this.#fatalError))
        return
      }
      this.#pendingMigration = { resolve, reject }
      this.#worker.postMessage(message)
    })
  }

  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#flush()
      if (this.#fatalError !== undefined) {
        resolve()
        return
      }
      this.#worker.once('exit', () => {
        resolve()
      })
      this.#worker.postMessage('close')
    })
    return this.#closed
  }

  #flush(): void {
    if (this.#queuedRequests.length === 0 || this.#fatalError !== undefined) return
    this.#worker.postMessage(this.#queuedRequests)
    this.#queuedRequests = []
  }

  #onMessage(message: ThreadMessage): void {
    if ('open' in message) return
    if ('migrated' in message) {
      this.#pendingMigration?.resolve(message.migrated)
    } else if ('failed' in message) {
      this.#pendingMigration?.reject(message.failed)
    } else {
      if (message.batches) this.onCommit(message.batches, message.seconds ?? 0)
      for (const { id, results, error } of message.replies) {
        const request = this.#pendingRequests.get(id)
        this.#pendingRequests.delete(id)
        if (error === undefined) request?.resolve(results ?? [])
        else request?.reject(Object.assign(new Error(error.message), error))
      }
    }
  }

  #fail(error: Error): void {
    if (this.#fatalError !== undefined) return
    this.#fatalError = error
    // Whether these requests were committed is unknown.
    for (const { reject } of this.#pendingRequests.values()) reject(toStoppedError(error))
    this.#pendingRequests.clear()
    this.#pendingMigration?.reject(toStoppedError(error))
    if (this.#isOpen && this.#closed === undefined) this.onCrash(error)
  }
}

export const toStoppedError = (cause?: Error): AppError =>
  new AppError(
    'service_unavailable',
    'The database thread stopped and is being replaced; try again',
    { reason: 'unavailable' },
    { cause },
  )
