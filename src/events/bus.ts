/**
 * Who wants to know what happens, within this process. Everything that goes over the bus is stored already, and may be
 * lost on the way without harm: streams read the store again, workers look into the queue every few seconds.
 */
import { EventEmitter } from 'node:events'
import type { RunEvent } from './run-event.js'
import type { WebhookKey } from '../store/webhooks/webhooks.js'

/** New events of a run; without them only the news that there are some, up to `last_seq`. */
export interface RunNews {
  run_id: string
  last_seq: number
  events?: RunEvent[] | undefined
  /** It was ended from outside: what is stored of it is all, and may be gone with it. */
  isOver?: boolean
}

interface Topics {
  /** There is something to claim. */
  queued: [availableAt: number]
  /** Somebody ended this run from outside; whoever executes it may stop. */
  stopped: [runId: string]
  /** There may be something to deliver; to this webhook, if it is named. */
  outbox: [webhook?: WebhookKey]
}

export class Bus {
  readonly #readers = new Map<string, Set<(news: RunNews) => void>>()
  readonly #topics = new EventEmitter<Topics>().setMaxListeners(100)
  #relay: Relay | undefined

  /** Other nodes hear of everything that is published here. */
  relayTo(relay: Relay | undefined): void {
    this.#relay = relay
  }

  publish(news: RunNews): void {
    this.deliver(news)
    this.#relay?.news(news.run_id, news.last_seq)
  }

  /** A run of this thread has begun: those who follow the thread look for it. */
  announceBegun(threadId: string): void {
    this.publish({ run_id: threadId, last_seq: Infinity })
  }

  /** `availableAt`: a run that is to start later. */
  announceQueued(availableAt = 0): void {
    this.#topics.emit('queued', availableAt)
    this.#relay?.queued()
  }

  announceOutbox(webhook?: WebhookKey): void {
    // A node that delivers need not call others.
    if (!this.#topics.emit('outbox', webhook)) this.#relay?.outbox()
  }

  announceStopped(runId: string): void {
    this.tellStopped(runId)
    this.#relay?.stopped(runId)
  }

  /** Only to those in this process. */
  deliver(news: RunNews): void {
    for (const reader of this.#readers.get(news.run_id) ?? []) reader(news)
  }

  tellQueued(): void {
    this.#topics.emit('queued', 0)
  }

  tellStopped(runId: string): void {
    this.#topics.emit('stopped', runId)
    this.deliver({ run_id: runId, last_seq: Infinity, isOver: true })
  }

  onQueued(listener: (availableAt: number) => void): () => void {
    this.#topics.on('queued', listener)
    return () => this.#topics.off('queued', listener)
  }

  tellOutbox(): void {
    this.#topics.emit('outbox')
  }

  onOutbox(listener: (webhook?: WebhookKey) => void): () => void {
    this.#topics.on('outbox', listener)
    return () => this.#topics.off('outbox', listener)
  }

  onStopped(listener: (runId: string) => void): () => void {
    this.#topics.on('stopped', listener)
    return () => this.#topics.off('stopped', listener)
  }

  /** Of a run, or of a thread whose runs begin (`announceBegun`). Until the returned function is called. */
  follow(runId: string, reader: (news: RunNews) => void): () => void {
    let readers = this.#readers.get(runId)
    if (readers === undefined) this.#readers.set(runId, (readers = new Set()))
    readers.add(reader)
    return () => {
      readers.delete(reader)
      if (readers.size === 0 && this.#readers.get(runId) === readers) this.#readers.delete(runId)
    }
  }

  /** The runs that somebody follows here. */
  followed(): string[] {
    return [...this.#readers.keys()]
  }
}

/** Carries hints to other nodes. */
export interface Relay {
  news(runId: string, lastSeq: number): void
  queued(): void
  outbox(): void
  stopped(runId: string): void
}
