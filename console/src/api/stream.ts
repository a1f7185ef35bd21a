/**
 * Server-Sent Events that survive a lost connection and a restart of the service. The browser gives up after an error response
 * (for example 503 while the service starts), so the stream is opened again here, with the id of the last event.
 */
export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'closed'

export interface StreamMessage {
  type: string
  data: string
  id: string
}

interface StreamOptions {
  /** Makes the address of the stream; it contains the id of the last event, if there was one. */
  url: (lastEventId: string | undefined) => string
  /** The names of the events to receive. */
  types: readonly string[]
  onMessage: (message: StreamMessage) => void
  onState?: (state: StreamState) => void
  /** The id of the last event that is known already. */
  lastEventId?: string | undefined
  EventSource?: typeof EventSource
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 10_000

export class ResumableStream {
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastEventId: string | undefined
  #failures = 0
  #closed = false
  #wasLive = false

  constructor(private readonly options: StreamOptions) {
    this.#lastEventId = options.lastEventId
    this.#open()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#source?.close()
    this.options.onState?.('closed')
  }

  #open(): void {
    const { options } = this
    options.onState?.(this.#wasLive || this.#failures > 0 ? 'reconnecting' : 'connecting')
    const Source = options.EventSource ?? EventSource
    const source = new Source(options.url(this.#lastEventId))
    this.#source = source
    source.addEventListener('open', () => {
      this.#failures = 0
      this.#wasLive = true
      options.onState?.('live')
    })
    source.addEventListener('error', () => this.#retry())
    for (const type of options.types)
      source.addEventListener(type, (event) => {
        if (this.#closed) return
        const { data, lastEventId } = event as MessageEvent<string>
        if (lastEventId !== '') this.#lastEventId = lastEventId
        options.onMessage({ type, data, id: lastEventId })
      })
  }

  #retry(): void {
    if (this.#closed) return
    this.#source?.close()
    this.#failures += 1
    this.options.onState?.('reconnecting')
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1))
    clearTimeout(this.#timer)
    // Random, so that not all pages return at the same moment.
    this.#timer = setTimeout(() => this.#open(), delay * (0.75 + Math.random() / 2))
  }
}

/** Reads Server-Sent Events from the response to a POST request, which an EventSource cannot send. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let buffer = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      buffer += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const blocks = buffer.split(/\r\n\r\n|\n\n|\r\r/)
      buffer = done ? '' : (blocks.pop() ?? '')
      for (const block of blocks) {
        const message = parseBlock(block)
        if (message !== undefined) yield message
      }
      if (done) return
    }
  } finally {
    // Ends the request if the reader stops early.
    await reader.cancel().catch(() => undefined)
  }
}

const parseBlock = (block: string): StreamMessage | undefined => {
  const message = { type: 'message', id: '' }
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') message.type = value
    else if (field === 'id') message.id = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { ...message, data: data.join('\n') }
}
