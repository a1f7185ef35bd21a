/**
 * Who wants to know what happens, within this process. Everything that goes over the bus is stored already, and may be
 * lost on the way without harm: streams read the store again, workers look into the queue every few seconds.
 */
import { EventEmitter } from 'node:events'
import type { RunEvent } from './run-event.js'
import type { WebhookKey } from '../store/webhooks/webhooks.js'

/** New events of a run; without them only the news that there are some, up to `last_seq`. */
export interface RunNotification {
  run_id: string
  last_seq: number
  events?: RunEvent[] | undefined
  /** It was ended from outside: what is stored of it is all, and may be gone with it. */
  isEnded?: boolean
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
  readonly #subscribers = new Map<string, Set<(news: RunNotification) => void>>()
  readonly #topics = new EventEmitter<Topics>().setMaxListeners(100)
  #relay: Relay | undefined

  /** Other nodes hear of everything that is published here. */
  setRelay(relay: Relay | undefined): void {
    this.#relay = relay
  }

  publishRunEvents(notification: RunNotification): void {
    this.emitLocalRunEvents(notification)
    this.#relay?.relayRunEvents(notification.run_id, notification.last_seq)
  }

  /** A run of this thread has begun: those who follow the thread look for it. */
  publishRunStarted(threadId: string): void {
    this.publishRunEvents({ run_id: threadId, last_seq: Infinity })
  }

  /** `availableAt`: a run that is to start later. */
  publishQueued(availableAt = 0): void {
    this.#topics.emit('queued', availableAt)
    this.#relay?.relayQueued()
  }

  publishOutbox(webhook?: WebhookKey): void {
    // A node that delivers need not call others.
    if (!this.#topics.emit('outbox', webhook)) this.#relay?.relayOutbox()
  }

  publishStopped(runId: string): void {
    this.emitLocalStopped(runId)
    this.#relay?.relayStopped(runId)
  }

  /** Only to those in this process. */
  emitLocalRunEvents(notification: RunNotification): void {
    for (const subscriber of this.#subscribers.get(notification.run_id) ?? []) subscriber(notification)
  }

  emitLocalQueued(): void {
    this.#topics.emit('queued', 0)
  }

  emitLocalStopped(runId: string): void {
    this.#topics.emit('stopped', runId)
    this.emitLocalRunEvents({ run_id: runId, last_seq: Infinity, isEnded: true })
  }

  onQueued(listener: (availableAt: number) => void): () => void {
    this.#topics.on('queued', listener)
    return () => this.#topics.off('queued', listener)
  }

  emitLocalOutbox(): void {
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
  subscribe(runId: string, subscriber: (news: RunNotification) => void): () => void {
    let subscribers = this.#subscribers.get(runId)
    if (subscribers === undefined) this.#subscribers.set(runId, (subscribers = new Set()))
    subscribers.add(subscriber)
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size === 0 && this.#subscribers.get(runId) === subscribers)
        this.#subscribers.delete(runId)
    }
  }

  /** The runs that somebody follows here. */
  subscribedIds(): string[] {
    return [...this.#subscribers.keys()]
  }
}

/** Carries hints to other nodes. */
export interface Relay {
  relayRunEvents(runId: string, lastSeq: number): void
  relayQueued(): void
  relayOutbox(): void
  relayStopped(runId: string): void
}
