/**
 * One executor thread, seen from the main thread. It ends by being stopped, by what the graphs in it do (an exit, an
 * error, too much memory), or because it is killed when its beat stops: then every execution in it has died.
 */
import { Worker } from 'node:worker_threads'
import { buildThreadEnvironment } from '../../config.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import type { StoreItemResult, StoreItemOperation } from '../../schema/store-item.js'
import type { RunFailureCode } from '../../schema/run.js'
import type { CheckpointQuery, StoredCheckpoint } from '../../store/threads/checkpoints.js'
import {
  LAST_ENTERED_SLOT,
  EXTERNAL_MB_SLOT,
  SLOT_COUNT,
  type Completion,
  type CompletionRequest,
  type ExecutorOptions,
  type FromExecutor,
  type GraphOutcome,
  type JournalEntries,
  type StartRun,
  type ToExecutor,
} from './executor-protocol.js'
import { MIN_SILENCE_MS, HeartbeatMonitor } from './heartbeat-monitor.js'

export type ExecutionEnd =
  | { entries: JournalEntries; outcome: GraphOutcome }
  /** `isGuilty`: it was alone there, so it was the one. */
  | { died: string; isCulprit: boolean; isSuspect: boolean }

export interface ExecutionListener {
  onEntries(onEntries: JournalEntries): void
  findCheckpoints(query: CheckpointQuery): Promise<StoredCheckpoint[]>
  /** What its nodes want of the long-term store. */
  performStoreOperations(operations: StoreItemOperation[]): Promise<StoreItemResult[]>
  onEnd(onEnd: ExecutionEnd): void
}

export interface ExecutionHandle {
  abort(): void
}

export interface ThreadSettings {
  options: Omit<ExecutorOptions, 'shared'>
  memoryMb: number
  hangMs: number
}

const UNRESPONSIVE_MS = 1_000
export const OUT_OF_MEMORY = 'its thread ran out of memory'

interface PendingCompletion {
  resolve: (completion: Completion) => void
  reject: (error: Error) => void
}

/** Why a model did not answer, as a run would fail for it. */
export class CompletionError extends Error {
  override name = 'CompletionFailed'
  constructor(
    message: string,
    readonly code: RunFailureCode | 'executor_died',
  ) {
    super(message)
  }
}

let lastCompletionId = 0

export class ExecutorThread {
  readonly #worker: Worker
  readonly #sharedMemory = new Int32Array(new SharedArrayBuffer(4 * SLOT_COUNT))
  readonly #heartbeat = new HeartbeatMonitor(this.#sharedMemory)
  readonly #executions = new Map<number, ExecutionListener>()
  readonly #completions = new Map<number, PendingCompletion>()
  #outgoing: ToExecutor[] = []
  #crashReason: string | undefined
  #rssAtHeartbeat = 0
  #isReady = false

