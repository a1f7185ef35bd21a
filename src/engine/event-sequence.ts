/** Numbers the events of one execution and puts their times in order. */
import { serializeEvent, type EventFields, type LastEvent, type RunEvent } from '../events/run-event.js'
import { setChunkTime, type SerializedChunk } from '../events/serialized-chunk.js'

export class EventSequence {
  #seq: number
  #lastAt: number

  constructor(lastEvent: LastEvent | undefined) {
    this.#seq = lastEvent?.seq ?? 0
    this.#lastAt = lastEvent?.at ?? 0
  }

  addEvent(event: EventFields, now: number): RunEvent {
    const { text, storedText } = serializeEvent(event, this.#orderTime(event.at ?? now))
    return { seq: ++this.#seq, type: event.type, text, storedText }
  }

  addChunk(chunk: SerializedChunk): RunEvent {
    const at = this.#orderTime(chunk.at)
    return {
      seq: ++this.#seq,
      type: chunk.type,
      text: at === chunk.at ? chunk.text : setChunkTime(chunk, at),
    }
  }

  /**
   * No event may be before an earlier one. The clocks of this thread and of the executor differ by up to a millisecond, those of two
   * nodes by more.
   */
  #orderTime(at: number): number {
    this.#lastAt = Math.max(this.#lastAt, at)
    return this.#lastAt
  }
}
