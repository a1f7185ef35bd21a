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
  /** The messages of the state that was visited last. */
  #seen: readonly unknown[] = []

  constructor(
    private readonly start: StartRun,
    private readonly eventBuffer: EventBuffer,
  ) {
    this.#knownIds = new Set(start.messages.map(({ id }) => id))
    this.#addedIds = new Set(start.addedMessages)
  }

  /** Marks messages that were in the state before the run. */
  markKnown(messages: unknown): void {
    this.#visit(messages, (_, id) => this.#knownIds.add(id))
    this.#setSeen(messages)
  }

  recordNew(messages: unknown): void {
    const seen = this.#seen
    this.#setSeen(messages)
    this.#visit(
      messages,
      (message, id) => {
        if (this.#knownIds.has(id)) return
        this.#knownIds.add(id)
        this.#addedIds.add(id)
        this.eventBuffer.addMessage(toThreadMessage(message, id))
      },
      seen,
    )
  }

  /** Returns those of the state's messages that this run produced; messages of the user are not among them. */
  listProduced(messages: unknown[]): ThreadMessage[] {
    const produced: ThreadMessage[] = []
    this.#visit(messages, (message, id) => {
      if (this.#addedIds.has(id) && getMessageType(message) !== 'human')
        produced.push(toThreadMessage(message, id))
    })
    return produced
  }

  #setSeen(messages: unknown): void {
    this.#seen = Array.isArray(messages) ? messages.slice() : []
  }

  /** A loop, because this is done for all messages of a conversation after each step. Messages that have the same place in `seen` are omitted. */
  #visit(
    messages: unknown,
    visit: (message: BaseMessage, id: string) => void,
    seen: readonly unknown[] = [],
  ): void {
    if (!Array.isArray(messages)) return
    for (const [index, message] of messages.entries())
      if (message !== seen[index] && isMessage(message))
        visit(message, getMessageId(message, this.start.thread_id))
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
