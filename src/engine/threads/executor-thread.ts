/**
 * One executor thread, on the side of the main thread. It ends when it is stopped, when a graph in it exits,
 * throws outside of any handler or exhausts memory, or when it is killed because its heartbeat stopped. In
 * all cases but a stop, every execution in it ends as crashed.
 */
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import type { Logger } from '../../platform/log.js'
import type { SerializedChunk } from '../../events/serialized-chunk.js'
import type { StoreItemResult, StoreItemOperation } from '../../schema/store-item.js'
import type { RunFailureCode } from '../../schema/run.js'
import type { StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { CheckpointQuery } from '../../store/threads/find-checkpoints.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { WatchTarget } from '../loading/watch-target.js'
import type { ExecutorHost, HostSettings } from './executor-host.js'
import type {
  CompletedExecution,
  Completion,
  CompletionRequest,
  FromExecutor,
  JournalEntries,
  StartRun,
  ToExecutor,
  ValueQuery,
  ValueQueryRows,
} from './executor-protocol.js'
import { groupChunks } from './group-chunks.js'
import { ProcessHost } from './process-host.js'
import { ThreadHost } from './thread-host.js'

export type ExecutionEnd =
  | CompletedExecution
  /** `isCulprit`: this was the only execution in the thread, so it caused the crash. */
  | { crashReason: string; isCulprit: boolean; isSuspect: boolean }

export interface ExecutionListener {
  onEntries(entries: JournalEntries): void
  onChunks(chunks: SerializedChunk[]): void
  findCheckpoints(query: CheckpointQuery): Promise<StoredCheckpoint[]>
  findValues(query: ValueQuery): Promise<ValueQueryRows>
  /** Resolves when all entries that arrived before are stored. */
  awaitEntries?(): Promise<void>
  /** Performs operations of its nodes on the long-term store. */
  performStoreOperations(operations: StoreItemOperation[]): Promise<StoreItemResult[]>
  onEnd(end: ExecutionEnd): void
}

export interface ExecutionHandle {
  abort(): void
}

/** A thread that takes longer to terminate than this is reported. */
const TERMINATION_MS = 10_000
const UNRESPONSIVE_MS = 1_000

interface PendingCompletion {
  resolve: (completion: Completion) => void
  reject: (error: Error) => void
}

/** A failed completion, with the code that a run would fail with. */
export class CompletionError extends Error {
  override name = 'CompletionError'
  constructor(
    message: string,
    readonly code: RunFailureCode | 'executor_crashed',
  ) {
    super(message)
  }
}

/** What a thread reports about the project that it loads. */
export interface ProjectListener {
  onTargets: (targets: WatchTarget[]) => void
  onWarning: (message: string) => void
}

let lastCompletionId = 0

export class ExecutorThread {
  readonly #host: ExecutorHost
  readonly #executions = new Map<number, ExecutionListener>()
  readonly #completions = new Map<number, PendingCompletion>()
  /** The graphs that are being loaded, in the order in which they are loaded. */
  readonly #loads = new Map<string, (problem: LoadProblem | null) => void>()
  #outgoing: ToExecutor[] = []
  #crashReason: string | undefined
  #isReady = false

  constructor(
    private readonly settings: HostSettings,
    kind: 'thread' | 'process',
    private readonly onReady: () => void,
    private readonly onCrash: (thread: ExecutorThread, reason: string) => void,
    private readonly log: Logger,
    private readonly projectListener: ProjectListener,
  ) {
    const Host = kind === 'thread' ? ThreadHost : ProcessHost
    this.#host = new Host(settings, {
      onMessages: (messages) => {
        for (const message of messages) this.#receive(message)
      },
      onCrash: (reason) => {
        this.#handleCrash(reason)
      },
    })
  }

  get load(): number {
    return this.#executions.size + this.#completions.size + this.#loads.size
  }

  get hasStarted(): boolean {
    return this.#isReady
  }

  /**
   * True while it starts and as long as its heartbeat is recent. A thread that is not responsive gets no new
   * work.
   */
  get isResponsive(): boolean {
    if (this.#crashReason !== undefined) return false
    return !this.#isReady || this.#host.silentMs < UNRESPONSIVE_MS
  }

  measureUtilization(): number {
    return this.#host.measureUtilization()
  }

  get eventLoopDelay(): EventLoopDelay | undefined {
    return this.#host.eventLoopDelay
  }

  get memoryShare(): number {
    return this.#host.memoryShare
  }

  start(start: StartRun, listener: ExecutionListener): void {
    if (this.#crashReason !== undefined) {
      listener.onEnd({ crashReason: this.#crashReason, isCulprit: false, isSuspect: false })
      return
    }
    this.#executions.set(start.executionId, listener)
    this.#send({ type: 'start', start })
  }

  /** Announces a run that is likely to be started in this thread. */
  expectRun(tenantId: string, keptValues: string[]): void {
    this.#send({ type: 'expect_run', tenantId, keptValues })
  }

  complete(request: CompletionRequest): Promise<Completion> {
    if (this.#crashReason !== undefined)
      return Promise.reject(new CompletionError(this.#crashReason, 'executor_crashed'))
    const id = ++lastCompletionId
    return new Promise((resolve, reject) => {
      this.#completions.set(id, { resolve, reject })
      this.#send({ type: 'complete', id, request })
    })
  }

  get crashReason(): string | undefined {
    return this.#crashReason
  }

  /**
   * Loads graphs one after the other and resolves with what is wrong with them, by graph ID. If the code of a graph ends the thread, the
   * graphs after it are missing in the result.
   */
  async loadGraphs(graphIds: string[]): Promise<Map<string, LoadProblem | null>> {
    const results = new Map<string, LoadProblem | null>()
    if (graphIds.length === 0 || this.#crashReason !== undefined) return results
    await new Promise<void>((resolve) => {
      for (const graphId of graphIds)
        this.#loads.set(graphId, (problem) => {
          results.set(graphId, problem)
          this.#loads.delete(graphId)
          if (this.#loads.size === 0 || this.#crashReason !== undefined) resolve()
        })
      this.#send({ type: 'load_graphs', graphIds })
    })
    return results
  }

  abort(executionId: number): void {
    this.#send({ type: 'abort', executionId })
  }

  /** Called a few times a second. */
  check(rss: number): void {
    const reason = this.#host.check(rss)
    if (reason !== undefined) this.kill(reason)
  }

  /** True while the process grows because of code that this thread loads: its own, or that of a graph. */
  get isLoading(): boolean {
    if (this.#crashReason !== undefined) return false
    return !this.#isReady || this.#loads.size > 0 || this.#host.isLoadingGraph
  }

  getGrowthSinceHeartbeat(rss: number): number {
    return this.#crashReason === undefined ? this.#host.getGrowthSinceHeartbeat(rss) : 0
  }

  acceptGrowth(rss: number): void {
    this.#host.acceptGrowth(rss)
  }

  kill(reason: string): void {
    this.#handleCrash(reason)
  }

  async stop(): Promise<void> {
    this.#crashReason ??= 'the executor thread was stopped'
    this.#endLoads(this.#crashReason)
    await this.#host.terminate()
  }

  #send(message: ToExecutor): void {
    this.#outgoing.push(message)
    if (this.#outgoing.length > 1) return
    setImmediate(() => {
      const messages = this.#outgoing
      this.#outgoing = []
      if (this.#crashReason === undefined) this.#host.post(messages)
    })
  }

  #receive(message: FromExecutor): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.onReady()
        break
      case 'entries':
        this.#executions.get(message.executionId)?.onEntries(message.entries)
        break
      case 'chunks':
        for (const [executionId, chunks] of groupChunks(message.chunks))
          this.#executions.get(executionId)?.onChunks(chunks)
        break
      case 'end': {
        const { type: _, executionId, ...end } = message
        const listener = this.#executions.get(executionId)
        this.#executions.delete(executionId)
        listener?.onEnd(end)
        break
      }
      case 'completion':
        this.#completions.get(message.id)?.resolve(message.completion)
        this.#completions.delete(message.id)
        break
      case 'completion_failed':
        this.#completions
          .get(message.id)
          ?.reject(new CompletionError(message.error.message, message.error.code))
        this.#completions.delete(message.id)
        break
      case 'graph_loaded':
        this.#loads.get(message.graphId)?.(message.problem)
        break
      case 'watch':
        this.projectListener.onTargets(message.targets)
        break
      case 'project_warning':
        this.projectListener.onWarning(message.message)
        break
      case 'log':
        this.log[message.level](message.fields, message.message)
        break
      case 'find_checkpoints':
        void this.#replyTo(message.id, async () => {
          return (await this.#executions.get(message.executionId)?.findCheckpoints(message.query)) ?? []
        })
        break
      case 'find_values':
        void this.#replyTo(message.id, async () => {
          return (await this.#executions.get(message.executionId)?.findValues(message.query)) ?? []
        })
        break
      case 'await_entries':
        void this.#replyTo(message.id, async () => {
          await this.#executions.get(message.executionId)?.awaitEntries?.()
          return null
        })
        break
      case 'store_operations':
        void this.#replyTo(message.id, async () => {
          const listener = this.#executions.get(message.executionId)
          if (listener === undefined) throw new Error('the execution has ended')
          return listener.performStoreOperations(message.operations)
        })
    }
  }

  async #replyTo(
    id: number,
    execute: () => Promise<StoredCheckpoint[] | ValueQueryRows | StoreItemResult[] | null>,
  ): Promise<void> {
    try {
      this.#send({ type: 'reply', id, reply: await execute() })
    } catch (error) {
      this.#send({ type: 'request_failed', id, message: (error as Error).message })
    }
  }

  #endLoads(reason: string): void {
    const [loading] = this.#loads
    if (loading === undefined) return
    const [graphId, resolve] = loading
    resolve(toCrashProblem(graphId, this.settings.options.project?.graphs[graphId] ?? '', reason))
    this.#loads.clear()
  }

  #terminate(reason: string): void {
    const timer = setTimeout(() => {
      this.log.error(
        { reason },
        'an executor thread cannot be terminated; it keeps a processor core and its memory until the service is restarted',
      )
    }, TERMINATION_MS).unref()
    void this.#host.terminate().finally(() => {
      clearTimeout(timer)
    })
  }

  #handleCrash(reason: string): void {
    if (this.#crashReason !== undefined) return
    this.#crashReason = reason
    this.#terminate(reason)
    const suspectId = this.#host.lastEntered
    const isOnlyExecution = this.#executions.size === 1
    this.onCrash(this, reason)
    this.#endLoads(reason)
    for (const [executionId, listener] of this.#executions) {
      listener.onEnd({
        crashReason: reason,
        isCulprit: isOnlyExecution,
        isSuspect: executionId === suspectId,
      })
    }
    this.#executions.clear()
    for (const { reject } of this.#completions.values())
      reject(new CompletionError(reason, 'executor_crashed'))
    this.#completions.clear()
  }
}

const toCrashProblem = (graphId: string, exportPath: string, reason: string): LoadProblem => ({
  subject: `graph ${graphId}`,
  message: `importing ${exportPath} ended the thread (${reason})`,
  location: null,
  frame: null,
  stack: [],
  fix: 'do not call process.exit() or compute for minutes while the file is imported',
})
