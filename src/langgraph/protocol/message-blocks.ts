/** What a message, or a piece of one, is made of, as parts that belong to content blocks. */
import type { JsonObject } from '../../schema/common.js'

/** A message as it lies in stored events. */
export interface WireMessage extends JsonObject {
  id?: string
  type?: string
  content?: unknown
  tool_calls?: JsonObject[]
  tool_call_chunks?: JsonObject[]
  usage_metadata?: JsonObject
  response_metadata?: JsonObject
}

/** `key`: parts with the same one, in a row, are of one block. */
export type Part = { key: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'call'; id?: string | undefined; name?: string | undefined; args: string }
  | { kind: 'whole'; block: JsonObject }
)

/** Providers' own forms of calls; they come as tool_calls and tool_call_chunks as well. */
const CALLS: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_call',
  'tool_call_chunk',
  'input_json_delta',
  'function_call',
])

const string = (value: unknown): string => (typeof value === 'string' ? value : '')
const named = (value: unknown): string | undefined => (string(value) === '' ? undefined : string(value))

const partOf = (item: unknown, at: number): Part[] => {
  if (typeof item === 'string') return item === '' ? [] : [{ key: 'text', kind: 'text', text: item }]
  const block = (item ?? {}) as JsonObject
  const type = string(block['type'])
  const { index } = block
  const place = typeof index === 'number' || typeof index === 'string' ? String(index) : ''
  if (CALLS.has(type)) return []
  if (type === 'text') {
    const text = string(block['text'])
    return text === '' ? [] : [{ key: `text${place}`, kind: 'text', text }]
  }
  if (type === 'reasoning' || type === 'thinking') {
    const text = string(block[type])
    return text === '' ? [] : [{ key: `reasoning${place}`, kind: 'reasoning', text }]
  }
  if (type === 'image_url') {
    const { url = block['image_url'] } = (block['image_url'] ?? {}) as JsonObject
    return [{ key: `whole${String(at)}`, kind: 'whole', block: { type: 'image', url } }]
  }
  return [{ key: `whole${String(at)}`, kind: 'whole', block }]
}

const contentParts = (content: unknown): Part[] =>
  (Array.isArray(content) ? content : [content]).flatMap(partOf)

/** A piece of a call that names neither its place nor its id goes on with the call before it. */
const callParts = (chunks: readonly JsonObject[]): Part[] =>
  chunks.map(({ index, id, name, args }) => ({
    key: index === undefined && id === undefined ? 'call' : `call${String(index ?? id)}`,
    kind: 'call',
    id: named(id),
    name: named(name),
    args: string(args),
  }))

export const partsOf = (message: WireMessage, isPiece: boolean): Part[] => {
  const calls = isPiece
    ? (message.tool_call_chunks ?? [])
    : (message.tool_calls ?? []).map((call, index) => ({
        ...call,
        index,
        args: JSON.stringify(call['args'] ?? {}),
      }))
  return [...contentParts(message.content), ...callParts(calls)]
}
