/** LangChain's values as LangGraph's servers write them: messages flattened, everything else as plain JSON. */
import type { AIMessage, AIMessageChunk, BaseMessage, ToolMessage } from '@langchain/core/messages'
import { isMessage, typeOf } from '../message-format.js'

/** What only some messages have. */
const OPTIONAL = [
  'name',
  'example',
  'usage_metadata',
  'artifact',
  'status',
  'tool_call_id',
  'metadata',
] as const

/** In a state a message is whole, however it came about; `isPiece`: it is told while it is written. */
export const messageToWire = (message: BaseMessage, isPiece = false): Record<string, unknown> => {
  const { tool_calls, invalid_tool_calls } = message as AIMessage
  const { tool_call_chunks } = message as Partial<AIMessageChunk>
  const rest = Object.fromEntries(
    OPTIONAL.flatMap((key) => {
      const value: unknown = (message as unknown as Partial<ToolMessage> & Record<string, unknown>)[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  return {
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    id: message.id,
    type: isPiece && tool_call_chunks !== undefined ? 'AIMessageChunk' : typeOf(message),
    ...rest,
    ...(typeOf(message) === 'ai' && {
      tool_calls: tool_calls ?? [],
      invalid_tool_calls: invalid_tool_calls ?? [],
      ...(isPiece && tool_call_chunks !== undefined && { tool_call_chunks }),
    }),
  }
}

/** What JSON cannot hold is left out, or shown as a text: whatever leaves an executor must be plain. */
export const toWire = (value: unknown): unknown => plain(value, new Set(), messageToWire)

/** Plain but for messages and errors, of which our own events have forms of their own. */
export const forEvents = (value: unknown): unknown => plain(value, new Set(), undefined)

/** `within`: what the value lies in. What lies in itself has no end. */
const plain = (
  value: unknown,
  within: Set<object>,
  ofMessage: ((message: BaseMessage) => unknown) | undefined,
): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (within.has(value)) return '[Circular]'
  if (value instanceof Date) return value.toJSON()
  if (ofMessage === undefined && (isMessage(value) || value instanceof Error)) return value
  if (value instanceof Error) return { error: value.name, message: value.message }
  within.add(value)
  const inner = (one: unknown): unknown => plain(one, within, ofMessage)
  const made = isMessage(value) ? inner(ofMessage?.(value)) : contentOf(value, inner)
  within.delete(value)
  return made
}

const contentOf = (value: object, inner: (one: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(inner)
  if (value instanceof Map) return inner(Object.fromEntries(value))
  if (value instanceof Set) return [...value].map(inner)
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return inner((toJSON as () => unknown).call(value))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))
}
