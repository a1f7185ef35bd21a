/** Reads the stream of a message of Anthropic's API. */
import type { ByteSource } from './byte-source.js'
import { EventMerger, type EventFormat } from './event-merger.js'
import { readServerSentEvents } from './server-sent-events.js'
import { TextChunk } from './text-chunk.js'
import type { TokenListener } from './token-listener.js'

export interface MessageEvent {
  type: string
  index?: number
  delta?: Record<string, unknown> & { type?: string }
}

/** The part of a request that decides on the form of the content that LangChain creates. */
export interface MessagesRequest {
  tools?: unknown[] | undefined
  thinking?: { type: string } | undefined
  context_management?: { edits?: { type: string }[] } | null | undefined
  messages?: { content?: unknown }[]
}

interface MessageStreamOptions {
  request: MessagesRequest
  /** Converts the data of an error event to the error of the provider's client. */
  toError: (body: unknown) => Error
  listener: TokenListener | undefined
  signal: AbortSignal | null | undefined
}

/** The client of Anthropic ignores all other events of a message stream, such as `ping`. */
const EVENTS = new Set([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
])

export async function* readMessageStream(
  body: ByteSource,
  { request, toError, listener, signal }: MessageStreamOptions,
): AsyncGenerator<MessageEvent | null> {
  const merger = listener && new EventMerger(makeMessageFormat(request), listener)
  for await (const events of readServerSentEvents(body)) {
    for (const { event, data } of events) {
      if (signal?.aborted === true) return
      if (event === 'error') throw toError(parseOrKeep(data))
      if (event === undefined || !EVENTS.has(event)) continue
      const message = JSON.parse(data) as MessageEvent | null
      if (merger === undefined || message === null) yield message
      else yield* merger.add(message)
    }
  }
  if (merger !== undefined) yield* merger.take()
}

const parseOrKeep = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The field with the text, by the type of the delta. */
const TEXT_FIELDS: Partial<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
}

const makeMessageFormat = (request: MessagesRequest): EventFormat<MessageEvent> => {
  const hasTools = (request.tools?.length ?? 0) > 0
  const hasBlocks = hasTools || hasThinking(request) || hasCompaction(request) || hasCitations(request)
  // LangChain appends each text to a list of blocks as a block of its own, if the texts are strings.
  let isMixed = false
  return {
    toToken: (event) => {
      const part = getPart(event)
      if (event.type === 'content_block_delta' && part?.kind !== 'text_delta') isMixed ||= !hasBlocks
      if (part === undefined || (isMixed && part.kind === 'text_delta')) return undefined
      const { kind, text } = part
      // LangChain's tokens of a tool call are its arguments, unless the content of the message is a string.
      if (kind === 'input_json_delta')
        return hasTools ? { text, hasToolCall: true, messageId: undefined } : undefined
      return { text: kind === 'text_delta' ? text : '', hasToolCall: false, messageId: undefined }
    },
    toTextChunk: (event, runId) => {
      const part = getPart(event)
      if (part?.kind !== 'text_delta') return undefined
      const id = `run-${runId}`
      return hasBlocks
        ? new TextChunk(
            {
              content: [{ index: event.index, text: part.text, type: 'text' }],
              response_metadata: { model_provider: 'anthropic' },
            },
            id,
          )
        : new TextChunk({ content: part.text, response_metadata: {} }, id)
    },
    merge: (pending, event) => {
      const first = getPart(pending)
      const second = getPart(event)
      if (first === undefined || second === undefined) return false
      if (first.kind !== second.kind || pending.index !== event.index) return false
      first.delta[first.field] = first.text + second.text
      return true
    },
  }
}

/** Returns the text of an event that contains nothing else. */
const getPart = ({ type, delta }: MessageEvent) => {
  if (type !== 'content_block_delta' || delta?.type === undefined) return undefined
  const field = TEXT_FIELDS[delta.type]
  if (field === undefined || Object.keys(delta).length !== 2) return undefined
  const text = delta[field]
  return typeof text === 'string' ? { kind: delta.type, field, text, delta } : undefined
}

// LangChain writes the content as a string unless one of these conditions is met (@langchain/anthropic 1.5.11).

const hasThinking = ({ thinking }: MessagesRequest): boolean =>
  thinking?.type === 'enabled' || thinking?.type === 'adaptive'

const hasCompaction = ({ context_management }: MessagesRequest): boolean =>
  context_management?.edits?.some(({ type }) => type === 'compact_20260112') ?? false

const hasCitations = ({ messages = [] }: MessagesRequest): boolean =>
  messages.some(
    ({ content }) =>
      Array.isArray(content) &&
      (content as ({ type?: string; citations?: { enabled?: boolean } } | null)[]).some(
        (block) => block?.type === 'document' && block.citations?.enabled === true,
      ),
  )
