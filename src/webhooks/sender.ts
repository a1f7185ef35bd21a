/**
 * What goes to one webhook: retries that are due, then what is new in its topic, as many at a time as its window allows.
 * The window grows with every success and falls to one with a failure, so a receiver that hangs holds few connections;
 * after some failures in a row it is left alone for a while, and then tried with one. Nothing here slows down another.
 *
 * At least once: new events become deliveries in the batch that moves the webhook on in its topic, each with a lease; a
 * crash between a receiver's answer and the note of it means another attempt, under the same id.
 */
import { newDeliveryRow } from '../domain/webhooks/deliveries.js'
import { TENANT_TOPIC, type WebhookKey, type WebhookRow } from '../store/webhooks/backlog.js'
import { recordAttempt, sendDelivery, type ClaimedDelivery, type DeliveryDeps } from './delivery-attempt.js'
import type { Slots } from './slots.js'

export interface SenderDeps extends DeliveryDeps {
  slots: Slots
  /** Longer than an attempt may take: what is still being sent must not be sent a second time. */
  leaseMs: number
}

const INITIAL_WINDOW = 4
const MAX_WINDOW = 32
/** How many lie ready for one that takes them: the next are claimed while these are sent. */
const MAX_PREFETCHED = 64
/** Events of a topic looked through at once. */
const PAGE_SIZE = 256
const MAX_TIMER_MS = 60_000

