/**
 * Runs checks of texts with patterns and schemas of users in threads, so that the main thread keeps responding. A tenant
 * uses one thread at a time, and tenants take turns. A check that exceeds the deadline ends its thread; the next check
 * starts a new one.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import type { CheckReply, CheckRequest, CheckResults } from './protocol.js'

const MAX_THREADS = 2
/** The largest checks take 1 to 2 s of processor time; the deadline allows for a busy machine. */
const DEADLINE_MS = 20_000
const MAX_QUEUED = 100
const MEMORY_MB = 256
/** A start takes 0.2 s of processor time, most of it for the word lists of the detectors. */
const IDLE_MS = 60_000

interface Options {
  deadlineMs?: number
  /** The file of the thread; tests replace it. */
  file?: string
}

interface Job {
  tenant: string
  request: CheckRequest
  resolve: (result: CheckResults[keyof CheckResults]) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

export class CheckThreads {
  readonly #deadlineMs: number
  readonly #file: string
  readonly #threads = new Set<Thread>()
  /** A tenant moves to the end when one of its jobs starts. */
  readonly #queues = new Map<string, Job[]>()

  constructor({ deadlineMs = DEADLINE_MS, file = resolveBuildFile('check-thread.js') }: Options = {}) {
    this.#deadlineMs = deadlineMs
    this.#file = file
  }

  /**
   * Rejects with `check_timeout` after the deadline. A check of a request is rejected with `service_unavailable` if too
   * many wait; checks in the background always wait.
   */
  run<R extends CheckRequest>(
    tenant: string,
    request: R,
    isInBackground = false,
  ): Promise<CheckResults[R['kind']]> {
    const queue = this.#queues.get(tenant) ?? []
    if (!isInBackground && queue.length >= MAX_QUEUED)
      return Promise.reject(
        new AppError(
          'service_unavailable',
          `${String(MAX_QUEUED)} checks of this tenant are waiting; send fewer checks at the same time`,
        ),
      )
    return new Promise((resolve, reject) => {
      queue.push({ tenant, request, resolve: resolve as Job['resolve'], reject })
      this.#queues.set(tenant, queue)
      this.#startNext()
    })
  }

  async stop(): Promise<void> {
    const waiting = [...this.#queues.values()].flat()
    this.#queues.clear()
    const running = [...this.#threads].flatMap(({ job }) => job ?? [])
    for (const { reject } of [...waiting, ...running])
      reject(new AppError('service_unavailable', 'The service is stopping'))
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)))
  }

  #startNext(): void {
    const thread = [...this.#threads].find(({ job }) => job === undefined)
    if (thread === undefined && this.#threads.size >= MAX_THREADS) return
    const job = this.#takeJob()
    if (job === undefined) return
    this.#start(thread ?? this.#createThread(), job)
    this.#startNext()
  }

  #takeJob(): Job | undefined {
    const busyTenants = new Set([...this.#threads].map(({ job }) => job?.tenant))
    for (const [tenant, queue] of this.#queues) {
      if (busyTenants.has(tenant)) continue
      const job = queue.shift()
      this.#queues.delete(tenant)
      if (queue.length > 0) this.#queues.set(tenant, queue)
      return job
    }
    return undefined
  }

  #start(thread: Thread, job: Job): void {
    clearTimeout(thread.timer)
    thread.job = job
    thread.timer = setTimeout(() => {
      this.#crash(thread, describeTimeout(job.request, this.#deadlineMs))
    }, this.#deadlineMs).unref()
    thread.worker.ref()
    thread.worker.postMessage(job.request)
  }

  #createThread(): Thread {
    const worker = new Worker(this.#file, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    worker.on('message', (reply: CheckReply) => this.#receive(thread, reply))
    worker.on('error', (error: Error) => this.#crash(thread, error))
    worker.on('exit', () => this.#crash(thread, new Error('the check thread exited')))
    this.#threads.add(thread)
    return thread
  }

  #receive(thread: Thread, reply: CheckReply): void {
    const { job } = thread
    if (!this.#threads.has(thread) || job === undefined) return
    thread.job = undefined
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => void this.#end(thread), IDLE_MS).unref()
    thread.worker.unref()
    if ('result' in reply) job.resolve(reply.result)
    else job.reject(new Error(reply.error))
    this.#startNext()
  }

  #crash(thread: Thread, error: Error): void {
    if (!this.#threads.has(thread)) return
    void this.#end(thread)
    thread.job?.reject(error)
    this.#startNext()
  }

  async #end(thread: Thread): Promise<void> {
    clearTimeout(thread.timer)
    this.#threads.delete(thread)
    await thread.worker.terminate()
  }
}

const describeTimeout = (request: CheckRequest, deadlineMs: number): AppError => {
  const subject =
    request.kind === 'guardrails'
      ? `the guardrails ${request.definitions.map(({ name }) => name).join(', ')}`
      : `the criterion ${request.criterion.name}`
  return new AppError(
    'check_timeout',
    `Checking the text with ${subject} took longer than ${String(deadlineMs / 1000)} s; shorten the text or simplify the patterns`,
  )
}
