/** Runs an executor in a thread of this process, and watches its heartbeat and its memory. */
import type { EventLoopUtilization } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { buildThreadEnvironment } from '../../config.js'
import { makeDelayMemory, readEventLoopDelay, type EventLoopDelay } from '../../platform/event-loop-delay.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import { YOUNG_GENERATION_MB } from '../../platform/thread-limits.js'
import {
  NOT_RESPONDING,
  OUT_OF_MEMORY,
  type ExecutorHost,
  type HostListener,
  type HostSettings,
} from './executor-host.js'
import {
  EXTERNAL_MB_SLOT,
  HEAP_MB_SLOT,
  LOADING_SLOT,
  LAST_ENTERED_SLOT,
  SLOT_COUNT,
  type ExecutorOptions,
  type FromExecutor,
  type ToExecutor,
} from './executor-protocol.js'
import { HeartbeatMonitor, MIN_SILENCE_MS } from './heartbeat-monitor.js'

/** While a thread loads graphs, its event loop may stop for longer than a run may stop it. */
const LOAD_HANG_MS = 60_000

export class ThreadHost implements ExecutorHost {
  readonly #worker: Worker
  readonly #sharedMemory = new Int32Array(new SharedArrayBuffer(4 * SLOT_COUNT))
  readonly #delayMemory = makeDelayMemory()
  readonly #heartbeat = new HeartbeatMonitor(this.#sharedMemory)
  readonly #memoryMb: number
  readonly #hangMs: number
  #rssAtHeartbeat = 0
  #isReady = false
  #lastUtilization: EventLoopUtilization = { idle: 0, active: 0, utilization: 0 }

  constructor({ options, memoryMb, hangMs }: HostSettings, { onMessages, onCrash }: HostListener) {
    this.#memoryMb = memoryMb
    this.#hangMs = hangMs
    const workerData: ExecutorOptions = {
      ...options,
      sharedMemory: this.#sharedMemory.buffer,
      delayMemory: this.#delayMemory,
    }
    this.#worker = new Worker(resolveBuildFile('executor-thread.js'), {
      workerData,
      env: buildThreadEnvironment(options.project?.env ?? {}),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.#worker.on('message', (messages: FromExecutor[]) => {
      // Loading LangGraph blocks the thread for longer than a run may.
      if (!this.#isReady && messages.some(({ type }) => type === 'ready')) {
        this.#isReady = true
        this.#heartbeat.resetTimer()
        this.#rssAtHeartbeat = process.memoryUsage.rss()
      }
      onMessages(messages)
    })
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      onCrash(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error.message)
    })
    this.#worker.on('exit', () => {
      onCrash('the executor thread exited')
    })
  }

  post(messages: ToExecutor[]): void {
    this.#worker.postMessage(messages)
  }

  terminate(): Promise<unknown> {
    return this.#worker.terminate()
  }

  check(rss: number): string | undefined {
    if (Atomics.load(this.#sharedMemory, EXTERNAL_MB_SLOT) > this.#memoryMb) return OUT_OF_MEMORY
    if (this.#heartbeat.poll() || !this.#isReady) this.#rssAtHeartbeat = rss
    else if (this.#heartbeat.silentMs > this.#allowedSilenceMs) return NOT_RESPONDING
    return undefined
  }

  get #allowedSilenceMs(): number {
    return this.isLoadingGraph ? Math.max(this.#hangMs, LOAD_HANG_MS) : this.#hangMs
  }

  get isLoadingGraph(): boolean {
    return Atomics.load(this.#sharedMemory, LOADING_SLOT) > 0
  }

  get silentMs(): number {
    return this.#heartbeat.silentMs
  }

  measureUtilization(): number {
    const current = this.#worker.performance.eventLoopUtilization()
    const { utilization } = this.#worker.performance.eventLoopUtilization(current, this.#lastUtilization)
    this.#lastUtilization = current
    return utilization
  }

  get memoryShare(): number {
    const megabytes = [HEAP_MB_SLOT, EXTERNAL_MB_SLOT].map((slot) => Atomics.load(this.#sharedMemory, slot))
    return Math.max(...megabytes) / this.#memoryMb
  }

  get eventLoopDelay(): EventLoopDelay {
    return readEventLoopDelay(this.#delayMemory)
  }

  get lastEntered(): number {
    return Atomics.load(this.#sharedMemory, LAST_ENTERED_SLOT)
  }

  getGrowthSinceHeartbeat(rss: number): number {
    return this.#heartbeat.silentMs > MIN_SILENCE_MS ? rss - this.#rssAtHeartbeat : 0
  }

  acceptGrowth(rss: number): void {
    this.#rssAtHeartbeat = rss
  }
}
