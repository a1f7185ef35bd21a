/** Converts LangChain values to the JSON that LangGraph's servers send: messages are flattened, the rest is plain JSON. */
import type { AIMessage, AIMessageChunk, BaseMessage, ToolMessage } from '@langchain/core/messages'
import { isMessage, getMessageType } from '../message-format.js'

/** Fields that only some messages have. */
const OPTIONAL_FIELDS = [
  'name',
  'example',
  'usage_metadata',
  'artifact',
  'status',
  'tool_call_id',
  'metadata',
] as const

/** `isChunk` is set for messages that are still being written; in a state every message is whole. */
export const messageToWire = (message: BaseMessage, isChunk = false): Record<string, unknown> => {
  const { tool_calls, invalid_tool_calls } = message as AIMessage
  const { tool_call_chunks } = message as Partial<AIMessageChunk>
  const rest: Record<string, unknown> = {}
  for (const key of OPTIONAL_FIELDS) {
    const value: unknown = (message as unknown as Partial<ToolMessage> & Record<string, unknown>)[key]
    if (value !== undefined) rest[key] = value
  }
  return {
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    id: message.id,
    type: isChunk && tool_call_chunks !== undefined ? 'AIMessageChunk' : getMessageType(message),
    ...rest,
    ...(getMessageType(message) === 'ai' && {
      tool_calls: tool_calls ?? [],
      invalid_tool_calls: invalid_tool_calls ?? [],
      ...(isChunk && tool_call_chunks !== undefined && { tool_call_chunks }),
    }),
  }
}

/** Values that JSON cannot represent are omitted or converted to strings, because only plain data can leave an executor thread. */
export const toWire = (value: unknown, ancestors: readonly object[] = []): unknown =>
  toPlain(value, new Set(ancestors), messageToWire)

/** Like toWire, but keeps messages and errors, which native events represent differently. */
export const toPlainEvent = (value: unknown): unknown => toPlain(value, new Set(), undefined)

/** `ancestors` contains the objects around the value, to detect circular references. */
const toPlain = (
  value: unknown,
  ancestors: Set<object>,
  convertMessage: ((message: BaseMessage) => unknown) | undefined,
): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.has(value)) return '[Circular]'
  if (value instanceof Date) return value.toJSON()
  if (convertMessage === undefined && (isMessage(value) || value instanceof Error)) return value
  if (value instanceof Error) return { error: value.name, message: value.message }
  ancestors.add(value)
  const convert = (item: unknown): unknown => toPlain(item, ancestors, convertMessage)
  const converted = isMessage(value) ? convert(convertMessage?.(value)) : convertObject(value, convert)
  ancestors.delete(value)
  return converted
}

const convertObject = (value: object, convert: (item: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert)
  if (value instanceof Map) return convert(Object.fromEntries(value))
  if (value instanceof Set) return [...value].map(convert)
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return convert((toJSON as () => unknown).call(value))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]))
}
