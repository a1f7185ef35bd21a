/**
 * Gives the events of the outbox their numbers and wakes the receivers that they are for. It is woken by what happens and
 * looks by itself every second, in case it was not told: after a crash, or when another node that was told is gone.
 */
import type { Topic } from '../store/webhooks/events.js'
import { PUBLIC, type WebhookKey } from '../store/webhooks/backlog.js'
import { isAskedFor, Receiver, type ReceiverParts } from './sender.js'
import { Slots } from './slots.js'

export interface DispatcherParts extends Omit<ReceiverParts, 'slots'> {
  /** How many this node sends at a time, to all receivers together. */
  concurrency: number
  /** How long events and deliveries are kept. */
  retentionMs: number
  /** Whether other nodes may hold leases. */
  shared: boolean
}

const LOOK_MS = 1_000
/** Under load events are numbered together: each time costs a commit. */
const GATHER_MS = 20
const PURGE_MS = 10 * 60_000

export class Dispatcher {
  readonly #receivers = new Map<string, Receiver>()
  readonly #slots: Slots
  #timers: NodeJS.Timeout[] = []
  #numbering: Promise<void> | undefined
  #isAskedAgain = false
  #isStopping = false
  #unsubscribe: () => void = () => undefined

  constructor(private readonly parts: DispatcherParts) {
    this.#slots = new Slots(parts.concurrency)
  }

  async start(): Promise<void> {
    const { deliveries, bus, shared } = this.parts
    if (!shared) await deliveries.releaseAll()
    this.#unsubscribe = bus.onOutbox((webhook) => {
      this.#number()
      if (webhook !== undefined) this.#receiver(webhook).serve()
    })
    this.#timers = [
      setInterval(() => {
        this.#number()
        void this.#look()
      }, LOOK_MS),
      setInterval(() => void this.#purge(), PURGE_MS).unref(),
    ]
    this.#number()
    await this.#look()
  }

  /** Claims nothing more; what is being sent comes to its end, if that takes no longer. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#unsubscribe()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#numbering
    const ended = Promise.all([...this.#receivers.values()].map((receiver) => receiver.stop()))
    const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
    await Promise.race([ended, late])
  }

  #number(): void {
    this.#isAskedAgain = true
    if (this.#isStopping) return
    this.#numbering ??= this.#numberAll().finally(() => {
      this.#numbering = undefined
      if (this.#isAskedAgain) this.#number()
    })
  }

  async #numberAll(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isStopping) {
        this.#isAskedAgain = false
        if (!(await this.parts.webhookEvents.anyNew())) continue
        const { news, isMore } = await this.parts.webhookEvents.number()
        this.#isAskedAgain ||= isMore
        await this.#wake(news)
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      }
    } catch (error) {
      this.parts.log.warn({ err: error }, 'events for webhooks could not be numbered')
    }
  }

  /** Those that read the topics in which something is new. */
  async #wake(news: (Topic & { event_type: string })[]): Promise<void> {
    const typesOf = new Map<string, Set<string>>()
    for (const { tenant_id, topic, event_type } of news) {
      if (topic !== PUBLIC) this.#receiver({ tenant_id, webhook_id: topic }).hear()
      else typesOf.set(tenant_id, (typesOf.get(tenant_id) ?? new Set()).add(event_type))
    }
    for (const [tenant_id, types] of typesOf) {
      const listening = await this.parts.webhooks.listening(tenant_id, this.parts.clock.now())
      for (const { webhook_id, events } of listening) {
        if ([...types].some((type) => isAskedFor({ topic: PUBLIC, events }, type)))
          this.#receiver({ tenant_id, webhook_id }).hear()
      }
    }
  }

  async #look(): Promise<void> {
    try {
      for (const key of await this.parts.webhooks.behind(this.parts.clock.now())) this.#receiver(key).serve()
    } catch (error) {
      this.parts.log.warn({ err: error }, 'webhooks that are behind could not be looked for')
    }
  }

  async #purge(): Promise<void> {
    const { webhookEvents, webhooks, clock, retentionMs, log } = this.parts
    try {
      const before = clock.now() - retentionMs
      while (!this.#isStopping && (await webhookEvents.removeBefore(before)));
      await webhooks.removeUnused(before)
      for (const [name, receiver] of this.#receivers) {
        if (!receiver.isIdle) continue
        this.#receivers.delete(name)
        await receiver.stop()
      }
    } catch (error) {
      log.warn({ err: error }, 'old deliveries could not be removed')
    }
  }

  #receiver(key: WebhookKey): Receiver {
    const name = `${key.tenant_id}\n${key.webhook_id}`
    const known = this.#receivers.get(name)
    if (known !== undefined) return known
    const receiver = new Receiver({ ...this.parts, slots: this.#slots }, key)
    this.#receivers.set(name, receiver)
    return receiver
  }
}
