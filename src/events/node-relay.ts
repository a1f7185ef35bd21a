/**
 * Relays bus notifications between nodes over PostgreSQL's LISTEN and NOTIFY: a run was queued, a run was stopped, a run has new
 * events, the outbox has new events. Notifications are batched for a few milliseconds, and longer in a large cluster. They are sent
 * after the writes that they report, and the writes do not wait for them.
 */
import type { Database } from '../store/sql/database.js'
import type { NotificationChannel } from '../store/sql/postgres-notifications.js'
import type { Bus, Deletion, Relay } from './bus.js'
import { adaptWindow, MIN_WINDOW_MS } from './notification-window.js'

const RATE_INTERVAL_MS = 1_000
const RETRY_MS = 250
/** Keeps the message below the limit of NOTIFY, 8,000 bytes: 100 IDs, each of at most 60 bytes. */
const MAX_RUNS = 100
/** The size of a deletion without its IDs, which contains a tenant of up to 128 characters, measured in IDs. */
const DELETION_SIZE = 4
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
  /** Nodes of older versions ignore it. */
  deleted?: Deletion[]
}

export class NodeRelay implements Relay {
  #channel: NotificationChannel | undefined
  #queued = false
  #outbox = false
  #stopped = new Set<string>()
  #runs = new Map<string, number>()
  #deletions: Deletion[] = []
  #sendTimer: NodeJS.Timeout | undefined
  #resyncTimer: NodeJS.Timeout | undefined
  #rateTimer: NodeJS.Timeout | undefined
  #windowMs = MIN_WINDOW_MS
  /** True while a cancellation waits in the shortest window. */
  #isUrgent = false
  /** Notifications of all nodes since the window was last adapted. */
  #received = 0
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
    this.#rateTimer = setInterval(() => {
      this.#windowMs = adaptWindow(this.#windowMs, this.#received / (RATE_INTERVAL_MS / 1_000))
      this.#received = 0
    }, RATE_INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.bus.setRelay(undefined)
    clearInterval(this.#resyncTimer)
    clearInterval(this.#rateTimer)
    clearTimeout(this.#sendTimer)
    await this.#send()
    this.#isStopped = true
    await this.#channel?.close()
  }

  relayQueued(): void {
    this.#queued = true
    this.#sendAfter(this.#windowMs)
  }

  relayOutbox(): void {
    this.#outbox = true
    this.#sendAfter(this.#windowMs)
  }

  relayStopped(runId: string): void {
    this.#stopped.add(runId)
    this.#sendSoon()
  }

  relayRunEvents(runId: string, lastSeq: number): void {
    this.#runs.set(runId, Math.max(lastSeq, this.#runs.get(runId) ?? 0))
    this.#sendAfter(this.#windowMs)
  }

  relayDeleted(deletion: Deletion): void {
    const last = this.#deletions.at(-1)
    if (last?.tenant_id === deletion.tenant_id && last.topic === deletion.topic)
      this.#deletions[this.#deletions.length - 1] = { ...deletion, ids: [...last.ids, ...deletion.ids] }
    else this.#deletions.push(deletion)
    this.#sendAfter(this.#windowMs)
  }

  /** Takes deletions from the queue, up to a size in IDs. */
  #takeDeletions(size: number): Deletion[] {
    const taken: Deletion[] = []
    let free = size
    for (let first = this.#deletions[0]; first && free > DELETION_SIZE; first = this.#deletions[0]) {
      const ids = first.ids.slice(0, free - DELETION_SIZE)
      taken.push({ ...first, ids })
      free -= DELETION_SIZE + ids.length
      if (ids.length === first.ids.length) this.#deletions.shift()
      else this.#deletions[0] = { ...first, ids: first.ids.slice(ids.length) }
    }
    return taken
  }

  #sendAfter(ms: number): void {
    if (this.#isStopped) return
    this.#sendTimer ??= setTimeout(() => {
      this.#sendTimer = undefined
      this.#isUrgent = false
      void this.#send()
    }, ms)
  }

  /** Sends after the shortest window, also if a longer one has begun. */
  #sendSoon(): void {
    if (this.#isUrgent) return
    this.#isUrgent = true
    clearTimeout(this.#sendTimer)
    this.#sendTimer = undefined
    this.#sendAfter(MIN_WINDOW_MS)
  }

  async #send(): Promise<void> {
    const stopped = [...this.#stopped].slice(0, MAX_RUNS)
    // JSON.stringify turns Infinity into null.
    const changedRuns: NodeMessage['news'] = [...this.#runs].slice(0, MAX_RUNS - stopped.length)
    const deleted = this.#takeDeletions(MAX_RUNS - stopped.length - changedRuns.length)
    const isEmpty = stopped.length === 0 && changedRuns.length === 0 && deleted.length === 0
    if (!this.#queued && !this.#outbox && isEmpty) return
    const message: NodeMessage = {
      from: this.nodeId,
      queued: this.#queued,
      outbox: this.#outbox,
      stopped,
      news: changedRuns,
      deleted,
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
      this.#deletions.unshift(...deleted)
      this.#sendAfter(RETRY_MS)
      return
    }
    if (this.#stopped.size > 0 || this.#runs.size > 0 || this.#deletions.length > 0) this.#sendAfter(0)
  }

  #onMessage({
    from,
    queued,
    outbox,
    stopped = [],
    news: changedRuns = [],
    deleted = [],
  }: NodeMessage): void {
    this.#received += 1
    if (from === this.nodeId) return
    if (queued) this.bus.emitLocalQueued()
    if (outbox) this.bus.emitLocalOutbox()
    for (const runId of stopped) this.bus.emitLocalStopped(runId)
    for (const [run_id, lastSeq] of changedRuns)
      this.bus.emitLocalRunEvents({ run_id, last_seq: lastSeq ?? Infinity })
    for (const deletion of deleted) this.bus.emitLocalDeleted(deletion)
  }

  #resyncAll(): void {
    this.bus.emitLocalQueued()
    for (const run_id of this.bus.subscribedIds()) this.bus.emitLocalRunEvents({ run_id, last_seq: Infinity })
  }
}
