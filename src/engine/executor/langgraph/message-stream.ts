/** Emits messages as LangGraph's servers do: chunk by chunk (`messages-tuple`), or accumulated and complete (`messages`). */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { TextChunk } from '../../models/client/text-chunk.js'
import { isMessage } from '../message-format.js'
import { messageToWire, toWire } from './to-wire.js'

type Emit = (name: string, data: unknown) => void
type StreamedMessage = [message: BaseMessage | TextChunk, metadata: Record<string, unknown>]

interface MessageForms {
  asTuples: boolean
  asAccumulated: boolean
}

/** `emitJson` emits data that is serialized already. */
export const makeMessageStream = (
  { asTuples, asAccumulated }: MessageForms,
  emit: Emit,
  emitJson: (name: string, json: string) => void = (name, json) => {
    emit(name, JSON.parse(json))
  },
) => {
  const accumulatedById = new Map<string, AIMessageChunk>()
  const completedIds = new Set<string>()

  const emitPartial = (message: AIMessageChunk, metadata: Record<string, unknown>): void => {
    const id = message.id ?? ''
    const previous = accumulatedById.get(id)
    if (previous === undefined) emit('messages/metadata', { [id]: { metadata: toWire(metadata) } })
    const accumulated = previous === undefined ? message : previous.concat(message)
    accumulatedById.set(id, accumulated)
    emit('messages/partial', [messageToWire(accumulated)])
  }

  // All tokens of a call have the same metadata, and it is most of their event.
  const serializedMetadata = new WeakMap<object, string>()
  const serializeMetadata = (metadata: Record<string, unknown>): string => {
    const serialized = serializedMetadata.get(metadata) ?? JSON.stringify(toWire(metadata))
    serializedMetadata.set(metadata, serialized)
    return serialized
  }

  return {
    /** `namespaceSuffix` is the end of the event name that contains the namespace. */
    emitMessage([message, metadata]: StreamedMessage, namespaceSuffix: string): void {
      const isText = message instanceof TextChunk
      if (asTuples) {
        const wireMessage = isText ? message.toWire() : toWire(messageToWire(message, true))
        const tuple = `[${JSON.stringify(wireMessage)},${serializeMetadata(metadata)}]`
        emitJson(`messages${namespaceSuffix}`, tuple)
      }
      if (!asAccumulated) return
      if (isText) emitPartial(message.toMessageChunk(), metadata)
      else if (isMessageChunk(message)) emitPartial(message, metadata)
    },

    /** Emits the messages of a state that it contains for the first time. */
    emitComplete(messages: unknown): void {
      if (!asAccumulated || messages === undefined) return
      const completed = [messages].flat().filter((message): message is BaseMessage => {
        if (!isMessage(message) || message.id === undefined || completedIds.has(message.id)) return false
        completedIds.add(message.id)
        return true
      })
      if (completed.length > 0)
        emit(
          'messages/complete',
          completed.map((message) => messageToWire(message)),
        )
    },
  }
}

export type MessageStream = ReturnType<typeof makeMessageStream>

export const isMessageChunk = (message: BaseMessage | TextChunk): message is AIMessageChunk =>
  message instanceof TextChunk || typeof (message as { concat?: unknown }).concat === 'function'
