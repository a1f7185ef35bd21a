/** Parses the body of an event stream incrementally. */
import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { ByteSource } from './byte-source.js'

/**
 * Yields the events of each read of the body together, so that the cost of an iteration is shared by the events that arrive
 * together. An event is complete at its blank line; an incomplete one at the end of the body is dropped.
 *
 * Ends without an error if the request was aborted, as the clients of the providers do; the caller checks its signal.
 */
export async function* readServerSentEvents(body: ByteSource): AsyncGenerator<EventSourceMessage[]> {
  // A character can be split across two reads.
  const decoder = new StringDecoder('utf8')
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  let isComplete = false
  try {
    for (;;) {
      const bytes = await body.read()
      if (bytes === undefined) break
      parser.feed(decoder.write(bytes))
      if (events.length === 0) continue
      const received = events
      events = []
      yield received
    }
    isComplete = true
  } catch (error) {
    isComplete = true
    if (!isAbortError(error)) throw error
  } finally {
    if (!isComplete) body.cancel()
  }
}

const isAbortError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
