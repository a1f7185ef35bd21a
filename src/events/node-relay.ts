/**
 * Relays bus notifications between nodes over PostgreSQL's LISTEN and NOTIFY: a run was queued, a run was stopped, a run has new
 * events, the outbox has new events. Notifications are batched for a few milliseconds. They are sent after the writes that they
 * report, and the writes do not wait for them.
 */
import type { Database } from '../store/sql/database.js'
import type { NotificationChannel } from '../store/sql/postgres-notifications.js'
import type { Bus, Relay } from './bus.js'

const BATCH_MS = 5
const RETRY_MS = 250
/** Keeps the message below the limit of NOTIFY, 8,000 bytes. */
const MAX_RUNS = 100
/** How often subscribers read the database without a notification, in case one was lost. */
const RESYNC_MS = 30_000

/** The keys are a wire format: during a rolling upgrade, nodes of different versions exchange these messages. */
interface NodeMessage {
  from: string
  queued?: boolean
  outbox?: boolean
  stopped?: string[]
  /** Runs with new events. `lastSeq` is null if it is not known. */
  news?: [runId: string, lastSeq: number | null][]
}

export class NodeRelay implements Relay {
  #channel: NotificationChannel | undefined
  #queued = false
  #outbox = false
  #stopped = new Set<string>()
  #runs = new Map<string, number>()
  #sendTimer: NodeJS.Timeout | undefined
  #resyncTimer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly nodeId: string,
    private readonly onError: (error: Error) => void,
  ) {}

  async start(): Promise<void> {
    this.#channel = await this.db.listen({
      onNotification: (text) => {
        this.#onMessage(JSON.parse(text) as NodeMessage)
      },
      onReconnect: () => {
        this.bus.emitLocalNotificationsLost()
        this.#resyncAll()
      },
      onConnectionLost: this.onError,
    })
    this.bus.setRelay(this)
    this.#resyncTimer = setInterval(() => {
      this.#resyncAll()
    }, RESYNC_MS).unref()
  }

  async stop(): Promise<void> {
    this.bus.setRelay(undefined)
    clearInterval(this.#resyncTimer)
    clearTimeout(this.#sendTimer)
    await this.#send()
    this.#isStopped = true
    await this.#channel?.close()
  }

  relayQueued(): void {
    this.#queued = true
    this.#sendAfter(BATCH_MS)
  }

  relayOutbox(): void {
    this.#outbox = true
    this.#sendAfter(BATCH_MS)
  }

  relayStopped(runId: string): void {
    this.#stopped.add(runId)
    this.#sendAfter(BATCH_MS)
  }

  relayRunEvents(runId: string, lastSeq: number): void {
    this.#runs.set(runId, Math.max(lastSeq, this.#runs.get(runId) ?? 0))
    this.#sendAfter(BATCH_MS)
  }

  #sendAfter(ms: number): void {
    if (this.#isStopped) return
    this.#sendTimer ??= setTimeout(() => {
      this.#sendTimer = undefined
      void this.#send()
    }, ms)
  }

  async #send(): Promise<void> {
    const stopped = [...this.#stopped].slice(0, MAX_RUNS)
    // JSON.stringify turns Infinity into null.
    const changedRuns: NodeMessage['news'] = [...this.#runs].slice(0, MAX_RUNS - stopped.length)
    if (!this.#queued && !this.#outbox && stopped.length === 0 && changedRuns.length === 0) return
    const message: NodeMessage = {
      from: this.nodeId,
      queued: this.#queued,
      outbox: this.#outbox,
      stopped,
      news: changedRuns,
    }
    this.#queued = false
    this.#outbox = false
    for (const runId of stopped) this.#stopped.delete(runId)
    for (const [runId] of changedRuns) this.#runs.delete(runId)
    try {
      await this.#channel?.send(JSON.stringify(message))
    } catch (error) {
      this.onError(error as Error)
      // The next message contains these notifications.
      this.#queued ||= message.queued === true
      this.#outbox ||= message.outbox === true
      for (const runId of stopped) this.#stopped.add(runId)
      for (const [runId, seq] of changedRuns)
        if (!this.#runs.has(runId)) this.#runs.set(runId, seq ?? Infinity)
      this.#sendAfter(RETRY_MS)
      return
    }
    if (this.#stopped.size > 0 || this.#runs.size > 0) this.#sendAfter(0)
  }

  #onMessage({ from, queued, outbox, stopped = [], news: changedRuns = [] }: NodeMessage): void {
    if (from === this.nodeId) return
    if (queued) this.bus.emitLocalQueued()
    if (outbox) this.bus.emitLocalOutbox()
    for (const runId of stopped) this.bus.emitLocalStopped(runId)
    for (const [run_id, lastSeq] of changedRuns)
      this.bus.emitLocalRunEvents({ run_id, last_seq: lastSeq ?? Infinity })
  }

  #resyncAll(): void {
    this.bus.emitLocalQueued()
    for (const run_id of this.bus.subscribedIds()) this.bus.emitLocalRunEvents({ run_id, last_seq: Infinity })
  }
}
