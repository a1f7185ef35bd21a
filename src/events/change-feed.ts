/**
 * The changes of one tenant for the streams of this process. It keeps the IDs of the resources that changed last, in order and without their
 * states: a stream that is behind, or that a client resumes, reads the current state of each changed resource once. Of a deleted resource it
 * keeps the state, because nothing is left to read. The feed stays for five minutes after its last stream was closed, so that clients can resume.
 */
import { LRUCache } from 'lru-cache'
import type { ChangeTopic } from '../schema/change.js'
import type { ChangeStore, ResourceState } from '../store/changes/changes.js'
import type { Bus, ChangeHint, Deletion } from './bus.js'

/** The `data` of a frame is JSON. At most four frames are sent in a second. */
const INTERVAL_MS = 250
const KEPT_MS = 5 * 60_000
const MAX_IDS = 10_000

export interface ChangeFrame {
  /** The position after this frame, which a client sends to resume. */
  id: string
  event: 'ready' | 'changes' | 'reset'
  states: ResourceState[]
}

interface LastChange {
  number: number
  /** The state of a resource that was deleted. It may exist again: clients choose the IDs of threads. */
  deleted?: ResourceState | undefined
}

export interface FeedReader {
  topics: ReadonlySet<ChangeTopic>
  /** Returns false if the reader is full; the caller calls `resume` when it drained. */
  write: (frame: ChangeFrame) => boolean
  /** Called if the database cannot be read. The client reconnects. */
  onError: () => void
}

export interface FeedDeps {
  bus: Bus
  changes: ChangeStore
}

export class ChangeFeed {
  /** Distinguishes positions of this feed from those of other processes. */
  readonly #token = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''
  /** The last change of each resource, oldest first. */
  readonly #changed = new Map<string, LastChange>()
  #lastNumber = 0
  /** Changes up to this number may have been forgotten. */
  #forgotten = 0
  readonly #streams = new Set<FeedStream>()
  readonly #unsubscribe: (() => void)[]
  #timer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #sharedRead: { key: string; states: Promise<ResourceState[]> } | undefined

  constructor(
    private readonly deps: FeedDeps,
    private readonly tenantId: string,
    private readonly onIdle: () => void,
  ) {
    this.#unsubscribe = [
      deps.bus.onChanged((hint) => {
        this.#onChanged(hint)
      }),
      deps.bus.onDeleted((deletion) => {
        this.#onDeleted(deletion)
      }),
      deps.bus.onNotificationsLost(() => {
        this.#forgetAll()
      }),
    ]
  }

  get streamCount(): number {
    return this.#streams.size
  }

  /** `after` is the id of the last frame that the client received. */
  open(reader: FeedReader, after: string | undefined): FeedStream {
    clearTimeout(this.#idleTimer)
    const stream = new FeedStream(this, reader, this.#parsePosition(after))
    this.#streams.add(stream)
    stream.pump()
    return stream
  }

  close(stream: FeedStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      this.stop()
      this.onIdle()
    }, KEPT_MS).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#idleTimer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  get lastNumber(): number {
    return this.#lastNumber
  }

  toFrameId(number: number): string {
    return `${this.#token}.${String(number)}`
  }

  /** True if changes after this number are missing. */
  hasForgotten(number: number): boolean {
    return number < this.#forgotten
  }

  /** Streams at the same position share one read. */
  readAfter(number: number): Promise<ResourceState[]> {
    const key = `${String(number)}-${String(this.#lastNumber)}`
    if (this.#sharedRead?.key !== key) {
      this.#sharedRead = { key, states: this.#readStates(number) }
    }
    return this.#sharedRead.states
  }

  async #readStates(number: number): Promise<ResourceState[]> {
    const changed = [...this.#changed].filter(([, change]) => change.number > number)
    const ids = changed.map(([id]) => id)
    const states = await this.deps.changes.listStates(this.tenantId, ids)
    const existing = new Set(states.map(({ topic, id }) => `${topic} ${id}`))
    const deleted = changed.flatMap(([, change]) => change.deleted ?? [])
    return [...states, ...deleted.filter(({ topic, id }) => !existing.has(`${topic} ${id}`))]
  }

  /** Lets all streams send what changed, at most four times a second. */
  schedulePump(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      for (const stream of this.#streams) stream.pump()
    }, INTERVAL_MS)
  }

  #onChanged({ id, tenant_id }: ChangeHint): void {
    if (tenant_id !== undefined && tenant_id !== this.tenantId) return
    this.#record(id, this.#changed.get(id)?.deleted)
  }

  #onDeleted({ tenant_id, topic, ids, at }: Deletion): void {
    if (tenant_id !== this.tenantId) return
    for (const id of ids)
      this.#record(id, { topic, id, part: '', status: 'deleted', updated_at: at, reserved_until: 0 })
  }

  #record(id: string, deleted: ResourceState | undefined): void {
    this.#changed.delete(id)
    this.#changed.set(id, { number: ++this.#lastNumber, deleted })
    if (this.#changed.size > MAX_IDS) this.#forgetOldest()
    if (this.#streams.size > 0) this.schedulePump()
  }

  #forgetOldest(): void {
    const [oldest] = this.#changed
    if (oldest === undefined) return
    this.#changed.delete(oldest[0])
    this.#forgotten = oldest[1].number
  }

  #forgetAll(): void {
    this.#changed.clear()
    this.#forgotten = ++this.#lastNumber
    if (this.#streams.size > 0) this.schedulePump()
  }

  /** Returns -1 for a position of another process, or of a feed that no longer exists. */
  #parsePosition(after: string | undefined): number {
    if (after === undefined) return this.#lastNumber
    const [token, number] = after.split('.')
    return token === this.#token ? Math.min(Number(number), this.#lastNumber) : -1
  }
}

