/** Server-sent events out of pieces of text that are split anywhere. */

export interface StreamedEvent {
  event: string
  data: string
}

/** @param heard is called for everything that comes, comments too. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void = () => undefined,
): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    heard()
    rest += decoder.decode(piece, { stream: true })
    // A carriage return at the very end may be half of a line end.
    const blocks = rest.replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readBlock(block)
      if (event !== undefined) yield event
    }
  }
}

/** Undefined: nothing but comments, as heartbeats are. */
const readBlock = (block: string): StreamedEvent | undefined => {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value ?? ''
    if (field === 'data') data.push(value ?? '')
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') }
}
