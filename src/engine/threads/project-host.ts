/**
 * Keeps the project thread running if the project has an `auth` or an `http.app`: restarts it after a crash and replaces it when the code
 * changes. While no thread is running, requests that need it are rejected and never bypass it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../platform/ids.js'
import type { Logger } from '../../platform/log.js'
import type { Project } from '../../project/read-project.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { WatchTarget } from '../loading/watch-target.js'
import { ProjectLoadError, ProjectThread, ProjectUnavailable, type ProjectRequest } from './project-thread.js'
import type { AuthReply, AppRoute } from '../project/protocol.js'

interface ThreadLimits {
  memoryMb: number
  hangMs: number
  /** True if the thread reports the files that it loads. */
  reportsFiles: boolean
}

interface RunningThread {
  thread: ProjectThread
  appSocket: string
  isReady: boolean
  /** The files that the thread has loaded or did not find. */
  targets: WatchTarget[]
}

const RETRY_MS = 1_000

/** The routes and the socket of the project's app. */
export interface AppEndpoint {
  /** Null if the app does not list its routes, so it receives every request. */
  routes: AppRoute[] | null
  /** Undefined while the thread is not running. */
  socket: string | undefined
}

export class ProjectHost {
  #folder: string | undefined
  #loopbackSocket: string | undefined
  #running: RunningThread | undefined
  #routes: AppRoute[] | null = []
  /** The thread whose code was loaded last, with or without success. */
  #lastLoaded: RunningThread | undefined
  #isStopped = false
  #hasStarted = false

  /** Called when the thread has loaded further files of the project. */
  onFilesLoaded: () => void = () => undefined

  constructor(
    private project: Project | null,
    private readonly settings: ThreadLimits,
    private readonly log: Logger,
  ) {}

  /** The project as it was last loaded. */
  get current(): Project | null {
    return this.project
  }

  /** The socket to which the app forwards requests that it does not handle. */
  get loopbackSocket(): string {
    return (this.#loopbackSocket ??= this.#createSocketPath())
  }

  get hasAuth(): boolean {
    return this.project?.auth != null
  }

  /** Undefined if the project has no app. */
  get app(): AppEndpoint | undefined {
    if (this.project?.http.app === undefined) return undefined
    const running = this.#running
    return { routes: this.#routes, socket: running?.isReady === true ? running.appSocket : undefined }
  }

  /** Returns what is wrong with the project's code. If there is something, requests that need it are rejected. */
  async start(): Promise<LoadProblem[]> {
    this.#hasStarted = true
    if (this.project === null) return []
    const problems = await this.#startThread(this.project)
    // The routes of an app that cannot be loaded are not known; it may be the one that protects the others.
    if (problems.length > 0 && this.project.http.app !== undefined) this.#routes = null
    return problems
  }

  /** The new thread takes over when it is ready. If there are problems, the previous one keeps running. */
  async replace(newProject: Project): Promise<LoadProblem[]> {
    const problems = this.#hasStarted ? await this.#startThread(newProject) : []
    if (problems.length === 0 || !this.isRunning) this.project = newProject
    return problems
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** The files of the project a change of which makes a reload worthwhile. */
  get watchTargets(): WatchTarget[] {
    return [...new Set([...(this.#running?.targets ?? []), ...(this.#lastLoaded?.targets ?? [])])]
  }

  async call(message: ProjectRequest): Promise<AuthReply> {
    if (this.#running === undefined) throw new ProjectUnavailable('The project thread is not running')
    return this.#running.thread.call(message)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running?.thread.stop()
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  async #startThread(project: Project): Promise<LoadProblem[]> {
    const previous = this.#running
    if (project.auth === null && project.http.app === undefined) {
      this.#running = undefined
    } else {
      const started = (this.#lastLoaded = this.#createThread(project))
      try {
        this.#routes = await started.thread.ready
      } catch (error) {
        if (error instanceof ProjectLoadError) return error.problems
        throw error
      }
      started.isReady = true
      this.#running = started
    }
    await previous?.thread.stop()
    return []
  }

  #createThread(project: Project): RunningThread {
    const appSocket = this.#createSocketPath()
    const thread = new ProjectThread(
      {
        options: {
          folder: project.folder,
          configFile: project.file,
          reportsFiles: this.settings.reportsFiles,
          authPath: project.auth?.path ?? null,
          appPath: project.http.app ?? null,
          appSocket,
          loopbackSocket: this.loopbackSocket,
        },
        env: project.env,
        ...this.settings,
      },
      (reason) => {
        // A thread that fails before it is ready is retried by the caller that waits for it.
        if (this.#running === started && started.isReady) this.#restart(reason)
      },
      (targets) => {
        started.targets.push(...targets)
        this.onFilesLoaded()
      },
      this.log,
    )
    const started: RunningThread = { thread, appSocket, isReady: false, targets: [] }
    return started
  }

  /** The route list of the crashed thread stays in effect until the new one is ready: routes behind its middleware must not be exposed. */
  #restart(reason: string): void {
    this.log.warn({ reason }, 'project thread crashed, restarting it')
    const { project } = this
    if (project === null || this.#isStopped) return
    const started = (this.#running = this.#createThread(project))
    started.thread.ready.then(
      (routes) => {
        started.isReady = true
        if (this.#running === started) this.#routes = routes
      },
      (error: unknown) => {
        setTimeout(() => {
          if (!this.#isStopped && this.#running === started) this.#restart((error as Error).message)
        }, RETRY_MS).unref()
      },
    )
  }

  /** In a folder that only this OS user can access; on Windows, a pipe with an unguessable name. */
  #createSocketPath(): string {
    const name = newId()
    if (process.platform === 'win32') return `\\\\.\\pipe\\heddle-${name}`
    this.#folder ??= mkdtempSync(join(tmpdir(), 'heddle-'))
    return join(this.#folder, name.slice(-12))
  }
}
