import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** @param onChunk is called for every chunk, including those that contain only comments, such as heartbeats. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  const decoder = new TextDecoder()
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    onChunk()
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* messages.splice(0)
  }
}
