/**
 * Assigns sequence numbers to the events in the outbox and wakes the senders of the webhooks that are subscribed to them. The bus
 * triggers it. It also polls every second, because bus notifications can be lost: after a crash, or when the notified node is gone.
 */
import type { Topic } from '../store/webhooks/events.js'
import { TENANT_TOPIC, type WebhookKey } from '../store/webhooks/rows.js'
import { isSubscribed, WebhookSender, type SenderDeps } from './sender.js'
import { Slots } from './slots.js'

export interface DispatcherDeps extends Omit<SenderDeps, 'slots'> {
  /** Maximum number of concurrent requests of this node, to all webhooks together. */
  concurrency: number
  /** How long events and deliveries are kept. */
  retentionMs: number
  /** True if other nodes can hold leases in the same database. */
  shared: boolean
}

const POLL_MS = 1_000
/** Minimum time between two numberings. Under load, it batches events: each numbering costs a commit. */
const BATCH_MS = 20
const PURGE_MS = 10 * 60_000

export class Dispatcher {
  readonly #senders = new Map<string, WebhookSender>()
  readonly #slots: Slots
  #timers: NodeJS.Timeout[] = []
  #numbering: Promise<void> | undefined
  #isNumberingRequested = false
  #isStopping = false
  #unsubscribe: () => void = () => undefined

  constructor(private readonly deps: DispatcherDeps) {
    this.#slots = new Slots(deps.concurrency)
  }

  async start(): Promise<void> {
    const { deliveries, bus, shared } = this.deps
    if (!shared) await deliveries.releaseAll()
    this.#unsubscribe = bus.onOutbox((webhook) => {
      this.#requestNumbering()
      if (webhook !== undefined) this.#getSender(webhook).wake()
    })
    this.#timers = [
      setInterval(() => {
        this.#requestNumbering()
        void this.#wakeDueSenders()
      }, POLL_MS),
      setInterval(() => void this.#purge(), PURGE_MS).unref(),
    ]
    this.#requestNumbering()
    await this.#wakeDueSenders()
  }

  /** Stops claiming, and waits up to `graceMs` for the requests in flight. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#unsubscribe()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#numbering
    const allStopped = Promise.all([...this.#senders.values()].map((sender) => sender.stop()))
    const timeout = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
    await Promise.race([allStopped, timeout])
  }

  #requestNumbering(): void {
    this.#isNumberingRequested = true
    if (this.#isStopping) return
    this.#numbering ??= this.#numberEvents().finally(() => {
      this.#numbering = undefined
      if (this.#isNumberingRequested) this.#requestNumbering()
    })
  }

  async #numberEvents(): Promise<void> {
    try {
      while (this.#isNumberingRequested && !this.#isStopping) {
        this.#isNumberingRequested = false
        if (!(await this.deps.webhookEvents.hasUnnumbered())) continue
        const { numbered: newEvents, hasMore } = await this.deps.webhookEvents.assignNumbers()
        this.#isNumberingRequested ||= hasMore
        await this.#wakeSubscribers(newEvents)
        await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
      }
    } catch (error) {
      this.deps.log.warn({ err: error }, 'cannot number webhook events')
    }
  }

  /** Wakes the senders whose webhooks are subscribed to the new events. */
  async #wakeSubscribers(newEvents: (Topic & { event_type: string })[]): Promise<void> {
    const typesByTenant = new Map<string, Set<string>>()
    for (const { tenant_id, topic, event_type } of newEvents) {
      if (topic !== TENANT_TOPIC) this.#getSender({ tenant_id, webhook_id: topic }).onNewEvent()
      else typesByTenant.set(tenant_id, (typesByTenant.get(tenant_id) ?? new Set()).add(event_type))
    }
    for (const [tenant_id, types] of typesByTenant) {
      const subscribers = await this.deps.webhooks.listActive(tenant_id, this.deps.clock.now())
      for (const { webhook_id, events } of subscribers) {
        if ([...types].some((type) => isSubscribed({ topic: TENANT_TOPIC, events }, type)))
          this.#getSender({ tenant_id, webhook_id }).onNewEvent()
      }
    }
  }

  async #wakeDueSenders(): Promise<void> {
    try {
      for (const key of await this.deps.webhooks.listWithBacklog(this.deps.clock.now()))
        this.#getSender(key).wake()
    } catch (error) {
      this.deps.log.warn({ err: error }, 'cannot read webhooks with undelivered events')
    }
  }

  async #purge(): Promise<void> {
    const { webhookEvents, webhooks, clock, retentionMs, log } = this.deps
    try {
      const before = clock.now() - retentionMs
      while (!this.#isStopping && (await webhookEvents.removeBefore(before)));
      await webhooks.removeUnused(before)
      for (const [name, sender] of this.#senders) {
        if (!sender.isIdle) continue
        this.#senders.delete(name)
        await sender.stop()
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot remove old webhook deliveries')
    }
  }

  #getSender(key: WebhookKey): WebhookSender {
    const name = `${key.tenant_id}\n${key.webhook_id}`
    const existing = this.#senders.get(name)
    if (existing !== undefined) return existing
    const sender = new WebhookSender({ ...this.deps, slots: this.#slots }, key)
    this.#senders.set(name, sender)
    return sender
  }
}
