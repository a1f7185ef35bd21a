/**
 * The built UI of the project. A thread builds it at start and after every reload, so that Tailwind's plugins, which are code of the
 * project, never run on the main thread. Requests wait for the build. A failed build is logged; the previous one stays in use.
 */
import { Worker } from 'node:worker_threads'
import { buildThreadEnvironment } from '../../config.js'
import { AppError } from '../../errors.js'
import { resolveBuildFile } from '../../platform/package-root.js'
import { YOUNG_GENERATION_MB } from '../../platform/thread-limits.js'
import type { Logger } from '../../platform/log.js'
import type { Project } from '../../project/read-project.js'
import type { UiBuild, UiBuildOptions, UiFile } from './protocol.js'

type Builds = ReadonlyMap<string, UiBuild>

interface Deps {
  project: Project | null
  memoryMb: number
  log: Logger
}

/** A build takes about a second; a plugin of the project that never ends must not block requests forever. */
const BUILD_TIMEOUT_MS = 120_000

export class UiBundles {
  /** Called when the list of inputs has changed. */
  onBuilt: () => void = () => undefined
  readonly #memoryMb: number
  readonly #log: Logger
  #project: Project | null
  #builds: Promise<Builds> | undefined
  #inputs: string[] = []
  #worker: Worker | undefined
  #isStopped = false

  constructor({ project, memoryMb, log }: Deps) {
    this.#project = project
    this.#memoryMb = memoryMb
    this.#log = log
  }

  /** The files of the project from which the UI was built last. A change of one of them requires a reload. */
  get inputs(): readonly string[] {
    return this.#inputs
  }

  /** Starts the first build, without waiting for it. */
  start(): void {
    this.#builds ??= this.#build(new Map())
  }

  /** Builds the UI of the changed project, without waiting for it. */
  replace(project: Project): void {
    const previous = this.#builds
    this.#project = project
    if (previous !== undefined) this.#builds = previous.then((builds) => this.#build(builds))
  }

  /** Undefined if the graph has no UI. Throws if its UI cannot be built. */
  async getFiles(graphId: string): Promise<readonly UiFile[] | undefined> {
    this.start()
    const build = (await this.#builds)?.get(graphId)
    if (build === undefined || build.files !== undefined) return build?.files
    throw new AppError(
      'unprocessable_entity',
      `The UI of graph "${graphId}" cannot be built: ${build.problem}`,
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#worker?.terminate()
  }

  async #build(previous: Builds): Promise<Builds> {
    const project = this.#project
    const entries = project?.ui.entries ?? {}
    if (project === null || Object.keys(entries).length === 0 || this.#isStopped) return new Map()
    const builds = await this.#runThread(project).catch((error: unknown): UiBuild[] =>
      Object.keys(entries).map((graphId) => ({
        graphId,
        files: undefined,
        problem: (error as Error).message,
        inputs: [],
      })),
    )
    this.#logFailures(builds, previous)
    const merged = builds.map((build) => withPrevious(build, previous.get(build.graphId)))
    this.#inputs = [...new Set(merged.flatMap(({ inputs }) => inputs))]
    this.onBuilt()
    return new Map(merged.map((build) => [build.graphId, build]))
  }

  #logFailures(builds: UiBuild[], previous: Builds): void {
    if (this.#isStopped) return
    for (const { graphId, files, problem } of builds) {
      const consequence =
        previous.get(graphId)?.files === undefined ? '' : '; the previous build stays in use'
      if (files === undefined)
        this.#log.error(
          `langgraph.json: ui: the UI of graph "${graphId}" cannot be built${consequence}\n${problem}`,
        )
    }
  }

  #runThread({ folder, env, ui }: Project): Promise<UiBuild[]> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(resolveBuildFile('ui-thread.js'), {
        workerData: { folder, ...ui } satisfies UiBuildOptions,
        env: buildThreadEnvironment(env),
        execArgv: [],
        resourceLimits: {
          maxOldGenerationSizeMb: this.#memoryMb,
          maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        },
      })
      this.#worker = worker
      const timer = setTimeout(() => {
        reject(new Error(`the build did not end within ${String(BUILD_TIMEOUT_MS / 1000)} s`))
        void worker.terminate()
      }, BUILD_TIMEOUT_MS).unref()
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => {
        clearTimeout(timer)
        reject(new Error('the thread that builds the UI exited before the build ended'))
      })
    })
  }
}

/** After a failed build, the inputs of the previous build still have to be watched. */
const withPrevious = (build: UiBuild, previous: UiBuild | undefined): UiBuild =>
  build.files !== undefined || previous === undefined
    ? build
    : { ...build, files: previous.files, inputs: [...new Set([...build.inputs, ...previous.inputs])] }
