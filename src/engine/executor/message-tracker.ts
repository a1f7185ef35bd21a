/** What a run adds to the messages of its thread, found by comparing the state before the run and after each step. */
import type { StartRun, ThreadMessage } from '../threads/executor-protocol.js'
import type { Outbox } from './event-buffer.js'
import { isMessage, messageId, toThreadMessage, typeOf } from './message-format.js'

export class AddedMessages {
  readonly #known: Set<string>
  readonly #ofRun: Set<string>

  constructor(
    private readonly start: StartRun,
    private readonly outbox: Outbox,
  ) {
    this.#known = new Set(start.messages.map(({ id }) => id))
    this.#ofRun = new Set(start.addedMessages)
  }

  /** These were there before. */
  know(messages: unknown): void {
    for (const [, id] of this.#withIds(messages)) this.#known.add(id)
  }

  add(messages: unknown): void {
    for (const [message, id] of this.#withIds(messages)) {
      if (this.#known.has(id)) continue
      this.#known.add(id)
      this.#ofRun.add(id)
      this.outbox.message(toThreadMessage(message, id))
    }
  }

  /** Of the state's messages, those that the run produced. */
  produced(messages: unknown[]): ThreadMessage[] {
    return this.#withIds(messages)
      .filter(([message, id]) => this.#ofRun.has(id) && typeOf(message) !== 'human')
      .map(([message, id]) => toThreadMessage(message, id))
  }

  #withIds(messages: unknown) {
    if (!Array.isArray(messages)) return []
    return messages
      .filter(isMessage)
      .map((message) => [message, messageId(this.start.thread_id, message.id)] as const)
  }
}
