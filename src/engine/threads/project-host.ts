/**
 * Keeps the project thread up: started where a project has `auth` or an `http.app`, started anew when it dies, replaced when the code
 * changes. While there is none, what needs it is refused, never let through.
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

/** What is served by the app of the project. */
export interface AppEndpoint {
  /** Null: it does not say, so it is given everything. */
  routes: AppRoute[] | null
  /** Undefined: it is not up. */
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

  /** As it was last read. */
  get current(): Project | null {
    return this.project
  }

  /** Where the app passes on what it leaves to us. */
  get loopbackSocket(): string {
    return (this.#loopbackSocket ??= this.#createSocketPath())
  }

  get hasAuth(): boolean {
    return this.project?.auth != null
  }

  /** Undefined: the project has no app. */
  get app(): AppEndpoint | undefined {
    if (this.project?.http.app === undefined) return undefined
    const running = this.#running
    return { routes: this.#routes, socket: running?.isReady === true ? running.appSocket : undefined }
  }

  /** Throws what is wrong with the code of the project. */
  async start(): Promise<void> {
    this.#hasStarted = true
    if (this.project !== null) await this.#startThread(this.project)
  }

  /** What is new takes over when it is up; when it cannot be loaded, what was there stays. */
  async replace(newProject: Project): Promise<void> {
    if (this.#hasStarted) await this.#startThread(newProject)
    this.project = newProject
  }

  async call(message: ProjectRequest): Promise<AuthReply> {
    if (this.#running === undefined) throw new ProjectUnavailable('the code of the project is not running')
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
        // One that never came up is tried again by whoever waits for it.
        if (this.#running === started && started.isReady) this.#restart(reason)
      },
    )
    const started: RunningThread = { thread, appSocket, isReady: false }
    return started
  }

  /** The routes of the one that died hold on until then: what it wrapped must not be reached without it. */
  #restart(reason: string): void {
    this.log.warn({ reason }, 'the thread with the code of the project died and is replaced')
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

  /** In a folder that only we may enter; on Windows under a name that nobody can guess. */
  #createSocketPath(): string {
    const name = newId()
    if (process.platform === 'win32') return `\\\\.\\pipe\\heddle-${name}`
    this.#folder ??= mkdtempSync(join(tmpdir(), 'heddle-'))
    return join(this.#folder, name.slice(-12))
  }
}
