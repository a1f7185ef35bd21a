/**
 * Keeps the project thread running if the project has an `auth` or an `http.app`: restarts it after a crash and replaces it when the code
 * changes. While no thread is running, requests that need it are rejected and never bypass it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.js'
import { newId } from '../../platform/ids.js'
import type { Logger } from '../../platform/log.js'
import type { Project } from '../../project/read-project.js'
import { ProjectThread, ProjectUnavailable, type ProjectRequest } from './project-thread.js'
import type { AuthReply, AppRoute } from '../project/protocol.js'

interface ThreadLimits {
  memoryMb: number
  hangMs: number
}

interface RunningThread {
  thread: ProjectThread
  appSocket: string
  isReady: boolean
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
  #isStopped = false
  #hasStarted = false

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

  /** Throws a ConfigError if the project's code cannot be loaded. */
  async start(): Promise<void> {
    this.#hasStarted = true
    if (this.project !== null) await this.#startThread(this.project)
  }

  /** The new thread takes over when it is ready. If it cannot be loaded, the previous one keeps running. */
  async replace(newProject: Project): Promise<void> {
    if (this.#hasStarted) await this.#startThread(newProject)
    this.project = newProject
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

  async #startThread(project: Project): Promise<void> {
    const previous = this.#running
    if (project.auth === null && project.http.app === undefined) {
      this.#running = undefined
    } else {
      const started = this.#createThread(project)
      try {
        this.#routes = await started.thread.ready
      } catch (error) {
        throw new ConfigError([`langgraph.json: ${(error as Error).message}`])
      }
      started.isReady = true
      this.#running = started
    }
    await previous?.thread.stop()
  }

  #createThread(project: Project): RunningThread {
    const appSocket = this.#createSocketPath()
    const thread = new ProjectThread(
      {
        options: {
          folder: project.folder,
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
    )
    const started: RunningThread = { thread, appSocket, isReady: false }
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
