/**
 * Finds the messages that a run adds to its thread, by comparing the state before the run with the state
 * after each step.
 */
import type { BaseMessage } from '@langchain/core/messages'
import type { StartRun, ThreadMessage } from '../threads/executor-protocol.js'
import type { EventBuffer } from './event-buffer.js'
import { isMessage, toMessageId, toThreadMessage, getMessageType } from './message-format.js'

export class MessageTracker {
  /** The messages that were in the state before the run, and their ids. */
  #loaded: readonly unknown[] = []
  readonly #loadedIds = new Set<ReadonlySet<string>>()
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
    this.#setSeen(messages)
    this.#loaded = this.#seen
    this.#loadedIds.add(listIds(this.#loaded, this.start.thread_id))
  }

  recordNew(messages: unknown): void {
    const seen = this.#seen
    this.#setSeen(messages)
    this.#visit(
      messages,
      (message, id) => {
        if (this.#isKnown(id)) return
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
    // Those of an earlier attempt can be in the state that this attempt has loaded.
    const others = this.start.addedMessages.length === 0 ? this.#loaded : []
    this.#visit(
      messages,
      (message, id) => {
        if (this.#addedIds.has(id) && getMessageType(message) !== 'human')
          produced.push(toThreadMessage(message, id))
      },
      others,
    )
    return produced
  }

  #isKnown(id: string): boolean {
    if (this.#knownIds.has(id)) return true
    for (const ids of this.#loadedIds) if (ids.has(id)) return true
    return false
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
    for (let index = 0; index < messages.length; index++) {
      const message: unknown = messages[index]
      if (message !== seen[index] && isMessage(message))
        visit(message, getMessageId(message, this.start.thread_id))
    }
  }
}

/** The ids of messages as the API shows them. A conversation has many messages, and most of them are the same objects in the next run. */
const knownApiIds = new WeakMap<BaseMessage, { threadId: string; id: string | undefined; apiId: string }>()

const getMessageId = (message: BaseMessage, threadId: string): string => {
  const { id } = message
  const known = knownApiIds.get(message)
  if (known !== undefined && known.id === id && known.threadId === threadId) return known.apiId
  const apiId = toMessageId(threadId, id)
  knownApiIds.set(message, { threadId, id, apiId })
  return apiId
}

interface ListedIds {
  threadId: string
  /** The messages with their own ids, which can be missing. */
  messages: readonly unknown[]
  ids: readonly (string | undefined)[]
  apiIds: Set<string>
}

/** By the first message of a list: the next run of a conversation mostly loads the same messages, and those that the last run has added. */
const listedIds = new WeakMap<object, ListedIds>()

/** Returns the ids of messages as the API shows them. */
const listIds = (messages: readonly unknown[], threadId: string): ReadonlySet<string> => {
  const [first] = messages
  if (!isMessage(first)) return addIds(new Set(), messages, threadId)
  const listed = listedIds.get(first)
  const isContinued = listed?.threadId === threadId && startsWith(messages, listed)
  const apiIds = isContinued
    ? addIds(listed.apiIds, messages.slice(listed.messages.length), threadId)
    : addIds(new Set(), messages, threadId)
  const ids = messages.map(getOwnId)
  listedIds.set(first, { threadId, messages, ids, apiIds })
  return apiIds
}

/** The other elements of a list may be something else. */
const getOwnId = (message: unknown): string | undefined => (isMessage(message) ? message.id : undefined)

const startsWith = (messages: readonly unknown[], { messages: listed, ids }: ListedIds): boolean => {
  for (let index = 0; index < listed.length; index++) {
    const message = listed[index]
    if (message !== messages[index] || getOwnId(message) !== ids[index]) return false
  }
  return true
}

const addIds = (apiIds: Set<string>, messages: readonly unknown[], threadId: string): Set<string> => {
  for (const message of messages) if (isMessage(message)) apiIds.add(getMessageId(message, threadId))
  return apiIds
}