export class WebhookSender {
  readonly #inFlight = new Set<Promise<void>>()
  #prefetched: ClaimedDelivery[] = []
  #webhook: WebhookRow | undefined
  #sending = 0
  #window = INITIAL_WINDOW
  #pausedUntil = 0
  #working: Promise<void> | undefined
  #isWakeRequested = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly deps: SenderDeps,
    private readonly key: WebhookKey,
  ) {}

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#working === undefined && this.#prefetched.length === 0
  }

  /** There is something new in its topic. While it is left alone, or busy enough, that changes nothing. */
  onNewEvent(): void {
    if (this.#pausedUntil <= this.deps.clock.now() && this.#sending < this.#window) this.wake()
  }

  /** There may be something for it, and it may have changed. */
  wake(): void {
    this.#isWakeRequested = true
    if (this.#isStopped) return
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      if (this.#isWakeRequested) this.wake()
    })
  }

  /** Takes nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#working
    await this.#releaseUnsent()
    await Promise.all(this.#inFlight)
  }

  async #work(): Promise<void> {
    try {
      while (this.#isWakeRequested && !this.#isStopped) {
        this.#isWakeRequested = false
        this.#sendPrefetched()
        if (this.#prefetched.length === 0 && this.#sending < this.#window) await this.#claimWithSlot()
        this.#sendPrefetched()
      }
    } catch (error) {
      // It is looked at again with the next event, and every second.
      this.deps.log.warn({ err: error, webhook_id: this.key.webhook_id }, 'deliveries could not be claimed')
    }
  }

  /** What nobody could send now is left to other nodes. */
  async #claimWithSlot(): Promise<void> {
    const { slots } = this.deps
    if (slots.acquire(1, this) === 0) return
    await this.#claim().finally(() => {
      slots.release(1)
    })
  }

  async #claim(): Promise<void> {
    const { webhooks, clock } = this.deps
    clearTimeout(this.#timer)
    const webhook = await webhooks.getWithNextRetry(this.key)
    this.#webhook = webhook
    if (webhook?.enabled !== 1) return
    const now = clock.now()
    this.#pausedUntil = webhook.paused_until
    if (this.#pausedUntil > now) {
      this.#wakeAfter(this.#pausedUntil - now)
      return
    }
    if (webhook.failures > 0) this.#window = 1
    const limit = this.#window > INITIAL_WINDOW ? MAX_PREFETCHED : this.#window - this.#sending
    if (limit <= 0) return
    const hasDueRetries = webhook.next_retry_at !== null && webhook.next_retry_at <= now
    const retries = hasDueRetries ? await this.#claimRetries(now, limit) : []
    const newDeliveries =
      retries.length < limit ? await this.#claimNewEvents(webhook, now, limit - retries.length) : []
    this.#prefetched = [...retries, ...newDeliveries]
    if (!hasDueRetries && webhook.next_retry_at !== null) this.#wakeAfter(webhook.next_retry_at - now)
  }

  #wakeAfter(delayMs: number): void {
    this.#timer = setTimeout(
      () => {
        this.wake()
      },
      Math.min(delayMs, MAX_TIMER_MS),
    )
  }

  #claimRetries(now: number, limit: number): Promise<ClaimedDelivery[]> {
    const { deliveries, owner, leaseMs } = this.deps
    return deliveries.claim(this.key, owner, now, now + leaseMs, limit)
  }

  /** The next events of its topic that it asked for; it has read to the last of them, or to the end of the page. */
  async #claimNewEvents(webhook: WebhookRow, now: number, limit: number): Promise<ClaimedDelivery[]> {
    const { webhookEvents, webhooks, deliveries, owner, leaseMs } = this.deps
    const page = await webhookEvents.listAfter(webhook, webhook.read_to, PAGE_SIZE)
    const subscribed = page.filter(
      (event) => event.created_at >= webhook.since && isSubscribed(webhook, event.event_type),
    )
    const taken = subscribed.slice(0, limit)
    const last = taken.length < subscribed.length ? taken.at(-1) : page.at(-1)
    if (last === undefined) return []
    const rows = taken.map((event) => ({
      ...newDeliveryRow(webhook.webhook_id, { ...event, tenant_id: webhook.tenant_id }),
      attempts: 1,
      lease_owner: owner,
      next_attempt_at: now + leaseMs,
      message: event.payload === null ? undefined : { payload: event.payload, url: event.url },
    }))
    const advanceStatement = webhooks.advanceCursorStatement({
      ...webhook,
      from: webhook.read_to,
      to: last.seq ?? 0,
    })
    // Another node, or a change of the webhook, came first.
    if (!(await deliveries.insertIf(advanceStatement, rows))) return []
    if (page.length === PAGE_SIZE && taken.length === 0) this.#isWakeRequested = true
    return rows
  }

  #sendPrefetched(): void {
    const webhook = this.#webhook
    if (webhook === undefined) return
    const requestedSlots = Math.min(this.#prefetched.length, this.#window - this.#sending)
    const taken = this.deps.slots.acquire(requestedSlots, this)
    for (const delivery of this.#prefetched.splice(0, taken)) this.#send(webhook, delivery)
  }

  /** With a slot that was taken for it. */
  #send(webhook: WebhookRow, delivery: ClaimedDelivery): void {
    this.#sending++
    const delivering = this.#deliver(webhook, delivery)
      .catch((error: unknown) => {
        // The lease runs out, and it is tried again.
        this.deps.log.warn({ err: error, delivery_id: delivery.event_id }, 'a delivery could not be noted')
      })
      .finally(() => {
        this.#inFlight.delete(delivering)
        // A retry has its time now, and a pause its end.
        this.wake()
      })
    this.#inFlight.add(delivering)
  }

  /** The next may be sent as soon as this one is answered; the note of it is written meanwhile. */
  async #deliver(webhook: WebhookRow, delivery: ClaimedDelivery): Promise<void> {
    const result = await sendDelivery(this.deps, webhook, delivery).finally(() => {
      this.#sending--
      this.deps.slots.release(1)
    })
    const isAccepted = result?.error === null
    this.#window = isAccepted ? Math.min(MAX_WINDOW, this.#window + 1) : 1
    if (isAccepted) this.wake()
    else await this.#releaseUnsent()
    if (result !== undefined) await recordAttempt(this.deps, webhook, delivery, result)
  }

  /** What was not sent is due at once, for whoever comes next. */
  async #releaseUnsent(): Promise<void> {
    const unsent = this.#prefetched.splice(0)
    if (unsent.length > 0) await this.deps.deliveries.release(unsent, this.deps.clock.now())
  }
}

/** A receiver of single runs hears everything in its topic. */
export const isSubscribed = (
  { topic, events }: Pick<WebhookRow, 'topic' | 'events'>,
  type: string,
): boolean => topic !== TENANT_TOPIC || events === ' * ' || events.includes(` ${type} `)
