/**
 * Notifies the parts of this process, and through a relay the other nodes, of changes that are already committed. Losing a
 * notification is harmless: streams read the events from the database, and workers poll the queue every few seconds.
 */
import { EventEmitter } from 'node:events'
import type { ChangeTopic } from '../schema/change.js'
import type { RunEvent } from './run-event.js'
import type { WebhookKey } from '../store/webhooks/rows.js'

/** New events of a run. Without `events`, subscribers read them from the database, up to `last_seq`. */
export interface RunNotification {
  /** Undefined if it is not known: notifications of other nodes do not contain it. */
  tenant_id?: string | undefined
  run_id: string
  last_seq: number
  events?: RunEvent[] | undefined
  /** True if the run was stopped from outside: no more events follow, and its rows may have been deleted. */
  isEnded?: boolean
}

/** The state of a run, thread, evaluation or delivery may have changed. */
export interface ChangeHint {
  /** Undefined if it is not known. */
  tenant_id?: string | undefined
  id: string
}

/** A run that this process is about to insert. */
export interface ExpectedRun {
  tenant_id: string
  thread_id: string
}

/** Resources that no longer exist. Their rows cannot be read, so the notification contains their topic and their tenant. */
export interface Deletion {
  tenant_id: string
  topic: ChangeTopic
  ids: readonly string[]
  at: number
}

interface Topics {
  /** A run is about to be inserted; it can still be rejected. */
  expected: [run: ExpectedRun]
  /** A run can be claimed. */
  queued: [availableAt: number]
  /** A run was stopped from outside; the worker that executes it can abort. */
  stopped: [runId: string]
  /** The outbox may contain new events; `webhook` is set if they are for a single webhook. */
  outbox: [webhook?: WebhookKey]
  changed: [hint: ChangeHint]
  deleted: [deletion: Deletion]
  /** Notifications of other nodes may have been lost. */
  notificationsLost: []
}

export class Bus {
  readonly #subscribers = new Map<string, Set<(notification: RunNotification) => void>>()
  readonly #topics = new EventEmitter<Topics>().setMaxListeners(0)
  #relay: Relay | undefined

  /** Forwards everything that is published here to other nodes. */
  setRelay(relay: Relay | undefined): void {
    this.#relay = relay
  }

  publishRunEvents(notification: RunNotification): void {
    this.emitLocalRunEvents(notification)
    this.#relay?.relayRunEvents(notification.run_id, notification.last_seq)
  }

  /** Notifies the subscribers of a thread that a run has started in it. */
  publishRunStarted(threadId: string): void {
    this.publishRunEvents({ run_id: threadId, last_seq: Infinity })
  }

  /** Lets this process prepare for a run while the run is being inserted. */
  publishExpected({ tenant_id, thread_id }: ExpectedRun): void {
    this.#topics.emit('expected', { tenant_id, thread_id })
  }

  /** `availableAt`: the time at which a delayed run can be claimed. */
  publishQueued(availableAt = 0): void {
    this.#topics.emit('queued', availableAt)
    this.#relay?.relayQueued()
  }

  publishOutbox(webhook?: WebhookKey): void {
    // If this node delivers webhooks, it need not notify other nodes.
    if (!this.#topics.emit('outbox', webhook)) this.#relay?.relayOutbox()
  }

  publishStopped(runId: string): void {
    this.emitLocalStopped(runId)
    this.#relay?.relayStopped(runId)
  }

  /** Notifies the streams of changes. On the wire it looks like new events of a run, which older nodes ignore. */
  publishChange(tenant_id: string, id: string): void {
    this.#topics.emit('changed', { tenant_id, id })
    this.#relay?.relayRunEvents(id, Infinity)
  }

  /** Notifies the streams of changes, after the commit. */
  publishDeleted(deletion: Deletion): void {
    if (deletion.ids.length === 0) return
    this.emitLocalDeleted(deletion)
    this.#relay?.relayDeleted(deletion)
  }

  emitLocalDeleted(deletion: Deletion): void {
    this.#topics.emit('deleted', deletion)
  }

  /** Notifies only the subscribers in this process. */
  emitLocalRunEvents(notification: RunNotification): void {
    const { tenant_id, run_id, events } = notification
    for (const subscriber of this.#subscribers.get(run_id) ?? []) subscriber(notification)
    if (events === undefined || events.some(({ type }) => type.startsWith('run.')))
      this.#topics.emit('changed', { tenant_id, id: run_id })
  }

  emitLocalNotificationsLost(): void {
    this.#topics.emit('notificationsLost')
  }

  onChanged(listener: (hint: ChangeHint) => void): () => void {
    this.#topics.on('changed', listener)
    return () => this.#topics.off('changed', listener)
  }

  onDeleted(listener: (deletion: Deletion) => void): () => void {
    this.#topics.on('deleted', listener)
    return () => this.#topics.off('deleted', listener)
  }

  onNotificationsLost(listener: () => void): () => void {
    this.#topics.on('notificationsLost', listener)
    return () => this.#topics.off('notificationsLost', listener)
  }

  emitLocalQueued(): void {
    this.#topics.emit('queued', 0)
  }

  emitLocalStopped(runId: string): void {
    this.#topics.emit('stopped', runId)
    this.emitLocalRunEvents({ run_id: runId, last_seq: Infinity, isEnded: true })
  }

  onExpected(listener: (run: ExpectedRun) => void): () => void {
    this.#topics.on('expected', listener)
    return () => this.#topics.off('expected', listener)
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

  /** Subscribes to a run, or to a thread (see `publishRunStarted`). Returns the function that unsubscribes. */
  subscribe(runId: string, subscriber: (notification: RunNotification) => void): () => void {
    let subscribers = this.#subscribers.get(runId)
    if (subscribers === undefined) this.#subscribers.set(runId, (subscribers = new Set()))
    subscribers.add(subscriber)
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size === 0 && this.#subscribers.get(runId) === subscribers)
        this.#subscribers.delete(runId)
    }
  }

  /** The ids of runs and threads with subscribers in this process. */
  subscribedIds(): string[] {
    return [...this.#subscribers.keys()]
  }
}

/** Sends notifications to other nodes. */
export interface Relay {
  relayRunEvents(runId: string, lastSeq: number): void
  relayQueued(): void
  relayOutbox(): void
  relayStopped(runId: string): void
  relayDeleted(deletion: Deletion): void
}
