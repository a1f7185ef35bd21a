/**
 * Tells the other nodes what happened on this one: that a run is queued, that one was stopped, that a run has new events.
 * Hints are gathered for a few milliseconds and sent beside the writes, never before them and never in their way.
 */
import type { Database } from '../store/sql/database.js'
import type { Hints } from '../store/sql/postgres-notifications.js'
import type { Bus, Relay } from './bus.js'

const GATHER_MS = 5
const RETRY_MS = 250
/** A notification holds 8,000 bytes. */
const MAX_RUNS = 100
/** How often followers look by themselves, although nothing seems to be lost. */
const LOOK_MS = 30_000

interface Hint {
  from: string
  queued?: boolean
  outbox?: boolean
  stopped?: string[]
  /** Without a number it is not known. */
  news?: [runId: string, lastSeq: number | null][]
}

export class HintRelay implements Relay {
  #hints: Hints | undefined
  #queued = false
  #outbox = false
  #stopped = new Set<string>()
  #news = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #look: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly nodeId: string,
    private readonly failed: (error: Error) => void,
  ) {}

  async start(): Promise<void> {
    this.#hints = await this.db.listen({
      heard: (text) => {
        this.#hear(JSON.parse(text) as Hint)
      },
      missed: () => {
        this.#lookForAll()
      },
      failed: this.failed,
    })
    this.bus.relayTo(this)
    this.#look = setInterval(() => {
      this.#lookForAll()
    }, LOOK_MS).unref()
  }

  async stop(): Promise<void> {
    this.bus.relayTo(undefined)
    clearInterval(this.#look)
    clearTimeout(this.#timer)
    await this.#send()
    this.#isStopped = true
    await this.#hints?.close()
  }

  queued(): void {
    this.#queued = true
    this.#soon(GATHER_MS)
  }

  outbox(): void {
    this.#outbox = true
    this.#soon(GATHER_MS)
  }

  stopped(runId: string): void {
    this.#stopped.add(runId)
    this.#soon(GATHER_MS)
  }

  news(runId: string, lastSeq: number): void {
    this.#news.set(runId, Math.max(lastSeq, this.#news.get(runId) ?? 0))
    this.#soon(GATHER_MS)
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#send()
    }, ms)
  }

  async #send(): Promise<void> {
    const stopped = [...this.#stopped].slice(0, MAX_RUNS)
    // Infinity becomes null, JSON having no word for it.
    const news: Hint['news'] = [...this.#news].slice(0, MAX_RUNS - stopped.length)
    if (!this.#queued && !this.#outbox && stopped.length === 0 && news.length === 0) return
    const hint: Hint = { from: this.nodeId, queued: this.#queued, outbox: this.#outbox, stopped, news }
    this.#queued = false
    this.#outbox = false
    for (const runId of stopped) this.#stopped.delete(runId)
    for (const [runId] of news) this.#news.delete(runId)
    try {
      await this.#hints?.send(JSON.stringify(hint))
    } catch (error) {
      this.failed(error as Error)
      // The next ones carry what matters of these.
      this.#queued ||= hint.queued === true
      this.#outbox ||= hint.outbox === true
      for (const runId of stopped) this.#stopped.add(runId)
      for (const [runId, seq] of news) if (!this.#news.has(runId)) this.#news.set(runId, seq ?? Infinity)
      this.#soon(RETRY_MS)
      return
    }
    if (this.#stopped.size > 0 || this.#news.size > 0) this.#soon(0)
  }

  #hear({ from, queued, outbox, stopped = [], news = [] }: Hint): void {
    if (from === this.nodeId) return
    if (queued) this.bus.tellQueued()
    if (outbox) this.bus.tellOutbox()
    for (const runId of stopped) this.bus.tellStopped(runId)
    for (const [run_id, lastSeq] of news) this.bus.deliver({ run_id, last_seq: lastSeq ?? Infinity })
  }

  #lookForAll(): void {
    this.bus.tellQueued()
    for (const run_id of this.bus.followed()) this.bus.deliver({ run_id, last_seq: Infinity })
  }
}
