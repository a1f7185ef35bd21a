/** Splits a message or a message chunk into parts that belong to content blocks. */
import type { JsonObject } from '../../schema/common.js'

/** A message as it is stored in events. */
export interface WireMessage extends JsonObject {
  id?: string
  type?: string
  content?: unknown
  tool_calls?: JsonObject[]
  tool_call_chunks?: JsonObject[]
  usage_metadata?: JsonObject
  response_metadata?: JsonObject
}

/** Consecutive parts with the same `key` belong to one block. */
export type MessagePart = { key: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'call'; id?: string | undefined; name?: string | undefined; args: string }
  | { kind: 'whole'; block: JsonObject }
)

/** Provider-specific tool call blocks, which messages also contain as tool_calls or tool_call_chunks. */
const TOOL_CALL_TYPES: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_call',
  'tool_call_chunk',
  'input_json_delta',
  'function_call',
])

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const nonEmptyText = (value: unknown): string | undefined =>
  toText(value) === '' ? undefined : toText(value)

const toContentParts = (item: unknown, position: number): MessagePart[] => {
  if (typeof item === 'string') return item === '' ? [] : [{ key: 'text', kind: 'text', text: item }]
  const block = (item ?? {}) as JsonObject
  const type = toText(block['type'])
  const { index } = block
  const blockIndex = typeof index === 'number' || typeof index === 'string' ? String(index) : ''
  if (TOOL_CALL_TYPES.has(type)) return []
  if (type === 'text') {
    const text = toText(block['text'])
    return text === '' ? [] : [{ key: `text${blockIndex}`, kind: 'text', text }]
  }
  if (type === 'reasoning' || type === 'thinking') {
    const text = toText(block[type])
    return text === '' ? [] : [{ key: `reasoning${blockIndex}`, kind: 'reasoning', text }]
  }
  if (type === 'image_url') {
    const { url = block['image_url'] } = (block['image_url'] ?? {}) as JsonObject
    return [{ key: `whole${String(position)}`, kind: 'whole', block: { type: 'image', url } }]
  }
  return [{ key: `whole${String(position)}`, kind: 'whole', block }]
}

const listContentParts = (content: unknown): MessagePart[] =>
  (Array.isArray(content) ? content : [content]).flatMap(toContentParts)

/** A chunk with neither index nor ID continues the previous tool call. */
const toToolCallParts = (chunks: readonly JsonObject[]): MessagePart[] =>
  chunks.map(({ index, id, name, args }) => ({
    key: index === undefined && id === undefined ? 'call' : `call${String(index ?? id)}`,
    kind: 'call',
    id: nonEmptyText(id),
    name: nonEmptyText(name),
    args: toText(args),
  }))

export const toMessageParts = (message: WireMessage, isChunk: boolean): MessagePart[] => {
  const calls = isChunk
    ? (message.tool_call_chunks ?? [])
    : (message.tool_calls ?? []).map((call, index) => ({
        ...call,
        index,
        args: JSON.stringify(call['args'] ?? {}),
      }))
  return [...listContentParts(message.content), ...toToolCallParts(calls)]
}
