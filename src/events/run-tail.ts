/**
 * Follows the events of one run: those that are stored, from a given number on, then those that come. It never keeps
 * events for a reader that is slow: it stops listening to the bus and reads the store again from where the reader is.
 */
import type { RunEventStore } from '../store/runs/events.js'
import type { Bus, RunNotification } from './bus.js'
import { parseEventsRow, isFinalEvent, type RunEvent } from './run-event.js'

/** About what is read and sent at once, and so what a slow reader holds. */
const PAGE_CHARS = 262_144
/** Rows to begin with, until it is known how large they are, and at most. */
const INITIAL_ROWS = 4
const MAX_ROWS = 32

interface Options {
  bus: Bus
  runEvents: RunEventStore
  run: { tenant_id: string; run_id: string }
  /** The number of the last event that the reader has. */
  after: number
  /** False: the reader has enough for now, and `resume` will be called. */
  write: (events: RunEvent[]) => boolean
  /** The run is over, or the store failed. */
  onEnd: (error?: unknown) => void
}

export class RunTail {
  #position: number
  #pageSize = INITIAL_ROWS
  /** Reading the store; news is not lost meanwhile, because the store is read until it holds no more. */
  #isReading = false
  #isBehind = false
  #isFull = false
  #isClosed = false
  #isFinished = false
  readonly #unsubscribe: () => void

  constructor(private readonly options: Options) {
    this.#position = options.after
    this.#unsubscribe = options.bus.subscribe(options.run.run_id, (notification) => {
      this.#onNotification(notification)
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
    this.#isClosed = true
    this.#unsubscribe()
  }

  #onNotification({ events, isEnded = false }: RunNotification): void {
    if (this.#isClosed) return
    this.#isFinished ||= isEnded
    const next = events?.[0]
    const hasGap = next === undefined || next.seq > this.#position + 1
    if (this.#isReading || this.#isFull || hasGap || countChars(events) > PAGE_CHARS) {
      this.#isBehind = true
      if (!this.#isReading && !this.#isFull) void this.#read()
      return
    }
    this.#deliver(events ?? [])
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isClosed) return
    this.#isReading = true
    try {
      do {
        this.#isBehind = false
        const rows = await this.options.runEvents.listAfter(this.options.run, this.#position, this.#pageSize)
        if (rows.length === this.#pageSize) this.#isBehind = true
        this.#pageSize = getNextPageSize(rows)
        this.#deliver(rows.flatMap(parseEventsRow))
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
    return this.#isFull || this.#isClosed
  }

  #deliver(events: RunEvent[]): void {
    const newEvents = events.filter(({ seq }) => seq > this.#position)
    const last = newEvents.at(-1)
    if (last === undefined || this.#isClosed) return
    if (this.#isFull) {
      this.#isBehind = true
      return
    }
    this.#position = last.seq
    if (!this.options.write(newEvents)) this.#isFull = true
    if (isFinalEvent(last.type)) this.#end()
  }

  #end(error?: unknown): void {
    if (this.#isClosed) return
    this.stop()
    this.options.onEnd(error)
  }
}

const countChars = (events: readonly RunEvent[] = []): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)

/** As many as make a page if they are as large as these. */
const getNextPageSize = (rows: readonly { events: string }[]): number => {
  const chars = rows.reduce((sum, { events }) => sum + events.length, 1)
  return Math.max(1, Math.min(MAX_ROWS, Math.floor((PAGE_CHARS * rows.length) / chars)))
}
