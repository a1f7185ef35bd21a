/**
 * Follows the events of one run: those that are stored, from a given number on, then those that come. It never keeps
 * events for a reader that is slow: it stops listening to the bus and reads the store again from where the reader is.
 */
import type { RunEventStore } from '../store/runs/events.js'
import type { Bus, RunNews } from './bus.js'
import { fromEventsRow, isFinalEvent, type RunEvent } from './run-event.js'

/** About what is read and sent at once, and so what a slow reader holds. */
const PAGE_CHARS = 262_144
/** Rows to begin with, until it is known how large they are, and at most. */
const FIRST_ROWS = 4
const MOST_ROWS = 32

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
  #rows = FIRST_ROWS
  /** Reading the store; news is not lost meanwhile, because the store is read until it holds no more. */
  #isReading = false
  #isBehind = false
  #isFull = false
  #isOver = false
  #isFinished = false
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

  stop(): void {
    this.#isOver = true
    this.#unfollow()
  }

  #hear({ events, isOver = false }: RunNews): void {
    if (this.#isOver) return
    this.#isFinished ||= isOver
    const next = events?.[0]
    const isMissing = next === undefined || next.seq > this.#position + 1
    if (this.#isReading || this.#isFull || isMissing || charsOf(events) > PAGE_CHARS) {
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
        const rows = await this.options.runEvents.listAfter(this.options.run, this.#position, this.#rows)
        if (rows.length === this.#rows) this.#isBehind = true
        this.#rows = rowsAfter(rows)
        this.#deliver(rows.flatMap(fromEventsRow))
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
    if (!this.options.write(fresh)) this.#isFull = true
    if (isFinalEvent(last.type)) this.#end()
  }

  #end(error?: unknown): void {
    if (this.#isOver) return
    this.stop()
    this.options.end(error)
  }
}

const charsOf = (events: readonly RunEvent[] = []): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)

/** As many as make a page if they are as large as these. */
const rowsAfter = (rows: readonly { events: string }[]): number => {
  const chars = rows.reduce((sum, { events }) => sum + events.length, 1)
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_CHARS * rows.length) / chars)))
}
