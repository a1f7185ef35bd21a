/**
 * Sends the events of one webhook: first retries that are due, then new events of its topic. The window limits the concurrent
 * requests: it grows by one with every success and drops to one on a failure, so a receiver that hangs occupies few connections.
 * After several consecutive failures the webhook is paused, then tried with a single request. One webhook does not slow down
 * another.
 *
 * Delivery is at least once: the batch that advances the cursor of the webhook inserts the deliveries of the new events, each with a
 * lease. If the node crashes after the response and before the attempt is recorded, the lease expires and the delivery is sent
 * again with the same id.
 */
import { newDeliveryRow } from '../domain/webhooks/deliveries.js'
import { TENANT_TOPIC, type WebhookKey, type WebhookRow } from '../store/webhooks/rows.js'
import { recordAttempt, sendDelivery, type ClaimedDelivery, type DeliveryDeps } from './delivery-attempt.js'
import type { Slots } from './slots.js'

export interface SenderDeps extends DeliveryDeps {
  slots: Slots
  /** Longer than the time limit of a request, so that a delivery in flight is not claimed a second time. */
  leaseMs: number
}

const INITIAL_WINDOW = 4
const MAX_WINDOW = 32
/** Once the window has grown, this many deliveries are claimed at once, ahead of the requests in flight. */
const MAX_PREFETCHED = 64
/** Number of events of a topic that are read at once. */
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

  /** Called for a new event in the topic. Has no effect while the webhook is paused or its window is full. */
  onNewEvent(): void {
    if (this.#pausedUntil <= this.deps.clock.now() && this.#sending < this.#window) this.wake()
  }

  /** Looks for due deliveries, and reads the webhook again in case it changed. */
  wake(): void {
    this.#isWakeRequested = true
    if (this.#isStopped) return
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      if (this.#isWakeRequested) this.wake()
    })
  }

  /** Stops claiming. Resolves when the requests in flight have ended. */
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
      // The next event or the poll of the dispatcher, once a second, tries again.
      this.deps.log.warn({ err: error, webhook_id: this.key.webhook_id }, 'cannot claim webhook deliveries')
    }
  }

  /** Claims only if a slot is free, so that other nodes can claim what this node cannot send now. */
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

  /** Claims the next subscribed events. The cursor advances to the last claimed event, or to the end of the page. */
  async #claimNewEvents(webhook: WebhookRow, now: number, limit: number): Promise<ClaimedDelivery[]> {
    const { webhookEvents, webhooks, deliveries, owner, leaseMs } = this.deps
    const page = await webhookEvents.listAfter(webhook, webhook.read_to, PAGE_SIZE)
    const subscribed = page.filter(
      (event) => event.created_at >= webhook.since && isSubscribed(webhook, event.event_type),
    )
    const claimed = subscribed.slice(0, limit)
    const last = claimed.length < subscribed.length ? claimed.at(-1) : page.at(-1)
    if (last === undefined) return []
    const rows = claimed.map((event) => ({
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
    // The insert is rejected if another node advanced the cursor, or if the webhook was disabled.
    if (!(await deliveries.insertIf(advanceStatement, rows))) return []
    if (page.length === PAGE_SIZE && claimed.length === 0) this.#isWakeRequested = true
    return rows
  }

  #sendPrefetched(): void {
    const webhook = this.#webhook
    if (webhook === undefined) return
    const requestedSlots = Math.min(this.#prefetched.length, this.#window - this.#sending)
    const grantedSlots = this.deps.slots.acquire(requestedSlots, this)
    for (const delivery of this.#prefetched.splice(0, grantedSlots)) this.#send(webhook, delivery)
  }

  /** The caller has acquired a slot for the delivery. */
  #send(webhook: WebhookRow, delivery: ClaimedDelivery): void {
    this.#sending++
    const delivering = this.#deliver(webhook, delivery)
      .catch((error: unknown) => {
        // The lease expires, and the delivery is sent again.
        this.deps.log.warn({ err: error, delivery_id: delivery.event_id }, 'cannot record webhook delivery')
      })
      .finally(() => {
        this.#inFlight.delete(delivering)
        // The attempt may have scheduled a retry or a pause.
        this.wake()
      })
    this.#inFlight.add(delivering)
  }

  /** Frees the slot on response; the next delivery is sent while the attempt is recorded. */
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

  /** Releases the leases of unsent deliveries, so that they are due immediately on any node. */
  async #releaseUnsent(): Promise<void> {
    const unsent = this.#prefetched.splice(0)
    if (unsent.length > 0) await this.deps.deliveries.release(unsent, this.deps.clock.now())
  }
}

/** A run webhook receives all events of its topic. */
export const isSubscribed = (
  { topic, events }: Pick<WebhookRow, 'topic' | 'events'>,
  type: string,
): boolean => topic !== TENANT_TOPIC || events === ' * ' || events.includes(` ${type} `)
