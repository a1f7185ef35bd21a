/**
 * Streams the events of one run to a reader: the stored events after a given sequence number, then new events from the bus. It never
 * buffers events for a slow reader. When the reader is full, it ignores the bus, and later reads the database from the position of
 * the reader.
 */
import type { RunEventStore } from '../store/runs/events.js'
import type { Bus, RunNotification } from './bus.js'
import { isFinalEvent, type RunEvent } from './run-event.js'

/** Approximate size of a page, and so of the memory that a slow reader occupies. */
const PAGE_CHARS = 262_144
/** Number of rows in the first page, before the size of the rows is known. */
const INITIAL_ROWS = 4
const MAX_ROWS = 32

interface Options {
  bus: Bus
  runEvents: RunEventStore
  run: { tenant_id: string; run_id: string }
  /** The sequence number of the last event that the reader has received. */
  after: number
  /** Returns false if the reader is full; the caller calls `resume` when it drained. */
  write: (events: RunEvent[]) => boolean
  /** Called when the run has ended, or with the error of the database. */
  onEnd: (error?: unknown) => void
}

export class RunTail {
  #position: number
  #pageSize = INITIAL_ROWS
  /** True while the database is read. The read is repeated if `#behindSeq` is after the last event that it found. */
  #isReading = false
  /** The reader has not got all stored events if its position is before this number, which is infinite if the number is not known. */
  #behindSeq = 0
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

  /** Called when the reader can receive events again. */
  resume(): void {
    this.#isFull = false
    if (this.#behindSeq > this.#position) void this.#read()
  }

  /** Called when the run is final: the stream ends after its stored events. */
  finish(): void {
    this.#isFinished = true
    void this.#read()
  }

  stop(): void {
    this.#isClosed = true
    this.#unsubscribe()
  }

  #onNotification({ events, last_seq, isEnded = false }: RunNotification): void {
    if (this.#isClosed || last_seq <= this.#position) return
    this.#isFinished ||= isEnded
    const next = events?.[0]
    const hasGap = next === undefined || next.seq > this.#position + 1
    if (this.#isReading || this.#isFull || hasGap || countChars(events) > PAGE_CHARS) {
      this.#behindSeq = Math.max(this.#behindSeq, last_seq)
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
        this.#behindSeq = 0
        const rows = await this.options.runEvents.listAfter(this.options.run, this.#position, this.#pageSize)
        if (rows.length === this.#pageSize) this.#behindSeq = Infinity
        const events = rows.flatMap((row) => row.events)
        // An empty page says nothing about the size of rows.
        if (rows.length > 0) this.#pageSize = getNextPageSize(rows.length, countChars(events))
        this.#deliver(events)
      } while (this.#hasMore())
      if (this.#isFinished && !this.#isStopped()) this.#end()
    } catch (error) {
      this.#end(error)
    } finally {
      this.#isReading = false
    }
  }

  /** Notifications arrive, and the reader fills up or disconnects, while the query is running. */
  #hasMore(): boolean {
    return this.#behindSeq > this.#position && !this.#isStopped()
  }

  #isStopped(): boolean {
    return this.#isFull || this.#isClosed
  }

  #deliver(events: RunEvent[]): void {
    for (const page of toPages(events.filter(({ seq }) => seq > this.#position))) {
      if (this.#isClosed) return
      // The rest is read again when the reader has drained, because buffering it would cost memory for each slow reader.
      if (this.#isFull) {
        this.#behindSeq = Infinity
        return
      }
      const last = page.at(-1)
      if (last === undefined) return
      this.#position = last.seq
      if (!this.options.write(page)) this.#isFull = true
      if (isFinalEvent(last.type)) this.#end()
    }
  }

  #end(error?: unknown): void {
    if (this.#isClosed) return
    this.stop()
    this.options.onEnd(error)
  }
}

const countChars = (events: readonly RunEvent[] = []): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)

/** Divides events into pages of at most PAGE_CHARS, or of one event. The rows that were read may be larger than the rows before them. */
const toPages = (events: RunEvent[]): RunEvent[][] => {
  const pages: RunEvent[][] = []
  let chars = Infinity
  for (const event of events) {
    chars += event.text.length
    if (chars > PAGE_CHARS) {
      pages.push([])
      chars = event.text.length
    }
    pages.at(-1)?.push(event)
  }
  return pages
}

/** Estimates how many rows make a page, from the size of the last rows. */
const getNextPageSize = (rowCount: number, chars: number): number =>
  Math.max(1, Math.min(MAX_ROWS, Math.floor((PAGE_CHARS * rowCount) / (chars + 1))))
