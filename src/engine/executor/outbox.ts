/**
 * Gathers what one execution wants stored and hands it to the main thread in order. Everything of one turn of the loop
 * travels as one message and is stored as one batch; tokens wait a few milliseconds for the next ones, because a model
 * that emits hundreds a second would otherwise cost a write each.
 */
import type { CheckpointRecords } from '../../store/checkpoints.js'
import type { EventFields, Records, ThreadMessage } from '../executor-protocol.js'

const TOKEN_MS = 8

export const noRecords = (): Records => ({
  events: [],
  messages: [],
  checkpoints: [],
  values: [],
  writes: [],
  settled: false,
})

export class Outbox {
  #records = noRecords()
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined

  constructor(private readonly send: (records: Records) => void) {}

  event(event: EventFields): void {
    this.#records.events.push(event)
    if (event.type === 'llm.token') this.#timer ??= setTimeout(this.#flush, TOKEN_MS)
    else this.#soon()
  }

  message(message: ThreadMessage): void {
    this.#records.messages.push(message)
    this.#soon()
  }

  checkpoint(rows: Partial<CheckpointRecords>, settled: boolean): void {
    this.#records.checkpoints.push(...(rows.checkpoints ?? []))
    this.#records.values.push(...(rows.values ?? []))
    this.#records.writes.push(...(rows.writes ?? []))
    this.#records.settled ||= settled
    this.#soon()
  }

  /** Sends what there is: whoever reads the store next must find it there. */
  flush(): void {
    if (this.#timer !== undefined || this.#immediate !== undefined) this.#flush()
  }

  /** What has not been sent; nothing will be after this. */
  close(): Records {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    const rest = this.#records
    this.#records = noRecords()
    return rest
  }

  #soon(): void {
    this.#immediate ??= setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = undefined
    this.#immediate = undefined
    const records = this.#records
    this.#records = noRecords()
    this.send(records)
  }
}
