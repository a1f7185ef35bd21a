/**
 * One executor thread, seen from the main thread. It ends by being stopped, by what the graphs in it do (an exit, an
 * error, too much memory), or because it is killed when its beat stops: then every execution in it has died.
 */
import { Worker } from 'node:worker_threads'
import { environmentWith } from '../../config.js'
import { fromBuild } from '../../platform/package-root.js'
import type { ItemAnswer, ItemOperation } from '../../schema/store-item.js'
import type { RunFailureCode } from '../../schema/run.js'
import type { CheckpointQuery, StoredCheckpoint } from '../../store/threads/checkpoints.js'
import {
  ENTERED,
  EXTERNAL_MB,
  SLOTS,
  type Completion,
  type CompletionRequest,
  type ExecutorOptions,
  type FromExecutor,
  type Outcome,
  type Records,
  type StartRun,
  type ToExecutor,
} from './executor-protocol.js'
import { NOTICEABLE_MS, Pulse } from './heartbeat-monitor.js'

export type Ended =
  | { records: Records; outcome: Outcome }
  /** `isGuilty`: it was alone there, so it was the one. */
  | { died: string; isGuilty: boolean; isSuspect: boolean }

export interface ExecutionListener {
  records(records: Records): void
  find(query: CheckpointQuery): Promise<StoredCheckpoint[]>
  /** What its nodes want of the long-term store. */
  items(operations: ItemOperation[]): Promise<ItemAnswer[]>
  ended(ended: Ended): void
}

export interface Execution {
  abort(): void
}

export interface ThreadSettings {
  options: Omit<ExecutorOptions, 'shared'>
  memoryMb: number
  hangMs: number
}

const UNRESPONSIVE_MS = 1_000
export const OUT_OF_MEMORY = 'its thread ran out of memory'

interface Asked {
  resolve: (completion: Completion) => void
  reject: (error: Error) => void
}

/** Why a model did not answer, as a run would fail for it. */
export class CompletionFailed extends Error {
  override name = 'CompletionFailed'
  constructor(
    message: string,
    readonly code: RunFailureCode | 'executor_died',
  ) {
    super(message)
  }
}

let lastCompletion = 0

export class ExecutorThread {
  readonly #worker: Worker
  readonly #shared = new Int32Array(new SharedArrayBuffer(4 * SLOTS))
  readonly #pulse = new Pulse(this.#shared)
  readonly #running = new Map<number, ExecutionListener>()
  readonly #asked = new Map<number, Asked>()
  #outgoing: ToExecutor[] = []
  #dead: string | undefined
  #rssAtBeat = 0
  #isReady = false

  constructor(
    private readonly settings: ThreadSettings,
    private readonly ready: () => void,
    private readonly died: (thread: ExecutorThread, reason: string) => void,
  ) {
    const workerData: ExecutorOptions = {
      ...settings.options,
      shared: this.#shared.buffer,
    }
    this.#worker = new Worker(fromBuild('executor-thread.js'), {
      workerData,
      env: environmentWith(settings.options.project?.env ?? {}),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: settings.memoryMb },
    })
    this.#worker.on('message', (messages: FromExecutor[]) => {
      for (const message of messages) this.#receive(message)
    })
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#die(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error.message)
    })
    this.#worker.on('exit', () => {
      this.#die('its thread exited')
    })
  }

  get load(): number {
    return this.#running.size + this.#asked.size
  }

  get wasReady(): boolean {
    return this.#isReady
  }

  /** Whether it is coming up, or answered a moment ago; one that did not is given nothing new. */
  get isResponsive(): boolean {
    if (this.#dead !== undefined) return false
    return !this.#isReady || this.#pulse.silentMs < UNRESPONSIVE_MS
  }

  start(start: StartRun, listener: ExecutionListener): void {
    if (this.#dead !== undefined) {
      listener.ended({ died: this.#dead, isGuilty: false, isSuspect: false })
      return
    }
    this.#running.set(start.execution, listener)
    this.#send({ type: 'start', start })
  }

  complete(request: CompletionRequest): Promise<Completion> {
    if (this.#dead !== undefined) return Promise.reject(new CompletionFailed(this.#dead, 'executor_died'))
    const id = ++lastCompletion
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.#send({ type: 'complete', id, request })
    })
  }

  abort(execution: number): void {
    this.#send({ type: 'abort', execution })
  }

  /** Looked at a few times a second. */
  check(rss: number): void {
    if (Atomics.load(this.#shared, EXTERNAL_MB) > this.settings.memoryMb) {
      this.kill(OUT_OF_MEMORY)
      return
    }
    if (this.#pulse.look() || !this.#isReady) this.#rssAtBeat = rss
    else if (this.#pulse.silentMs > this.settings.hangMs) this.kill('its thread hung')
  }

  /** By how many bytes the process grew since it last answered; 0 if that was just now. */
  growthSince(rss: number): number {
    return this.#dead === undefined && this.#pulse.silentMs > NOTICEABLE_MS ? rss - this.#rssAtBeat : 0
  }

  /** The process has become as large as this by another's doing. */
  acceptGrowth(rss: number): void {
    this.#rssAtBeat = rss
  }

  /** Its silence until now does not count. */
  excuse(): void {
    this.#pulse.excuse()
  }

  kill(reason: string): void {
    this.#die(reason)
  }

  async stop(): Promise<void> {
    this.#dead ??= 'its thread was stopped'
    await this.#worker.terminate()
  }

  #send(message: ToExecutor): void {
    this.#outgoing.push(message)
    if (this.#outgoing.length > 1) return
    setImmediate(() => {
      const messages = this.#outgoing
      this.#outgoing = []
      if (this.#dead === undefined) this.#worker.postMessage(messages)
    })
  }

  #receive(message: FromExecutor): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.ready()
        this.#pulse.excuse()
        break
      case 'records':
        this.#running.get(message.execution)?.records(message.records)
        break
      case 'end': {
        const listener = this.#running.get(message.execution)
        this.#running.delete(message.execution)
        listener?.ended({ records: message.records, outcome: message.outcome })
        break
      }
      case 'completion':
        this.#asked.get(message.id)?.resolve(message.completion)
        this.#asked.delete(message.id)
        break
      case 'incompletion':
        this.#asked.get(message.id)?.reject(new CompletionFailed(message.error.message, message.error.code))
        this.#asked.delete(message.id)
        break
      case 'ask':
        void this.#answer(message.id, async () => {
          return (await this.#running.get(message.execution)?.find(message.query)) ?? []
        })
        break
      case 'items':
        void this.#answer(message.id, async () => {
          const listener = this.#running.get(message.execution)
          if (listener === undefined) throw new Error('the run is over')
          return listener.items(message.operations)
        })
    }
  }

  async #answer(id: number, find: () => Promise<StoredCheckpoint[] | ItemAnswer[]>): Promise<void> {
    try {
      this.#send({ type: 'answer', id, found: await find() })
    } catch (error) {
      this.#send({ type: 'refusal', id, message: (error as Error).message })
    }
  }

  #die(reason: string): void {
    if (this.#dead !== undefined) return
    this.#dead = reason
    void this.#worker.terminate()
    const suspect = Atomics.load(this.#shared, ENTERED)
    const isAlone = this.#running.size === 1
    this.died(this, reason)
    for (const [execution, listener] of this.#running) {
      listener.ended({ died: reason, isGuilty: isAlone, isSuspect: execution === suspect })
    }
    this.#running.clear()
    for (const { reject } of this.#asked.values()) reject(new CompletionFailed(reason, 'executor_died'))
    this.#asked.clear()
  }
}
