/**
 * Passes the tokens of a stream to their listener, and merges the events that contain them. LangChain adds up the events of a message
 * field by field, so the message that it creates from a few merged events is the same as the one from all events.
 */
import type { TextChunk } from './text-chunk.js'
import type { TokenListener } from './token-listener.js'

export interface Token {
  text: string
  hasToolCall: boolean
  messageId: string | undefined
}

/** What the merger has to know about the events of a provider. */
export interface EventFormat<Event> {
  /** Returns undefined if the event contains anything else than the next part of a text. Called once for each event. */
  toToken(event: Event): Token | undefined
  /** Returns undefined if the text is not that of the message, but for instance the arguments of a tool call. */
  toTextChunk(event: Event, runId: string): TextChunk | undefined
  /** Appends the text of `event` to `pending` and returns true, if the two differ in nothing else. */
  merge(pending: Event, event: Event): boolean
}

export class EventMerger<Event extends object> {
  #pending: Event | undefined

  constructor(
    private readonly format: EventFormat<Event>,
    private readonly listener: TokenListener,
  ) {}

  /** Yields the events that are complete. An event that cannot be merged with any other is not held back. */
  *add(event: Event): Generator<Event> {
    const { messages, runId } = this.listener
    const token = this.format.toToken(event)
    const textChunk = token && messages && this.format.toTextChunk(event, runId)
    // If messages are streamed, LangChain creates the chunks of everything that is not text.
    if (token === undefined || (messages !== undefined && textChunk === undefined)) {
      yield* this.take()
      yield event
      return
    }
    const { text, hasToolCall, messageId } = token
    if (text !== '' || hasToolCall) this.listener.onToken(text, hasToolCall, messageId)
    if (textChunk !== undefined) messages?.onText(textChunk)
    if (this.#pending !== undefined && this.format.merge(this.#pending, event)) return
    yield* this.take()
    this.#pending = event
  }

  /** Yields the event that was held back. */
  *take(): Generator<Event> {
    const pending = this.#pending
    if (pending === undefined) return
    this.#pending = undefined
    this.listener.isNotified = true
    yield pending
    this.listener.isNotified = false
  }
}
