/** Messages of LangChain in one shape, whether they come from a state, from a stream or in pieces. */
import { isRecord } from './is-record.ts'

export type MessageKind = 'user' | 'assistant' | 'tool' | 'system' | 'other'

export interface MessageToolCall {
  id: string | undefined
  name: string
  /** Parsed arguments, or the text that has arrived so far. */
  args: unknown
}

export interface ChatMessage {
  id: string | undefined
  kind: MessageKind
  name: string | undefined
  text: string
  /** Parts of the content that are not text, for example images. They are shown as data and never loaded. */
  otherParts: unknown[]
  toolCalls: MessageToolCall[]
  toolCallId: string | undefined
  /** True if a tool message reports an error. */
  isError: boolean
  model: string | undefined
  tokens: { input: number; output: number } | undefined
  source: Record<string, unknown>
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const KINDS: Record<string, MessageKind> = {
  human: 'user',
  user: 'user',
  HumanMessageChunk: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  AIMessageChunk: 'assistant',
  tool: 'tool',
  ToolMessageChunk: 'tool',
  system: 'system',
  developer: 'system',
  SystemMessageChunk: 'system',
}

export const isMessage = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  'content' in value &&
  (typeof value['type'] === 'string' || typeof value['role'] === 'string')

export const isMessageList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage)

const splitContent = (content: unknown): { text: string; otherParts: unknown[] } => {
  if (typeof content === 'string') return { text: content, otherParts: [] }
  if (!Array.isArray(content)) return { text: '', otherParts: content == null ? [] : [content] }
  const texts: string[] = []
  const otherParts: unknown[] = []
  for (const part of content as unknown[]) {
    if (typeof part === 'string') texts.push(part)
    else if (isRecord(part) && typeof part['text'] === 'string') texts.push(part['text'])
    // Calls of tools are in `tool_calls` too.
    else if (!(isRecord(part) && /^(?:tool_use|tool_call|input_json_delta)/.test(String(part['type']))))
      otherParts.push(part)
  }
  return { text: texts.join(''), otherParts }
}

const readToolCalls = (message: Record<string, unknown>): MessageToolCall[] => {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return []
  return (calls as unknown[]).filter(isRecord).map((call) => ({
    id: text(call['id']),
    name: text(call['name']) ?? 'tool',
    args: call['args'] ?? {},
  }))
}

const readTokens = (message: Record<string, unknown>): ChatMessage['tokens'] => {
  const usage = message['usage_metadata']
  if (!isRecord(usage)) return undefined
  return { input: Number(usage['input_tokens'] ?? 0), output: Number(usage['output_tokens'] ?? 0) }
}

export const toChatMessage = (message: Record<string, unknown>): ChatMessage => {
  const metadata = isRecord(message['response_metadata']) ? message['response_metadata'] : {}
  return {
    id: text(message['id']),
    kind: KINDS[String(message['type'] ?? message['role'])] ?? 'other',
    name: text(message['name']),
    ...splitContent(message['content']),
    toolCalls: readToolCalls(message),
    toolCallId: text(message['tool_call_id']),
    isError: message['status'] === 'error',
    model: text(metadata['model_name']) ?? text(metadata['model']),
    tokens: readTokens(message),
    source: message,
  }
}

/** The messages in the field `messages` of a state, or none if the state has no such field. */
export const messagesOf = (values: unknown): ChatMessage[] => {
  const list = isRecord(values) ? values['messages'] : undefined
  return Array.isArray(list) ? (list as unknown[]).filter(isMessage).map(toChatMessage) : []
}

/** Identifies a message also if it has no id; `index` is its place in the list. */
export const messageKey = (message: ChatMessage, index: number): string =>
  message.id ?? `${String(index)}:${message.kind}:${message.text.slice(0, 80)}`

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Content is text or a list of parts; parts with the same index belong together. */
const mergeContent = (before: unknown, more: unknown): unknown => {
  if (typeof before === 'string' && typeof more === 'string') return before + more
  if (more === '' || more == null) return before
  if (before === '' || before == null) return more
  const parts: unknown[] = typeof before === 'string' ? [{ type: 'text', text: before }] : [...asList(before)]
  for (const part of typeof more === 'string'
    ? [{ type: 'text', text: more, index: undefined }]
    : asList(more)) {
    const at = parts.findLastIndex(
      (candidate) =>
        isRecord(candidate) &&
        isRecord(part) &&
        candidate['type'] === part['type'] &&
        candidate['index'] === part['index'],
    )
    const existing = parts[at]
    if (
      isRecord(existing) &&
      isRecord(part) &&
      typeof existing['text'] === 'string' &&
      typeof part['text'] === 'string'
    )
      parts[at] = { ...existing, text: existing['text'] + part['text'] }
    else parts.push(part)
  }
  return parts
}

/** Joins the pieces of calls by their index and parses arguments once they are complete. */
const mergeCallChunks = (before: unknown[], more: unknown[]): Record<string, unknown>[] => {
  const chunks = [...before.filter(isRecord)]
  for (const chunk of more.filter(isRecord)) {
    const at = chunks.findIndex(({ index }) => index !== undefined && index === chunk['index'])
    const existing = chunks[at]
    if (existing === undefined) chunks.push(chunk)
    else
      chunks[at] = {
        ...existing,
        id: existing['id'] ?? chunk['id'],
        name: `${text(existing['name']) ?? ''}${text(chunk['name']) ?? ''}`,
        args: `${text(existing['args']) ?? ''}${text(chunk['args']) ?? ''}`,
      }
  }
  return chunks
}

const parseArgs = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {}
  try {
    return value === '' ? {} : JSON.parse(value)
  } catch {
    return value
  }
}

/** Adds a piece of a message, as the stream mode `messages` sends it, to what has arrived of it. */
export const mergeChunk = (
  before: Record<string, unknown> | undefined,
  chunk: Record<string, unknown>,
): Record<string, unknown> => {
  const isChunk = String(chunk['type']).endsWith('Chunk')
  if (before === undefined || !isChunk) {
    const chunks = mergeCallChunks([], asList(chunk['tool_call_chunks']))
    return chunks.length === 0 ? chunk : { ...chunk, tool_call_chunks: chunks, tool_calls: toCalls(chunks) }
  }
  const chunks = mergeCallChunks(asList(before['tool_call_chunks']), asList(chunk['tool_call_chunks']))
  return {
    ...before,
    ...(isRecord(chunk['usage_metadata']) && { usage_metadata: chunk['usage_metadata'] }),
    response_metadata: {
      ...(before['response_metadata'] as object),
      ...(chunk['response_metadata'] as object),
    },
    content: mergeContent(before['content'], chunk['content']),
    ...(chunks.length > 0 && { tool_call_chunks: chunks, tool_calls: toCalls(chunks) }),
  }
}

const toCalls = (chunks: Record<string, unknown>[]): Record<string, unknown>[] =>
  chunks.map(({ id, name, args }) => ({ id, name, args: parseArgs(args) }))
