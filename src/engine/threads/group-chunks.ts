import type { SerializedChunk } from '../../events/serialized-chunk.js'
import type { ChunkList } from './executor-protocol.js'

/** The chunks of each execution, in order. */
export const groupChunks = (list: ChunkList): Map<number, SerializedChunk[]> => {
  const groups = new Map<number, SerializedChunk[]>()
  for (let index = 0; index < list.length; index += 4) {
    const executionId = list[index] as number
    const chunk = {
      type: list[index + 1] as string,
      at: list[index + 2] as number,
      text: list[index + 3] as string,
    }
    const group = groups.get(executionId)
    if (group === undefined) groups.set(executionId, [chunk])
    else group.push(chunk)
  }
  return groups
}
