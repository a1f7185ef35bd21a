/**
 * Follows the events of one run: those that are stored, from a given number on, then those that come. It never keeps
 * events for a reader that is slow: it stops listening to the bus and reads the store again from where the reader is.
 */
import type { RunEventStore } from '../store/run-events.js'
import type { Bus, RunNews } from './bus.js'
import { fromEventsRow, isFinalEvent, type RunEvent } from './run-event.js'

const PAGE = 100
/** For a reader that was too slow once. */
const SLOW_PAGE = 5

interface Options {
  bus: Bus
  runEvents: RunEventStore
  run: { tenant_id: string; run_id: string }
  /** The number of the last event that the reader has. */
  after: number
  /** False: the reader has enough for now, and `resume` will be called. */
  write: (events: RunEvent[]) => boolean
  /** The run is over, or the store failed. */
  end: (error?: unknown) => void
}

export class RunTail {
  #position: number
  #page = PAGE
  /** Reading the store; news is not lost meanwhile, because the store is read until it holds no more. */
  #isReading = false
  #isBehind = false
  #isFull = false
  #isOver = false
  readonly #unfollow: () => void

  constructor(private readonly options: Options) {
    this.#position = options.after
    this.#unfollow = options.bus.follow(options.run.run_id, (news) => {
      this.#hear(news)
    })
    void this.#read()
  }

  /** The reader can take more. */
  resume(): void {
    this.#isFull = false
    if (this.#isBehind) void this.#read()
  }

  /** The run is final: once its stored events are read, there will be no more. */
  finish(): void {
    this.#isFinished = true
    void this.#read()
  }
  #isFinished = false

  stop(): void {
    this.#isOver = true
    this.#unfollow()
  }

  #hear({ events }: RunNews): void {
    if (this.#isOver) return
    const next = events?.[0]
    if (this.#isReading || this.#isFull || next === undefined || next.seq > this.#position + 1) {
      this.#isBehind = true
      if (!this.#isReading && !this.#isFull) void this.#read()
      return
    }
    this.#deliver(events ?? [])
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isOver) return
    this.#isReading = true
    try {
      do {
        this.#isBehind = false
        const rows = await this.options.runEvents.listAfter(this.options.run, this.#position, this.#page)
        if (rows.length === this.#page) this.#isBehind = true
        for (const row of rows) this.#deliver(fromEventsRow(row))
      } while (this.#hasMore())
      if (this.#isFinished && !this.#isStopped()) this.#end()
    } catch (error) {
      this.#end(error)
    } finally {
      this.#isReading = false
    }
  }

  /** News comes, and the reader fills up or leaves, while we wait for the store. */
  #hasMore(): boolean {
    return this.#isBehind && !this.#isStopped()
  }

  #isStopped(): boolean {
    return this.#isFull || this.#isOver
  }

  #deliver(events: RunEvent[]): void {
    const fresh = events.filter(({ seq }) => seq > this.#position)
    const last = fresh.at(-1)
    if (last === undefined || this.#isOver) return
    if (this.#isFull) {
      this.#isBehind = true
      return
    }
    this.#position = last.seq
    if (!this.options.write(fresh)) {
      this.#isFull = true
      // What was read beyond this is read again.
      this.#page = SLOW_PAGE
    }
    if (isFinalEvent(last.type)) this.#end()
  }

  #end(error?: unknown): void {
    if (this.#isOver) return
    this.stop()
    this.options.end(error)
  }
}
