/**
 * Follows what happens in a thread, across its runs: those that there were, from a given number on, then those that begin. It
 * holds nothing that others do not find in the store, so any node can serve it, before a run exists and after a restart.
 *
 * Runs of a thread are told one after another, in the order in which they began. That one has begun is heard on the bus; a look
 * every few seconds makes up for news that is lost, and for a run that was removed while it was followed.
 */
import type { Bus } from '../../events/bus.js'
import type { RunEvent } from '../../events/run-event.js'
import { RunTail } from '../../events/run-tail.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { RunOrdinalStore } from '../../store/runs/ordinals.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { runOrdinalFrom } from './protocol-event.js'

export interface ThreadTailDeps {
  bus: Bus
  runStore: RunStore
  runOrder: RunOrdinalStore
  runEvents: RunEventStore
  assistantStore: AssistantStore
}

export interface ThreadKey {
  tenant_id: string
  thread_id: string
}

interface ThreadTailOptions<ThreadEvent> {
  thread: ThreadKey
  /** What the events of a run are told as, in their order. */
  makeConverter: (run: Row<'runs'>, graphName: string) => (event: RunEvent) => ThreadEvent[]
  /** The number of the last event that the reader has. */
  after: number
  /** False: the reader has enough for now, and `resume` will be called. */
  write: (events: ThreadEvent[]) => boolean
  /** The store failed. */
  end: () => void
}

const POLL_MS = 3_000

export class ThreadTail<ThreadEvent extends { seq: number }> {
  #ordinal: number
  #run: Row<'runs'> | undefined
  #tail: RunTail | undefined
  #isPolling = false
  #isPollRequested = false
  #isStopped = false
  /** The reader has enough; the next run waits. */
  #isFull = false
  readonly #timer: NodeJS.Timeout
  readonly #unsubscribe: () => void

  constructor(
    private readonly deps: ThreadTailDeps,
    private readonly options: ThreadTailOptions<ThreadEvent>,
  ) {
    // Its run may not be told to its end.
    this.#ordinal = runOrdinalFrom(options.after) - 1
    this.#unsubscribe = deps.bus.subscribe(options.thread.thread_id, () => {
      this.#poll()
    })
    this.#timer = setInterval(() => {
      this.#poll()
    }, POLL_MS)
    this.#poll()
  }

  /** The reader can take more. */
  resume(): void {
    this.#isFull = false
    if (this.#tail === undefined) this.#poll()
    else this.#tail.resume()
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#unsubscribe()
    this.#tail?.stop()
  }

  #poll(): void {
    if (this.#isPolling) {
      this.#isPollRequested = true
      return
    }
    if (this.#isFull && this.#run === undefined) return
    this.#isPolling = true
    const poll = this.#run === undefined ? this.#findNext() : this.#checkRun(this.#run)
    poll
      .catch(() => {
        if (this.#isStopped) return
        this.stop()
        this.options.end()
      })
      .finally(() => {
        this.#isPolling = false
        const shouldPollAgain = this.#isPollRequested
        this.#isPollRequested = false
        if (shouldPollAgain && !this.#isStopped) this.#poll()
      })
  }

  async #findNext(): Promise<void> {
    const { runOrder, assistantStore } = this.deps
    const run = await runOrder.getNextAfter(this.options.thread, this.#ordinal)
    if (run === undefined || this.#isStopped) return
    const assistant = await assistantStore.get(run)
    if (!this.#hasStopped()) this.#follow(run, assistant?.graph_id ?? 'root')
  }

  /** It may be over, or gone, without our having heard of it. */
  async #checkRun(run: Row<'runs'>): Promise<void> {
    const currentRun = await this.deps.runStore.get(run)
    if (this.#run !== run) return
    if (currentRun === undefined) this.#continueWithNextRun()
    else if (isFinal(currentRun.status)) this.#tail?.finish()
  }

  #follow(run: Row<'runs'>, graphName: string): void {
    const { bus, runEvents } = this.deps
    const { after, write, makeConverter } = this.options
    const convert = makeConverter(run, graphName)
    this.#run = run
    this.#tail = new RunTail({
      bus,
      runEvents,
      run,
      after: 0,
      write: (events) => {
        const threadEvents = events.flatMap(convert).filter(({ seq }) => seq > after)
        this.#isFull = threadEvents.length > 0 && !write(threadEvents)
        return !this.#isFull
      },
      onEnd: (error) => {
        if (error === undefined) {
          this.#continueWithNextRun()
          return
        }
        this.stop()
        this.options.end()
      },
    })
    if (isFinal(run.status)) this.#tail.finish()
  }

  #continueWithNextRun(): void {
    this.#tail?.stop()
    this.#ordinal = this.#run?.ordinal ?? this.#ordinal
    this.#run = undefined
    this.#tail = undefined
    if (!this.#isStopped) this.#poll()
  }

  /** Asked after a wait, in which it may have been. */
  #hasStopped(): boolean {
    return this.#isStopped
  }
}
