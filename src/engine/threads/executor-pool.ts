/**
 * The pool of executor threads. It grows with the load up to a limit and replaces threads that crash. A run
 * that is suspected of having crashed a thread is executed in quarantine, alone in a thread: there it cannot
 * affect other runs, and a second crash identifies it.
 */
import { LRUCache } from 'lru-cache'
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import type { Logger } from '../../platform/log.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { WatchTarget } from '../loading/watch-target.js'
import type { Completion, CompletionRequest, ExecutorProject, StartRun } from './executor-protocol.js'
import { OUT_OF_MEMORY, type HostSettings } from './executor-host.js'
import {
  ExecutorThread,
  type ExecutionEnd,
  type ExecutionHandle,
  type ExecutionListener,
} from './executor-thread.js'
import { Quarantine } from './quarantine.js'

interface PoolSettings extends HostSettings {
  maxThreads: number
}

/** `thread` and `process`: the run is alone in an executor thread of this process, or of a process of its own. */
export type Isolation = 'none' | 'thread' | 'process'

/** Bounds the memory that quarantine takes, however many runs are suspects. */
const MAX_QUARANTINE_THREADS = 16
const MAX_QUARANTINE_PROCESSES = 2

export interface ThreadLoad {
  /** The share of time in which the threads were busy; see #measureUtilization. */
  utilization: number
  /** The share of its memory limit that the fullest thread uses. */
  memoryShare: number
}

/** One version of the project's code. */
interface Generation {
  project: ExecutorProject | null
  /** The files that its threads have loaded or did not find, by path. */
  targets: Map<string, WatchTarget>
  /** The graphs that could be loaded. */
  graphIds: string[]
}

/** Code that has been loaded in a new thread, which takes no runs yet. */
export interface PreparedCode {
  /** What is wrong with each graph; null for a graph that can be used. */
  problems: Map<string, LoadProblem | null>
  /** The old threads take no new runs and stop when their last run ends. */
  use: () => Promise<void>
  /** The current code stays in use. */
  discard: () => Promise<void>
}

/** The values of a conversation that an executor thread keeps in memory. */
interface KeptValues {
  thread: ExecutorThread
  keys: string[]
}

type RunOfThread = Pick<StartRun, 'tenant_id' | 'thread_id'>

/** More than the executor threads have memory for. */
const MAX_CONVERSATIONS = 1_000
/** A run is executed where the values of its conversation are, unless another thread has fewer executions by more than this. */
const MAX_EXTRA_LOAD = 2
const CHECK_MS = 250
/** Below this load a second thread is not worthwhile: executions mostly wait for their models. */
const MIN_LOAD_TO_GROW = 4
const RESTART_DELAY_MS = 1_000
/** More than a thread takes that has loaded LangGraph and a graph (50 MB) and whose young generation is full (48 MB). */
const LOADING_MB = 100

