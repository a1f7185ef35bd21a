/** The main-thread side of one project thread. It ends when it is stopped, when the project's code ends it, or when its heartbeat stops. */
import { Worker } from 'node:worker_threads'
import { buildThreadEnvironment } from '../../config.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import { YOUNG_GENERATION_MB } from '../../platform/thread-limits.js'
import type { Logger } from '../../platform/log.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { WatchTarget } from '../loading/watch-target.js'
import { FIRST_FREE_SLOT } from './heartbeat.js'
import { HeartbeatMonitor } from './heartbeat-monitor.js'
import type {
  AuthReply,
  AppRoute,
  FromProject,
  ProjectThreadOptions,
  ToProject,
} from '../project/protocol.js'

export interface ProjectThreadSettings {
  options: Omit<ProjectThreadOptions, 'shared'>
  env: Record<string, string>
  memoryMb: number
  hangMs: number
}

/** Distributes Omit over the union, because a plain Omit would keep only the common fields. */
export type ProjectRequest = ToProject extends infer Variant
  ? Variant extends { id: number }
    ? Omit<Variant, 'id'>
    : never
  : never

const REPLY_TIMEOUT_MS = 10_000
const CHECK_MS = 250

/** The project thread is not running or did not reply in time. */
export class ProjectUnavailable extends Error {
  override name = 'ProjectUnavailable'
}

/** The project's auth or app cannot be loaded. */
export class ProjectLoadError extends Error {
  override name = 'ProjectLoadError'
  constructor(readonly problems: LoadProblem[]) {
    super(problems.map(({ subject, message }) => `${subject}: ${message}`).join('; '))
  }
}

interface PendingCall {
  resolve: (reply: AuthReply) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

export class ProjectThread {
  /** Resolves with the routes of the app when the thread is ready; rejects with a ProjectLoadError if the project cannot be loaded. */
  readonly ready: Promise<AppRoute[] | null>
  readonly #worker: Worker
  readonly #shared = new Int32Array(new SharedArrayBuffer(4 * FIRST_FREE_SLOT))
  readonly #heartbeat = new HeartbeatMonitor(this.#shared)
  readonly #pendingCalls = new Map<number, PendingCall>()
  readonly #timer: NodeJS.Timeout
  #isReady = false
  #hasEnded = false
  #lastId = 0
  #resolveReady: (routes: AppRoute[] | null) => void = () => undefined
  #rejectReady: (error: Error) => void = () => undefined

  constructor(
    private readonly settings: ProjectThreadSettings,
    private readonly onCrash: (reason: string) => void,
    private readonly onTargets: (targets: WatchTarget[]) => void,
    private readonly log: Logger,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve
      this.#rejectReady = reject
    })
    this.ready.catch(() => undefined)
    this.#worker = new Worker(resolveBuildFile('project-thread.js'), {
      workerData: { ...settings.options, shared: this.#shared.buffer } satisfies ProjectThreadOptions,
      env: buildThreadEnvironment(settings.env),
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    })
    this.#worker.on('message', (message: FromProject) => {
      this.#receive(message)
    })
    this.#worker.on('error', (error: Error) => {
      this.#crash(error.message)
    })
    this.#worker.on('exit', () => {
      this.#crash('exited')
    })
    this.#timer = setInterval(() => {
      this.#check()
    }, CHECK_MS).unref()
  }

  call(message: ProjectRequest): Promise<AuthReply> {
    if (this.#hasEnded) return Promise.reject(new ProjectUnavailable('The project thread is not running'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pendingCalls.delete(id)
        reject(new ProjectUnavailable('The project thread did not reply in time'))
      }, REPLY_TIMEOUT_MS).unref()
      this.#pendingCalls.set(id, { resolve, reject, timer })
      this.#worker.postMessage({ ...message, id })
    })
  }

  async stop(): Promise<void> {
    this.#end('stopped')
    await this.#worker.terminate()
  }

  #receive(message: FromProject): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.#heartbeat.resetTimer()
        this.#resolveReady(message.routes)
        break
      case 'failed':
        this.#rejectReady(new ProjectLoadError(message.problems))
        this.#crash('the project cannot be loaded')
        break
      case 'watch':
        this.onTargets(message.targets)
        break
      case 'log':
        this.log[message.level](message.fields, message.message)
        break
      case 'reply': {
        const pendingCall = this.#pendingCalls.get(message.id)
        this.#pendingCalls.delete(message.id)
        clearTimeout(pendingCall?.timer)
        pendingCall?.resolve(message.reply)
      }
    }
  }

  #check(): void {
    if (!this.#heartbeat.poll() && this.#isReady && this.#heartbeat.silentMs > this.settings.hangMs)
      this.#crash('heartbeat stopped')
  }

  #crash(reason: string): void {
    if (this.#hasEnded) return
    this.#end(reason)
    void this.#worker.terminate()
    this.onCrash(reason)
  }

  #end(reason: string): void {
    this.#hasEnded = true
    clearInterval(this.#timer)
    this.#rejectReady(new ProjectLoadError([toCrashProblem(reason)]))
    for (const { reject, timer } of this.#pendingCalls.values()) {
      clearTimeout(timer)
      reject(new ProjectUnavailable('The project thread is restarting'))
    }
    this.#pendingCalls.clear()
  }
}

const toCrashProblem = (reason: string): LoadProblem => ({
  subject: 'code of auth.path and http.app',
  message: `it ended the thread that loaded it (${reason})`,
  location: null,
  frame: null,
  stack: [],
  fix: 'do not call process.exit() while the file is imported',
})
