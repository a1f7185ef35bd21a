/** Parses server-sent events. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Returns a function that takes chunks, which can be split anywhere, and returns the complete events. Skips comments. */
export const makeSseParser = (): ((chunk: string) => EventSourceMessage[]) => {
  let events: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      throw error
    },
  })
  return (chunk) => {
    events = []
    parser.feed(chunk)
    return events
  }
}

export const parseSse = (text: string): EventSourceMessage[] => makeSseParser()(text)