  constructor(
    private readonly settings: ThreadSettings,
    private readonly onReady: () => void,
    private readonly died: (thread: ExecutorThread, reason: string) => void,
  ) {
    const workerData: ExecutorOptions = {
      ...settings.options,
      shared: this.#sharedMemory.buffer,
    }
    this.#worker = new Worker(resolveBuildFile('executor-thread.js'), {
      workerData,
      env: buildThreadEnvironment(settings.options.project?.env ?? {}),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: settings.memoryMb },
    })
    this.#worker.on('message', (messages: FromExecutor[]) => {
      for (const message of messages) this.#receive(message)
    })
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#handleCrash(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error.message)
    })
    this.#worker.on('exit', () => {
      this.#handleCrash('its thread exited')
    })
  }

  get load(): number {
    return this.#executions.size + this.#completions.size
  }

  get hasStarted(): boolean {
    return this.#isReady
  }

  /** Whether it is coming up, or answered a moment ago; one that did not is given nothing new. */
  get isResponsive(): boolean {
    if (this.#crashReason !== undefined) return false
    return !this.#isReady || this.#heartbeat.silentMs < UNRESPONSIVE_MS
  }

  start(start: StartRun, listener: ExecutionListener): void {
    if (this.#crashReason !== undefined) {
      listener.onEnd({ died: this.#crashReason, isCulprit: false, isSuspect: false })
      return
    }
    this.#executions.set(start.execution, listener)
    this.#send({ type: 'start', start })
  }

  complete(request: CompletionRequest): Promise<Completion> {
    if (this.#crashReason !== undefined)
      return Promise.reject(new CompletionError(this.#crashReason, 'executor_died'))
    const id = ++lastCompletionId
    return new Promise((resolve, reject) => {
      this.#completions.set(id, { resolve, reject })
      this.#send({ type: 'complete', id, request })
    })
  }

  abort(execution: number): void {
    this.#send({ type: 'abort', execution })
  }

  /** Looked at a few times a second. */
  check(rss: number): void {
    if (Atomics.load(this.#sharedMemory, EXTERNAL_MB_SLOT) > this.settings.memoryMb) {
      this.kill(OUT_OF_MEMORY)
      return
    }
    if (this.#heartbeat.poll() || !this.#isReady) this.#rssAtHeartbeat = rss
    else if (this.#heartbeat.silentMs > this.settings.hangMs) this.kill('its thread hung')
  }

  /** By how many bytes the process grew since it last answered; 0 if that was just now. */
  getGrowthSinceHeartbeat(rss: number): number {
    return this.#crashReason === undefined && this.#heartbeat.silentMs > MIN_SILENCE_MS
      ? rss - this.#rssAtHeartbeat
      : 0
  }

  /** The process has become as large as this by another's doing. */
  acceptGrowth(rss: number): void {
    this.#rssAtHeartbeat = rss
  }

  /** Its silence until now does not count. */
  resetTimer(): void {
    this.#heartbeat.resetTimer()
  }

  kill(reason: string): void {
    this.#handleCrash(reason)
  }

  async stop(): Promise<void> {
    this.#crashReason ??= 'its thread was stopped'
    await this.#worker.terminate()
  }

  #send(message: ToExecutor): void {
    this.#outgoing.push(message)
    if (this.#outgoing.length > 1) return
    setImmediate(() => {
      const messages = this.#outgoing
      this.#outgoing = []
      if (this.#crashReason === undefined) this.#worker.postMessage(messages)
    })
  }

  #receive(message: FromExecutor): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.onReady()
        this.#heartbeat.resetTimer()
        break
      case 'records':
        this.#executions.get(message.execution)?.onEntries(message.entries)
        break
      case 'end': {
        const listener = this.#executions.get(message.execution)
        this.#executions.delete(message.execution)
        listener?.onEnd({ entries: message.entries, outcome: message.outcome })
        break
      }
      case 'completion':
        this.#completions.get(message.id)?.resolve(message.completion)
        this.#completions.delete(message.id)
        break
      case 'incompletion':
        this.#completions
          .get(message.id)
          ?.reject(new CompletionError(message.error.message, message.error.code))
        this.#completions.delete(message.id)
        break
      case 'ask':
        void this.#replyTo(message.id, async () => {
          return (await this.#executions.get(message.execution)?.findCheckpoints(message.query)) ?? []
        })
        break
      case 'items':
        void this.#replyTo(message.id, async () => {
          const listener = this.#executions.get(message.execution)
          if (listener === undefined) throw new Error('the run is over')
          return listener.performStoreOperations(message.operations)
        })
    }
  }

  async #replyTo(id: number, execute: () => Promise<StoredCheckpoint[] | StoreItemResult[]>): Promise<void> {
    try {
      this.#send({ type: 'answer', id, reply: await execute() })
    } catch (error) {
      this.#send({ type: 'refusal', id, message: (error as Error).message })
    }
  }

  #handleCrash(reason: string): void {
    if (this.#crashReason !== undefined) return
    this.#crashReason = reason
    void this.#worker.terminate()
    const suspectId = Atomics.load(this.#sharedMemory, LAST_ENTERED_SLOT)
    const isOnlyExecution = this.#executions.size === 1
    this.died(this, reason)
    for (const [execution, listener] of this.#executions) {
      listener.onEnd({ died: reason, isCulprit: isOnlyExecution, isSuspect: execution === suspectId })
    }
    this.#executions.clear()
    for (const { reject } of this.#completions.values()) reject(new CompletionError(reason, 'executor_died'))
    this.#completions.clear()
  }
}