export class ExecutorPool {
  readonly #threads: ExecutorThread[] = []
  readonly #quarantines = {
    thread: new Quarantine(MAX_QUARANTINE_THREADS, (onReady) => this.#createThread(onReady)),
    process: new Quarantine(MAX_QUARANTINE_PROCESSES, (onReady) =>
      this.#createThread(onReady, this.#generation, 'process'),
    ),
  }
  #timer: NodeJS.Timeout | undefined
  #resolveReady: () => void = () => undefined
  readonly #ready = new Promise<void>((resolve) => {
    this.#resolveReady = resolve
  })
  #isStopped = false
  #generation: Generation
  /** The code that was discarded last, while no newer code is in use. */
  #discarded: Generation | undefined
  readonly #warnings = new Set<string>()
  readonly #keptValues = new LRUCache<string, KeptValues>({ max: MAX_CONVERSATIONS })

  /** Threads with old code of the project that still execute runs. */
  readonly #retiring = new Set<ExecutorThread>()
  /** Threads that load new code of the project. */
  readonly #loading = new Set<ExecutorThread>()
  /** Called when threads have loaded further files of the project. */
  onFilesLoaded: () => void = () => undefined
  /** Called a few times a second. */
  onLoad: (load: ThreadLoad) => void = () => undefined
  #lastMainUtilization = performance.eventLoopUtilization()

  constructor(
    private readonly settings: PoolSettings,
    private readonly log: Logger,
  ) {
    this.#generation = { project: settings.options.project, targets: new Map(), graphIds: [] }
  }

  /** Starts the first thread immediately, because loading LangGraph takes longer than most first runs. */
  launch(): void {
    this.#startTimer()
    if (this.#threads.length === 0) this.#addThread()
  }

  #startTimer(): void {
    this.#timer ??= setInterval(() => {
      this.#checkThreads()
    }, CHECK_MS).unref()
  }

  /**
   * Resolves when a thread is ready. A run that is claimed earlier would only wait, and lose an attempt if
   * the process crashed.
   */
  whenReady(): Promise<void> {
    return this.#ready
  }

  get maxThreads(): number {
    return this.settings.maxThreads
  }

  get threadCount(): number {
    return this.#allThreads().length
  }

  /** The delay of the event loop of each thread that executes runs, by number: `executor_1` is the oldest thread. */
  getThreadDelays(): Record<string, EventLoopDelay> {
    return Object.fromEntries(
      this.#threads.flatMap(({ eventLoopDelay }, index) =>
        eventLoopDelay === undefined ? [] : [[`executor_${String(index + 1)}`, eventLoopDelay]],
      ),
    )
  }

  start(start: StartRun, isolation: Isolation, listener: ExecutionListener): ExecutionHandle {
    if (isolation !== 'none') return this.#quarantines[isolation].start(start, listener)
    const thread = this.#pickThread(start)
    thread.start(start, {
      ...listener,
      onEnd: (end) => {
        this.#recordKeptValues(start, thread, end)
        listener.onEnd(end)
      },
    })
    return {
      abort: () => {
        thread.abort(start.executionId)
      },
    }
  }

  /** Lets an idle thread prepare the values that it keeps for a run that is about to be claimed. */
  expectRun(run: RunOfThread): void {
    const kept = this.#findKeptValues(run)
    if (kept?.thread.load === 0) kept.thread.expectRun(run.tenant_id, kept.keys)
  }

  /** Calls a model outside of any run. Throws CompletionError. */
  complete(request: CompletionRequest): Promise<Completion> {
    this.launch()
    return this.#leastLoaded().complete(request)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.all(this.#allThreads().map((thread) => thread.stop()))
  }

  /** Loads all graphs of the project in a new thread. Runs keep using the current code. */
  async prepare(project: ExecutorProject): Promise<PreparedCode> {
    this.#startTimer()
    const generation: Generation = { project, targets: new Map(), graphIds: [] }
    const problems = new Map<string, LoadProblem | null>()
    let waiting = Object.keys(project.graphs)
    let thread = this.#createLoadingThread(generation)
    for (;;) {
      for (const [graphId, problem] of await thread.loadGraphs(waiting)) problems.set(graphId, problem)
      this.#loading.delete(thread)
      if (thread.crashReason === undefined || this.#isStopped) break
      if (!thread.hasStarted) throw new Error(`executor threads cannot start: ${thread.crashReason}`)
      // The graph that ended the thread has a problem now; the others are loaded in the next thread.
      waiting = waiting.filter((graphId) => !problems.has(graphId))
      thread = this.#createLoadingThread(generation)
    }
    generation.graphIds = [...problems].filter(([, problem]) => problem === null).map(([graphId]) => graphId)
    return {
      problems,
      use: () => this.#use(generation, thread),
      discard: async () => {
        this.#discarded = generation
        await thread.stop()
      },
    }
  }

  /** The files of the project that a change of which makes a reload worthwhile. */
  get watchTargets(): WatchTarget[] {
    return [...this.#generation.targets.values(), ...(this.#discarded?.targets.values() ?? [])]
  }

  async #use(generation: Generation, thread: ExecutorThread): Promise<void> {
    this.#generation = generation
    this.#discarded = undefined
    const oldThreads = [
      ...this.#threads.splice(0),
      ...Object.values(this.#quarantines).flatMap((quarantine) => quarantine.detachThreads()),
    ]
    for (const oldThread of oldThreads) this.#retiring.add(oldThread)
    if (thread.crashReason !== undefined) this.#addThread()
    else this.#threads.push(thread)
    await Promise.all(oldThreads.filter(({ load }) => load === 0).map((oldThread) => this.#retire(oldThread)))
  }

  #createLoadingThread(generation: Generation): ExecutorThread {
    const thread = this.#createThread(this.#resolveReady, generation)
    this.#loading.add(thread)
    return thread
  }

  async #retire(thread: ExecutorThread): Promise<void> {
    this.#retiring.delete(thread)
    await thread.stop()
  }

  #allThreads(): ExecutorThread[] {
    const quarantined = Object.values(this.#quarantines).flatMap(({ threads }) => threads)
    return [...this.#threads, ...quarantined, ...this.#retiring, ...this.#loading]
  }

  #pickThread(run: RunOfThread): ExecutorThread {
    const leastLoaded = this.#leastLoaded()
    const kept = this.#findKeptValues(run)
    return kept !== undefined && kept.thread.load <= leastLoaded.load + MAX_EXTRA_LOAD
      ? kept.thread
      : leastLoaded
  }

  #findKeptValues(run: RunOfThread): KeptValues | undefined {
    const kept = this.#keptValues.get(toConversationKey(run))
    const isUsable =
      kept !== undefined &&
      this.#threads.includes(kept.thread) &&
      kept.thread.isResponsive &&
      !kept.thread.isLoading
    return isUsable ? kept : undefined
  }

  #recordKeptValues(run: RunOfThread, thread: ExecutorThread, end: ExecutionEnd): void {
    if (!('keptValues' in end)) return
    this.#keptValues.set(toConversationKey(run), { thread, keys: end.keptValues })
  }

  /**
   * Picks among the responsive threads. If none is responsive, one thread beyond the limit may start, so that
   * new runs need not wait until the stuck thread is killed. A thread that loads code gets no work while another one can take it:
   * loading takes seconds, in which later requests would overtake the waiting one and get a newer state.
   */
  #leastLoaded(): ExecutorThread {
    const responsive = this.#threads.filter((thread) => thread.isResponsive)
    const loaded = responsive.filter((thread) => !thread.isLoading)
    const usable = loaded.length > 0 ? loaded : responsive
    const [first] = usable
    if (first === undefined)
      return this.#threads.length <= this.settings.maxThreads ? this.#addThread() : this.#oldestThread()
    const best = usable.reduce((least, thread) => (thread.load < least.load ? thread : least), first)
    if (best.load >= MIN_LOAD_TO_GROW && responsive.length < this.settings.maxThreads) this.#addThread()
    return best
  }

  #oldestThread(): ExecutorThread {
    return this.#threads[0] ?? this.#addThread()
  }

  /** The thread loads all graphs at once, because its first runs would otherwise wait for that. */
  #addThread(): ExecutorThread {
    const thread = this.#createThread(this.#resolveReady)
    void thread.loadGraphs(this.#generation.graphIds)
    this.#threads.push(thread)
    return thread
  }

  #createThread(
    onReady: () => void,
    generation = this.#generation,
    kind: 'thread' | 'process' = 'thread',
  ): ExecutorThread {
    const onCrash = (thread: ExecutorThread, reason: string): void => {
      // A thread that only loads graphs is not replaced here, and the problem is reported with its graph.
      if (this.#loading.delete(thread)) return
      this.log.warn({ reason, runs: thread.load }, 'executor thread crashed and is replaced')
      for (const quarantine of Object.values(this.#quarantines)) quarantine.removeThread(thread)
      this.#retiring.delete(thread)
      const index = this.#threads.indexOf(thread)
      if (index === -1) return
      this.#threads.splice(index, 1)
      // A thread that never became ready would crash again immediately.
      setTimeout(() => this.#replaceLastThread(), thread.hasStarted ? 0 : RESTART_DELAY_MS).unref()
    }
    const { project, targets } = generation
    const settings = { ...this.settings, options: { ...this.settings.options, project } }
    return new ExecutorThread(settings, kind, onReady, onCrash, this.log, {
      onTargets: (added) => {
        for (const target of added) targets.set(`${target.path}\n${String(target.anyExtension)}`, target)
        this.onFilesLoaded()
      },
      onWarning: (message) => {
        if (!this.#warnings.has(message)) this.log.warn(message)
        this.#warnings.add(message)
      },
    })
  }

  #replaceLastThread(): void {
    if (!this.#isStopped && this.#threads.length === 0) this.#addThread()
  }

  #checkThreads(): void {
    const rss = process.memoryUsage.rss()
    for (const thread of this.#allThreads()) thread.check(rss)
    this.#killGrowingThread(rss)
    this.onLoad({
      utilization: this.#measureUtilization(),
      memoryShare: Math.max(0, ...this.#threads.map(({ memoryShare }) => memoryShare)),
    })
    for (const thread of this.#retiring) if (thread.load === 0) void this.#retire(thread)
    for (const quarantine of Object.values(this.#quarantines)) quarantine.check()
  }

  /**
   * Returns the utilization of the busiest part: the main thread, or the executor thread with the most idle time. Executor threads
   * do not count while another one can be started, or while all of them are stuck and one beyond the limit replaces them.
   */
  #measureUtilization(): number {
    const current = performance.eventLoopUtilization()
    const { utilization: main } = performance.eventLoopUtilization(current, this.#lastMainUtilization)
    this.#lastMainUtilization = current
    const measured = this.#threads.map((thread) => ({ thread, utilization: thread.measureUtilization() }))
    const usable = measured.filter(({ thread }) => thread.hasStarted && thread.isResponsive)
    if (usable.length < this.settings.maxThreads) return main
    return Math.max(main, Math.min(...usable.map(({ utilization }) => utilization)))
  }

  /**
   * V8's heap limit does not count buffers, and a thread that allocates them without a pause cannot report
   * them. Only the growth of the process is visible, so the thread that was silent while the process grew the
   * most is killed. Only one at a time, because the others may have been silent only because they waited for
   * it. Threads that load code also make the process grow; their share is held against none.
   */
  #killGrowingThread(rss: number): void {
    const threads = this.#allThreads().sort(
      (a, b) => b.getGrowthSinceHeartbeat(rss) - a.getGrowthSinceHeartbeat(rss),
    )
    const [fastestGrowing] = threads
    const loadingMb = LOADING_MB * threads.filter(({ isLoading }) => isLoading).length
    const limit = (this.settings.memoryMb + loadingMb) * 1_048_576
    if (fastestGrowing === undefined || fastestGrowing.getGrowthSinceHeartbeat(rss) <= limit) return
    for (const thread of threads) thread.acceptGrowth(rss)
    fastestGrowing.kill(OUT_OF_MEMORY)
  }
}

const toConversationKey = ({ tenant_id, thread_id }: RunOfThread): string => `${tenant_id} ${thread_id}`
