/**
 * Posts messages to the main thread: all messages of one turn of the event loop together, because a message costs far more than what is in it.
 * Chunks of streamed output, of all executions, are one list of numbers and texts. As objects they would take several times as long to copy.
 */
import { serializeChunk } from '../../events/serialized-chunk.js'
import { collectIfLarge } from '../../platform/collect-garbage.js'
import { makeTextSharer } from '../../platform/shared-text.js'
import { isStreamChunk } from '../../store/runs/event-rows/stream-chunk.js'
import type { ChunkList, FromExecutor, JournalEntries } from '../threads/executor-protocol.js'
import { countSharedBytes, shareEntries } from './serialize-outcome.js'

export const makeOutgoingMessages = (send: (messages: FromExecutor[]) => void) => {
  let messages: FromExecutor[] = []
  /** The last message, if it consists of chunks. */
  let chunks: ChunkList | undefined

  const add = (message: FromExecutor): void => {
    chunks = undefined
    messages.push(message)
    if (messages.length > 1) return
    setImmediate(() => {
      const posted = messages
      messages = []
      chunks = undefined
      send(posted)
    })
  }

  const addChunks = (executionId: number, { events }: JournalEntries): void => {
    const list: ChunkList = chunks ?? []
    if (chunks === undefined) add({ type: 'chunks', chunks: list })
    chunks = list
    for (const event of events) {
      const at = event.at ?? Date.now()
      list.push(executionId, event.type, at, serializeChunk(event, at))
    }
  }

  const addEntries = (executionId: number, entries: JournalEntries): void => {
    // Before the entries are posted: the database thread is about to copy the values, too.
    collectIfLarge(countSharedBytes(entries))
    add({ type: 'entries', executionId, entries })
  }

  return {
    post: add,
    postEntries: (executionId: number, entries: JournalEntries): void => {
      if (hasOnlyChunks(entries)) addChunks(executionId, entries)
      else addEntries(executionId, shareOnce(entries))
    },
  }
}

/** A function of its own, because the sharer refers to the texts. */
const shareOnce = (entries: JournalEntries): JournalEntries => shareEntries(entries, makeTextSharer())

const hasOnlyChunks = (entries: JournalEntries): boolean => {
  for (const value of Object.values(entries) as unknown[])
    if (value !== entries.events && value !== false && !(Array.isArray(value) && value.length === 0))
      return false
  return entries.events.every(({ type }) => isStreamChunk(type))
}
