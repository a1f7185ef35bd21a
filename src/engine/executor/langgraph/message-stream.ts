/** Messages as they are written, in both forms in which clients ask for them: as pieces, and as what there is so far. */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { messageToWire, toWire } from './to-wire.js'

type Tell = (name: string, data: unknown) => void
type Piece = [message: BaseMessage, metadata: Record<string, unknown>]

interface Wanted {
  tuples: boolean
  wholes: boolean
}

export const makeMessageStream = ({ tuples, wholes }: Wanted, tell: Tell) => {
  const written = new Map<string, BaseMessage>()

  const tellWhole = (message: BaseMessage, metadata: Record<string, unknown>, place: string): void => {
    const id = message.id ?? ''
    const before = written.get(id)
    if (before === undefined) tell(`messages/metadata${place}`, { [id]: { metadata: toWire(metadata) } })
    if (!isPiece(message)) {
      written.set(id, message)
      tell(`messages/complete${place}`, [messageToWire(message)])
      return
    }
    const sum = before !== undefined && isPiece(before) ? before.concat(message) : message
    written.set(id, sum)
    tell(`messages/partial${place}`, [messageToWire(sum)])
  }

  return {
    /** `place`: where in nested graphs, as it ends the name of the event. */
    hear([message, metadata]: Piece, place: string): void {
      if (tuples) tell(`messages${place}`, [messageToWire(message, true), toWire(metadata)])
      if (wholes) tellWhole(message, metadata, place)
    },
  }
}

export type MessageStream = ReturnType<typeof makeMessageStream>

const isPiece = (message: BaseMessage): message is AIMessageChunk =>
  typeof (message as { concat?: unknown }).concat === 'function'
