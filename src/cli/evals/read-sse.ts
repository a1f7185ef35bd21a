/** Server-sent events out of pieces of text that are split anywhere. */

export interface ServerSentEvent {
  event: string
  data: string
}

/** @param onChunk is called for everything that comes, comments too. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    onChunk()
    buffer += decoder.decode(chunk, { stream: true })
    // A carriage return at the very end may be half of a line end.
    const blocks = buffer.replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event !== undefined) yield event
    }
  }
}

/** Undefined: nothing but comments, as heartbeats are. */
const parseBlock = (block: string): ServerSentEvent | undefined => {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value ?? ''
    if (field === 'data') data.push(value ?? '')
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') }
}