/** The position of one client in a feed. */
export class FeedStream {
  /** The last state of each resource that was sent: a notification does not always mean that the state has changed. */
  readonly #sent = new LRUCache<string, string>({ max: MAX_IDS })
  #isStarted = false
  #isReading = false
  #isFull = false
  #isClosed = false

  constructor(
    private readonly feed: ChangeFeed,
    private readonly reader: FeedReader,
    private position: number,
  ) {}

  resume(): void {
    this.#isFull = false
    this.feed.schedulePump()
  }

  close(): void {
    this.#isClosed = true
    this.feed.close(this)
  }

  /** Sends what changed since the last frame. */
  pump(): void {
    if (this.#isReading || this.#isFull || this.#isClosed) return
    if (this.position < 0 || this.feed.hasForgotten(this.position)) this.#send('reset', this.feed.lastNumber)
    else if (!this.#isStarted) this.#send('ready', this.position)
    this.#isStarted = true
    if (this.position < this.feed.lastNumber) void this.#sendChanges()
  }

  async #sendChanges(): Promise<void> {
    this.#isReading = true
    const target = this.feed.lastNumber
    try {
      const states = await this.feed.readAfter(this.position)
      this.position = target
      const changed = states.filter((state) => this.reader.topics.has(state.topic) && this.#isNew(state))
      if (changed.length > 0) this.#send('changes', target, changed)
    } catch {
      this.reader.onError()
    } finally {
      this.#isReading = false
    }
    if (target < this.feed.lastNumber) this.feed.schedulePump()
  }

  #isNew({ topic, id, part, status, updated_at, reserved_until }: ResourceState): boolean {
    const key = `${topic} ${id} ${part}`
    const state = `${status} ${String(updated_at)} ${String(reserved_until)}`
    if (this.#sent.get(key) === state) return false
    this.#sent.set(key, state)
    return true
  }

  #send(event: ChangeFrame['event'], position: number, states: ResourceState[] = []): void {
    this.position = position
    if (this.#isClosed) return
    this.#isFull = !this.reader.write({ id: this.feed.toFrameId(position), event, states })
  }
}
