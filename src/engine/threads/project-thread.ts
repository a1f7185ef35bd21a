/** One project thread, seen from the main thread. It ends by being stopped, by what the project's code does, or when its beat stops. */
import { Worker } from 'node:worker_threads'
import { environmentWith } from '../../config.js'
import { fromBuild } from '../../platform/package-root.js'
import { FIRST_FREE } from './heartbeat.js'
import { Pulse } from './heartbeat-monitor.js'
import type { Answer, AppRoute, FromProject, ProjectThreadOptions, ToProject } from '../project/protocol.js'

export interface ProjectThreadSettings {
  options: Omit<ProjectThreadOptions, 'shared'>
  env: Record<string, string>
  memoryMb: number
  hangMs: number
}

/** Plain Omit would take from a union what its members do not share. */
export type Message = ToProject extends infer One
  ? One extends { id: number }
    ? Omit<One, 'id'>
    : never
  : never

/** The time that an answer may take. */
const ANSWER_MS = 10_000
const CHECK_MS = 250

/** It is gone, or takes too long. */
export class ProjectUnavailable extends Error {
  override name = 'ProjectUnavailable'
}

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

export class ProjectThread {
  /** What its app answers or wraps, once it is up; rejects when the project cannot be loaded. */
  readonly ready: Promise<AppRoute[] | null>
  readonly #worker: Worker
  readonly #shared = new Int32Array(new SharedArrayBuffer(4 * FIRST_FREE))
  readonly #pulse = new Pulse(this.#shared)
  readonly #waiting = new Map<number, Waiting>()
  readonly #timer: NodeJS.Timeout
  #isReady = false
  #isOver = false
  #lastId = 0
  #checkedAt = performance.now()
  #up: (routes: AppRoute[] | null) => void = () => undefined
  #down: (error: Error) => void = () => undefined

  constructor(
    private readonly settings: ProjectThreadSettings,
    private readonly died: (reason: string) => void,
  ) {
    this.ready = new Promise((up, down) => {
      this.#up = up
      this.#down = down
    })
    this.ready.catch(() => undefined)
    this.#worker = new Worker(fromBuild('project-thread.js'), {
      workerData: { ...settings.options, shared: this.#shared.buffer } satisfies ProjectThreadOptions,
      env: environmentWith(settings.env),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: settings.memoryMb },
    })
    this.#worker.on('message', (message: FromProject) => {
      this.#receive(message)
    })
    this.#worker.on('error', (error: Error) => {
      this.#die(error.message)
    })
    this.#worker.on('exit', () => {
      this.#die('it exited')
    })
    this.#timer = setInterval(() => {
      this.#check()
    }, CHECK_MS).unref()
  }

  ask(message: Message): Promise<Answer> {
    if (this.#isOver) return Promise.reject(new ProjectUnavailable('the code of the project is not running'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new ProjectUnavailable('the code of the project did not answer in time'))
      }, ANSWER_MS).unref()
      this.#waiting.set(id, { resolve, reject, timer })
      this.#worker.postMessage({ ...message, id })
    })
  }

  async stop(): Promise<void> {
    this.#end('it was stopped')
    await this.#worker.terminate()
  }

  #receive(message: FromProject): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.#pulse.excuse()
        this.#up(message.routes)
        break
      case 'failed':
        this.#down(new Error(message.message))
        this.#die(message.message)
        break
      case 'answer': {
        const waiting = this.#waiting.get(message.id)
        this.#waiting.delete(message.id)
        clearTimeout(waiting?.timer)
        waiting?.resolve(message.answer)
      }
    }
  }

  #check(): void {
    const now = performance.now()
    // Whoever was asleep itself cannot tell who hangs.
    const wasAsleep = now - this.#checkedAt > 4 * CHECK_MS
    this.#checkedAt = now
    if (wasAsleep) this.#pulse.excuse()
    else if (!this.#pulse.look() && this.#isReady && this.#pulse.silentMs > this.settings.hangMs)
      this.#die('it hung')
  }

  #die(reason: string): void {
    if (this.#isOver) return
    this.#end(reason)
    void this.#worker.terminate()
    this.died(reason)
  }

  #end(reason: string): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#down(new Error(reason))
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new ProjectUnavailable('the code of the project is being started anew'))
    }
    this.#waiting.clear()
  }
}
