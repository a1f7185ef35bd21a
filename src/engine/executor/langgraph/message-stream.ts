/** Emits messages while they are written, as chunks (`messages-tuple`) and accumulated (`messages`). */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { messageToWire, toWire } from './to-wire.js'

type Emit = (name: string, data: unknown) => void
type StreamedMessage = [message: BaseMessage, metadata: Record<string, unknown>]

interface MessageForms {
  asTuples: boolean
  asAccumulated: boolean
}

export const makeMessageStream = ({ asTuples, asAccumulated }: MessageForms, emit: Emit) => {
  const accumulatedById = new Map<string, BaseMessage>()

  const emitAccumulated = (
    message: BaseMessage,
    metadata: Record<string, unknown>,
    namespaceSuffix: string,
  ): void => {
    const id = message.id ?? ''
    const previous = accumulatedById.get(id)
    if (previous === undefined)
      emit(`messages/metadata${namespaceSuffix}`, { [id]: { metadata: toWire(metadata) } })
    if (!isChunk(message)) {
      accumulatedById.set(id, message)
      emit(`messages/complete${namespaceSuffix}`, [messageToWire(message)])
      return
    }
    const accumulated = previous !== undefined && isChunk(previous) ? previous.concat(message) : message
    accumulatedById.set(id, accumulated)
    emit(`messages/partial${namespaceSuffix}`, [messageToWire(accumulated)])
  }

  return {
    /** `namespaceSuffix` is the end of the event name that contains the namespace. */
    emitMessage([message, metadata]: StreamedMessage, namespaceSuffix: string): void {
      if (asTuples) emit(`messages${namespaceSuffix}`, [messageToWire(message, true), toWire(metadata)])
      if (asAccumulated) emitAccumulated(message, metadata, namespaceSuffix)
    },
  }
}

export type MessageStream = ReturnType<typeof makeMessageStream>

const isChunk = (message: BaseMessage): message is AIMessageChunk =>
  typeof (message as { concat?: unknown }).concat === 'function'
