/** What a run adds to the messages of its thread, found by comparing the state before the run and after each step. */
import type { StartRun, ThreadMessage } from '../threads/executor-protocol.js'
import type { EventBuffer } from './event-buffer.js'
import { isMessage, toMessageId, toThreadMessage, getMessageType } from './message-format.js'

export class MessageTracker {
  readonly #knownIds: Set<string>
  readonly #addedIds: Set<string>

  constructor(
    private readonly start: StartRun,
    private readonly eventBuffer: EventBuffer,
  ) {
    this.#knownIds = new Set(start.messages.map(({ id }) => id))
    this.#addedIds = new Set(start.addedMessages)
  }

  /** These were there before. */
  markKnown(messages: unknown): void {
    for (const [, id] of this.#withIds(messages)) this.#knownIds.add(id)
  }

  recordNew(messages: unknown): void {
    for (const [message, id] of this.#withIds(messages)) {
      if (this.#knownIds.has(id)) continue
      this.#knownIds.add(id)
      this.#addedIds.add(id)
      this.eventBuffer.message(toThreadMessage(message, id))
    }
  }

  /** Of the state's messages, those that the run produced. */
  listProduced(messages: unknown[]): ThreadMessage[] {
    return this.#withIds(messages)
      .filter(([message, id]) => this.#addedIds.has(id) && getMessageType(message) !== 'human')
      .map(([message, id]) => toThreadMessage(message, id))
  }

  #withIds(messages: unknown) {
    if (!Array.isArray(messages)) return []
    return messages
      .filter(isMessage)
      .map((message) => [message, toMessageId(this.start.thread_id, message.id)] as const)
  }
}
