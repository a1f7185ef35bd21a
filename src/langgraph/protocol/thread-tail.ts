/**
 * Follows the events of a thread across its runs: first the stored events after a sequence number, then new ones. All its state can be
 * rebuilt from the database, so any node can serve a thread, before its first run exists and after a restart.
 *
 * Runs of a thread are read one after another, in the order in which they started. The bus notifies of new runs; polling every few
 * seconds covers lost notifications and runs that were removed while they were being followed.
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
  /** Creates the converter for the events of a run, which are passed to it in order. */
  makeConverter: (run: Row<'runs'>, graphName: string) => (event: RunEvent) => ThreadEvent[]
  /** The sequence number of the last event that the reader has. */
  after: number
  /** Returns false if the reader's buffer is full; the reader calls `resume` when it has drained. */
  write: (events: ThreadEvent[]) => boolean
  /** Called after a database error. */
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
  /** The reader's buffer is full, so the next run is not read yet. */
  #isFull = false
  readonly #timer: NodeJS.Timeout
  readonly #unsubscribe: () => void

  constructor(
    private readonly deps: ThreadTailDeps,
    private readonly options: ThreadTailOptions<ThreadEvent>,
  ) {
    // The run of this sequence number may not be completely sent, so it is read again.
    this.#ordinal = runOrdinalFrom(options.after) - 1
    this.#unsubscribe = deps.bus.subscribe(options.thread.thread_id, () => {
      this.#poll()
    })
    this.#timer = setInterval(() => {
      this.#poll()
    }, POLL_MS)
    this.#poll()
  }

  /** The reader can accept more events. */
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

  /** The run may have ended or been removed without a notification. */
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

  /** A method, so that TypeScript does not narrow the field across an await. */
  #hasStopped(): boolean {
    return this.#isStopped
  }
}
