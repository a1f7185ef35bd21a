/**
 * What goes to one webhook: retries that are due, then what is new in its topic, as many at a time as its window allows.
 * The window grows with every success and falls to one with a failure, so a receiver that hangs holds few connections;
 * after some failures in a row it is left alone for a while, and then tried with one. Nothing here slows down another.
 *
 * At least once: new events become deliveries in the batch that moves the webhook on in its topic, each with a lease; a
 * crash between a receiver's answer and the note of it means another attempt, under the same id.
 */
import { newDelivery } from '../domain/deliveries.js'
import type { DeliveryRow } from '../store/webhook-deliveries.js'
import type { WebhookKey, WebhookRow } from '../store/webhooks.js'
import { deliver, type DeliverParts } from './deliver.js'
import type { Slots } from './slots.js'

export interface ReceiverParts extends DeliverParts {
  slots: Slots
}

const LEASE_MS = 60_000
const FIRST_WINDOW = 4
const LARGEST_WINDOW = 16
/** Events of a topic looked through at once. */
const PAGE = 256
const LONGEST_TIMER_MS = 60_000

export class Receiver {
  readonly #sending = new Set<Promise<void>>()
  #window = FIRST_WINDOW
  #serving: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly parts: ReceiverParts,
    private readonly key: WebhookKey,
  ) {}

  get isIdle(): boolean {
    return this.#sending.size === 0 && this.#serving === undefined
  }

  /** There may be something for it. */
  serve(): void {
    this.#isAskedAgain = true
    if (this.#isStopped) return
    this.#serving ??= this.#serveAll().finally(() => {
      this.#serving = undefined
    })
  }

  /** Takes nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#serving
    await Promise.all(this.#sending)
  }

  async #serveAll(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isStopped) {
        this.#isAskedAgain = false
        await this.#serveOnce()
      }
    } catch (error) {
      // It is looked at again with the next event, and every second.
      this.parts.log.warn({ err: error, webhook_id: this.key.webhook_id }, 'deliveries could not be claimed')
    }
  }

  async #serveOnce(): Promise<void> {
    const { webhooks, clock } = this.parts
    clearTimeout(this.#timer)
    if (this.#room(this.#window) <= 0) return
    const webhook = await webhooks.outlook(this.key)
    if (webhook?.enabled !== 1) return
    const now = clock.now()
    if (webhook.paused_until > now) {
      this.#serveAt(webhook.paused_until - now)
      return
    }
    const room = this.#room(webhook.failures > 0 ? 1 : this.#window)
    if (room <= 0) return
    const isDue = webhook.next_retry_at !== null && webhook.next_retry_at <= now
    const retries = isDue ? await this.#claimRetries(now, room) : []
    const news = retries.length < room ? await this.#takeNews(webhook, now, room - retries.length) : []
    for (const delivery of [...retries, ...news]) this.#send(webhook, delivery)
    if (!isDue && webhook.next_retry_at !== null) this.#serveAt(webhook.next_retry_at - now)
  }

  #room(window: number): number {
    return this.parts.slots.offer(window - this.#sending.size, this)
  }

  #serveAt(delayMs: number): void {
    this.#timer = setTimeout(
      () => {
        this.serve()
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    )
  }

  #claimRetries(now: number, limit: number): Promise<DeliveryRow[]> {
    return this.parts.deliveries.claim(this.key, this.parts.owner, now, now + LEASE_MS, limit)
  }

  /** The next events of its topic that it asked for; it has read to the last of them, or to the end of the page. */
  async #takeNews(webhook: WebhookRow, now: number, limit: number): Promise<DeliveryRow[]> {
    const { webhookEvents, webhooks, deliveries, owner } = this.parts
    const page = await webhookEvents.listAfter(webhook, webhook.read_to, PAGE)
    const asked = page.filter(
      (event) => event.created_at >= webhook.since && isAskedFor(webhook, event.event_type),
    )
    const taken = asked.slice(0, limit)
    const last = taken.length < asked.length ? taken.at(-1) : page.at(-1)
    if (last === undefined) return []
    const rows = taken.map((event) => ({
      ...newDelivery(webhook.webhook_id, { ...event, tenant_id: webhook.tenant_id }),
      attempts: 1,
      lease_owner: owner,
      next_attempt_at: now + LEASE_MS,
    }))
    const moved = webhooks.readToStatement({ ...webhook, from: webhook.read_to, to: last.seq ?? 0 })
    // Another node, or a change of the webhook, came first.
    if (!(await deliveries.insertAfter(moved, rows))) return []
    if (page.length === PAGE || taken.length < asked.length) this.#isAskedAgain = true
    return rows
  }

  #send(webhook: WebhookRow, delivery: DeliveryRow): void {
    this.parts.slots.take()
    const sent = deliver(this.parts, webhook, delivery)
      .then((isTaken) => {
        this.#window = isTaken ? Math.min(LARGEST_WINDOW, this.#window + 1) : 1
      })
      .catch((error: unknown) => {
        // The lease runs out, and it is tried again.
        this.parts.log.warn({ err: error, delivery_id: delivery.event_id }, 'a delivery could not be noted')
      })
      .finally(() => {
        this.#sending.delete(sent)
        this.parts.slots.giveBack()
        this.serve()
      })
    this.#sending.add(sent)
  }
}

/** A receiver of single runs hears everything in its topic. */
export const isAskedFor = ({ topic, events }: Pick<WebhookRow, 'topic' | 'events'>, type: string): boolean =>
  topic !== '' || events === ' * ' || events.includes(` ${type} `)
