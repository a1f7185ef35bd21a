/** Converts LangChain messages and state values to the JSON of our API, and back. */
import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
  type BaseMessageLike,
} from '@langchain/core/messages'
import { v5 } from 'uuid'
import { isUuid } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { MessageRole } from '../../schema/message.js'
import type { ThreadMessage } from '../threads/executor-protocol.js'

const ROLES: Record<string, MessageRole> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' }
const FALLBACK_ROLE: MessageRole = 'system'
const NAMESPACE = '5b0f1d5e-2f0c-5c0e-9a53-6c1f0e6f7a11'

/** Duck typing, because a project brings its own, perhaps older, copy of LangChain. */
export const isMessage = (value: unknown): value is BaseMessage =>
  typeof (value as { _getType?: unknown } | null)?._getType === 'function'

export const getMessageType = (message: BaseMessage): string => (message as { _getType(): string })._getType()

// LangChain derives the id of a streamed message from the id of the model call: `run-<uuid>`.
const RUN_ID_PREFIX = /^(?:lc_)?run-+/

/** Message ids are UUIDs. Other ids, such as those of providers, are mapped to the same UUID every time. */
export const toMessageId = (threadId: string, id = ''): string => {
  const unprefixed = id.replace(RUN_ID_PREFIX, '')
  return isUuid(unprefixed) ? unprefixed.toLowerCase() : v5(`${threadId}\n${id}`, NAMESPACE)
}

export const toThreadMessage = (message: BaseMessage, id: string): ThreadMessage => {
  const calls = (message as AIMessage).tool_calls ?? []
  const { tool_call_id } = message as ToolMessage
  return {
    id,
    role: ROLES[getMessageType(message)] ?? FALLBACK_ROLE,
    content: message.content,
    ...(message.name !== undefined && { name: message.name }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id ?? '',
        name: call.name,
        arguments: call.args as JsonObject,
      })),
    }),
    ...(getMessageType(message) === 'tool' && { tool_call_id }),
  }
}

export const fromThreadMessage = ({ id, role, content, ...rest }: ThreadMessage): BaseMessage => {
  const fields = { id, content: content as string, ...(rest.name !== undefined && { name: rest.name }) }
  switch (role) {
    case 'user':
      return new HumanMessage(fields)
    case 'system':
      return new SystemMessage(fields)
    case 'tool':
      return new ToolMessage({ ...fields, tool_call_id: rest.tool_call_id ?? '' })
    case 'assistant': {
      const tool_calls = (rest.tool_calls ?? []).map((call) => ({
        id: call.id,
        name: call.name,
        args: call.arguments,
        type: 'tool_call' as const,
      }))
      return new AIMessage({ ...fields, tool_calls })
    }
  }
}

/** Accepts all message formats of LangChain and OpenAI. Returns undefined for anything else. */
export const parseMessage = (value: unknown): BaseMessage | undefined => {
  if (isMessage(value)) return value
  try {
    return coerceMessageLikeToMessage(value as BaseMessageLike)
  } catch {
    return undefined
  }
}

export const toText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as { type?: string; text?: unknown }[])
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('')
}

/** Converts a value to plain JSON, with messages in our own format. Omits what JSON cannot represent. */
export const toPlainJson = (value: unknown, threadId: string): unknown => {
  const ancestors = new Set<object>()
  const convert = (item: unknown): unknown => {
    if (typeof item === 'bigint') return String(item)
    // Functions and symbols cannot be posted to another thread; trying to would end this one.
    if (typeof item === 'function' || typeof item === 'symbol') return undefined
    if (typeof item !== 'object' || item === null) return item
    if (ancestors.has(item)) return '[Circular]'
    ancestors.add(item)
    const converted = convertObject(item)
    ancestors.delete(item)
    return converted
  }
  const convertObject = (item: object): unknown => {
    if (isMessage(item)) return toThreadMessage(item, toMessageId(threadId, item.id))
    if (Array.isArray(item)) return item.map(convert)
    if (item instanceof Date) return item.toJSON()
    if (item instanceof Map) return convert(Object.fromEntries(item))
    if (item instanceof Set) return [...item].map(convert)
    if (item instanceof Error) return { name: item.name, message: item.message }
    return Object.fromEntries(Object.entries(item).map(([key, nested]) => [key, convert(nested)]))
  }
  return convert(value)
}
