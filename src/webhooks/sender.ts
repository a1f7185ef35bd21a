/**
 * What goes to one webhook: retries that are due, then what is new in its topic, as many at a time as its window allows.
 * The window grows with every success and falls to one with a failure, so a receiver that hangs holds few connections;
 * after some failures in a row it is left alone for a while, and then tried with one. Nothing here slows down another.
 *
 * At least once: new events become deliveries in the batch that moves the webhook on in its topic, each with a lease; a
 * crash between a receiver's answer and the note of it means another attempt, under the same id.
 */
import { newDelivery } from '../domain/webhooks/deliveries.js'
import { PUBLIC, type WebhookKey, type WebhookRow } from '../store/webhooks/backlog.js'
import { note, send, type Claimed, type DeliverParts } from './delivery-attempt.js'
import type { Slots } from './slots.js'

export interface ReceiverParts extends DeliverParts {
  slots: Slots
  /** Longer than an attempt may take: what is still being sent must not be sent a second time. */
  leaseMs: number
}

const FIRST_WINDOW = 4
const LARGEST_WINDOW = 32
/** How many lie ready for one that takes them: the next are claimed while these are sent. */
const READY = 64
/** Events of a topic looked through at once. */
const PAGE = 256
const LONGEST_TIMER_MS = 60_000

export class Receiver {
  readonly #underWay = new Set<Promise<void>>()
  #ready: Claimed[] = []
  #webhook: WebhookRow | undefined
  #sending = 0
  #window = FIRST_WINDOW
  #pausedUntil = 0
  #serving: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly parts: ReceiverParts,
    private readonly key: WebhookKey,
  ) {}

  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#serving === undefined && this.#ready.length === 0
  }

  /** There is something new in its topic. While it is left alone, or busy enough, that changes nothing. */
  hear(): void {
    if (this.#pausedUntil <= this.parts.clock.now() && this.#sending < this.#window) this.serve()
  }

  /** There may be something for it, and it may have changed. */
  serve(): void {
    this.#isAskedAgain = true
    if (this.#isStopped) return
    this.#serving ??= this.#serveAll().finally(() => {
      this.#serving = undefined
      if (this.#isAskedAgain) this.serve()
    })
  }

  /** Takes nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#serving
    await this.#putBack()
    await Promise.all(this.#underWay)
  }

  async #serveAll(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isStopped) {
        this.#isAskedAgain = false
        this.#sendReady()
        if (this.#ready.length === 0 && this.#sending < this.#window) await this.#claimIfFree()
        this.#sendReady()
      }
    } catch (error) {
      // It is looked at again with the next event, and every second.
      this.parts.log.warn({ err: error, webhook_id: this.key.webhook_id }, 'deliveries could not be claimed')
    }
  }

  /** What nobody could send now is left to other nodes. */
  async #claimIfFree(): Promise<void> {
    const { slots } = this.parts
    if (slots.take(1, this) === 0) return
    await this.#claim().finally(() => {
      slots.giveBack(1)
    })
  }

  async #claim(): Promise<void> {
    const { webhooks, clock } = this.parts
    clearTimeout(this.#timer)
    const webhook = await webhooks.outlook(this.key)
    this.#webhook = webhook
    if (webhook?.enabled !== 1) return
    const now = clock.now()
    this.#pausedUntil = webhook.paused_until
    if (this.#pausedUntil > now) {
      this.#serveAt(this.#pausedUntil - now)
      return
    }
    if (webhook.failures > 0) this.#window = 1
    const limit = this.#window > FIRST_WINDOW ? READY : this.#window - this.#sending
    if (limit <= 0) return
    const isDue = webhook.next_retry_at !== null && webhook.next_retry_at <= now
    const retries = isDue ? await this.#claimRetries(now, limit) : []
    const news = retries.length < limit ? await this.#takeNews(webhook, now, limit - retries.length) : []
    this.#ready = [...retries, ...news]
    if (!isDue && webhook.next_retry_at !== null) this.#serveAt(webhook.next_retry_at - now)
  }

  #serveAt(delayMs: number): void {
    this.#timer = setTimeout(
      () => {
        this.serve()
      },
      Math.min(delayMs, LONGEST_TIMER_MS),
    )
  }

  #claimRetries(now: number, limit: number): Promise<Claimed[]> {
    const { deliveries, owner, leaseMs } = this.parts
    return deliveries.claim(this.key, owner, now, now + leaseMs, limit)
  }

  /** The next events of its topic that it asked for; it has read to the last of them, or to the end of the page. */
  async #takeNews(webhook: WebhookRow, now: number, limit: number): Promise<Claimed[]> {
    const { webhookEvents, webhooks, deliveries, owner, leaseMs } = this.parts
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
      next_attempt_at: now + leaseMs,
      message: event.payload === null ? undefined : { payload: event.payload, url: event.url },
    }))
    const moved = webhooks.readToStatement({ ...webhook, from: webhook.read_to, to: last.seq ?? 0 })
    // Another node, or a change of the webhook, came first.
    if (!(await deliveries.insertAfter(moved, rows))) return []
    if (page.length === PAGE && taken.length === 0) this.#isAskedAgain = true
    return rows
  }

  #sendReady(): void {
    const webhook = this.#webhook
    if (webhook === undefined) return
    const wanted = Math.min(this.#ready.length, this.#window - this.#sending)
    const taken = this.parts.slots.take(wanted, this)
    for (const delivery of this.#ready.splice(0, taken)) this.#send(webhook, delivery)
  }

  /** With a slot that was taken for it. */
  #send(webhook: WebhookRow, delivery: Claimed): void {
    this.#sending++
    const sent = this.#deliver(webhook, delivery)
      .catch((error: unknown) => {
        // The lease runs out, and it is tried again.
        this.parts.log.warn({ err: error, delivery_id: delivery.event_id }, 'a delivery could not be noted')
      })
      .finally(() => {
        this.#underWay.delete(sent)
        // A retry has its time now, and a pause its end.
        this.serve()
      })
    this.#underWay.add(sent)
  }

  /** The next may be sent as soon as this one is answered; the note of it is written meanwhile. */
  async #deliver(webhook: WebhookRow, delivery: Claimed): Promise<void> {
    const result = await send(this.parts, webhook, delivery).finally(() => {
      this.#sending--
      this.parts.slots.giveBack(1)
    })
    const isTaken = result?.error === null
    this.#window = isTaken ? Math.min(LARGEST_WINDOW, this.#window + 1) : 1
    if (isTaken) this.serve()
    else await this.#putBack()
    if (result !== undefined) await note(this.parts, webhook, delivery, result)
  }

  /** What was not sent is due at once, for whoever comes next. */
  async #putBack(): Promise<void> {
    const unsent = this.#ready.splice(0)
    if (unsent.length > 0) await this.parts.deliveries.release(unsent, this.parts.clock.now())
  }
}

/** A receiver of single runs hears everything in its topic. */
export const isAskedFor = ({ topic, events }: Pick<WebhookRow, 'topic' | 'events'>, type: string): boolean =>
  topic !== PUBLIC || events === ' * ' || events.includes(` ${type} `)
