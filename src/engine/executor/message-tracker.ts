/**
 * Finds the messages that a run adds to its thread, by comparing the state before the run with the state
 * after each step.
 */
import type { BaseMessage } from '@langchain/core/messages'
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

  /** Marks messages that were in the state before the run. */
  markKnown(messages: unknown): void {
    for (const [, id] of this.#withIds(messages)) this.#knownIds.add(id)
  }

  recordNew(messages: unknown): void {
    for (const [message, id] of this.#withIds(messages)) {
      if (this.#knownIds.has(id)) continue
      this.#knownIds.add(id)
      this.#addedIds.add(id)
      this.eventBuffer.addMessage(toThreadMessage(message, id))
    }
  }

  /** Returns those of the state's messages that this run produced; messages of the user are not among them. */
  listProduced(messages: unknown[]): ThreadMessage[] {
    return this.#withIds(messages)
      .filter(([message, id]) => this.#addedIds.has(id) && getMessageType(message) !== 'human')
      .map(([message, id]) => toThreadMessage(message, id))
  }

  #withIds(messages: unknown) {
    if (!Array.isArray(messages)) return []
    return messages
      .filter(isMessage)
      .map((message) => [message, getMessageId(message, this.start.thread_id)] as const)
  }
}

/** The ids of messages as the API shows them. A conversation has many messages, and most of them are the same objects in the next run. */
const apiIds = new WeakMap<BaseMessage, { threadId: string; id: string | undefined; apiId: string }>()

const getMessageId = (message: BaseMessage, threadId: string): string => {
  const { id } = message
  const known = apiIds.get(message)
  if (known !== undefined && known.id === id && known.threadId === threadId) return known.apiId
  const apiId = toMessageId(threadId, id)
  apiIds.set(message, { threadId, id, apiId })
  return apiId
}
