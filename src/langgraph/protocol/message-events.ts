/**
 * Converts message chunks to the message events of the protocol: message-start, then content blocks that start, grow and finish one
 * after another, then message-finish. Stored events only contain the chunks; a message is finished when its node ends.
 */
import type { JsonObject } from '../../schema/common.js'
import { toMessageParts, type MessagePart, type WireMessage } from './message-blocks.js'
import type { ProtocolEventBody } from './protocol-event.js'

interface Block {
  key: string
  index: number
  content: JsonObject
}

interface OpenMessage {
  id: string
  namespace: readonly string[]
  node: string | undefined
  block: Block | undefined
  blocks: number
  usage: JsonObject | undefined
  response: JsonObject
}

type Metadata = JsonObject

const ROLES: Readonly<Record<string, string>> = { human: 'human', system: 'system', ai: 'ai' }
const CHUNK_TYPE = 'AIMessageChunk'

/** Metadata of message-start, and the LangChain metadata keys that it is read from. */
const MODEL_METADATA = { provider: 'ls_provider', model: 'ls_model_name', model_type: 'ls_model_type' }

export const makeMessageEvents = () => {
  const openMessages = new Map<string, OpenMessage>()
  const startedIds = new Set<string>()

  /** `run_id` distinguishes messages that one node writes concurrently. */
  const toEvent = ({ id, namespace, node }: OpenMessage, data: JsonObject): ProtocolEventBody => ({
    method: 'messages',
    namespace,
    node,
    data: { ...data, run_id: id },
  })

  const finishBlock = (message: OpenMessage): ProtocolEventBody[] => {
    const { block } = message
    message.block = undefined
    if (block === undefined) return []
    const content = finalizeContent(block.content)
    return [toEvent(message, { event: 'content-block-finish', index: block.index, content })]
  }

  const finishMessage = (message: OpenMessage): ProtocolEventBody[] => {
    openMessages.delete(message.id)
    const { usage, response } = message
    const blockEvents = finishBlock(message)
    const finish = {
      event: 'message-finish',
      ...(usage !== undefined && { usage }),
      ...(Object.keys(response).length > 0 && { responseMetadata: response }),
    }
    return [...blockEvents, toEvent(message, finish)]
  }

  const appendPart = (message: OpenMessage, part: MessagePart): ProtocolEventBody[] => {
    const events: ProtocolEventBody[] = []
    let { block } = message
    const continuesToolCall =
      part.kind === 'call' && part.key === 'call' && block?.key.startsWith('call') === true
    if (block === undefined || (block.key !== part.key && !continuesToolCall)) {
      events.push(...finishBlock(message))
      const content = toInitialContent(part)
      block = message.block = { key: part.key, index: message.blocks++, content }
      events.push(
        toEvent(message, { event: 'content-block-start', index: block.index, content: { ...content } }),
      )
    }
    const delta = appendToContent(block.content, part)
    if (delta !== undefined)
      events.push(toEvent(message, { event: 'content-block-delta', index: block.index, delta }))
    return events
  }

  const startMessage = (message: OpenMessage, role: string, metadata: Metadata): ProtocolEventBody => {
    openMessages.set(message.id, message)
    startedIds.add(message.id)
    const modelMetadata = Object.entries(MODEL_METADATA).flatMap(([name, key]) =>
      typeof metadata[key] === 'string' ? [[name, metadata[key]]] : [],
    )
    return toEvent(message, {
      event: 'message-start',
      role,
      id: message.id,
      ...(modelMetadata.length > 0 && { metadata: Object.fromEntries(modelMetadata) as JsonObject }),
    })
  }

  return {
    addMessage(message: WireMessage, metadata: Metadata): ProtocolEventBody[] {
      const { id, type = '' } = message
      const isChunk = type === CHUNK_TYPE
      const role = isChunk ? 'ai' : ROLES[type]
      // Tool messages are sent on the tools channel instead.
      if (id === undefined || role === undefined) return []
      let openMessage = openMessages.get(id)
      const events: ProtocolEventBody[] = []
      if (openMessage === undefined) {
        if (startedIds.has(id)) return []
        const namespace = namespaceFrom(metadata)
        const node = metadata['langgraph_node']
        events.push(
          ...[...openMessages.values()]
            .filter((other) => isFinished(other, namespace))
            .flatMap(finishMessage),
        )
        openMessage = {
          id,
          namespace,
          node: typeof node === 'string' ? node : undefined,
          block: undefined,
          blocks: 0,
          usage: undefined,
          response: {},
        }
        events.push(startMessage(openMessage, role, metadata))
      } else if (!isChunk) {
        return finishMessage(openMessage)
      }
      for (const part of toMessageParts(message, isChunk)) events.push(...appendPart(openMessage, part))
      openMessage.usage = addUsage(openMessage.usage, message.usage_metadata)
      Object.assign(openMessage.response, message.response_metadata)
      return isChunk ? events : [...events, ...finishMessage(openMessage)]
    },

    /** Finishes all open messages below the namespace; an empty namespace means the whole run. */
    finishBelow: (namespace: readonly string[]): ProtocolEventBody[] =>
      [...openMessages.values()]
        .filter((message) => namespace.every((segment, index) => message.namespace[index] === segment))
        .flatMap(finishMessage),

    failAll: (errorMessage: string): ProtocolEventBody[] =>
      [...openMessages.values()].map((message) => {
        openMessages.delete(message.id)
        return toEvent(message, { event: 'error', message: errorMessage })
      }),
  }
}

/** The namespace of a message ends with the node that writes it. */
const namespaceFrom = (metadata: Metadata): string[] => {
  const namespace = metadata['langgraph_checkpoint_ns'] ?? metadata['checkpoint_ns']
  return typeof namespace === 'string' && namespace !== '' ? namespace.split('|') : []
}

/** A message with usage or a finish reason is complete when its node starts another message. */
const isFinished = (
  { namespace, usage, response }: OpenMessage,
  messageNamespace: readonly string[],
): boolean =>
  namespace.join('|') === messageNamespace.join('|') &&
  (usage !== undefined || response['finish_reason'] != null || response['stop_reason'] != null)

const toInitialContent = (part: MessagePart): JsonObject => {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: '' }
    case 'reasoning':
      return { type: 'reasoning', reasoning: '' }
    case 'call':
      return { type: 'tool_call_chunk', id: part.id ?? null, name: part.name ?? null, args: '' }
    case 'whole':
      return part.block
  }
}

/** Appends to the block and returns the delta: appended text, or for tool calls all fields so far, because clients replace fields. */
const appendToContent = (content: JsonObject, part: MessagePart): JsonObject | undefined => {
  switch (part.kind) {
    case 'text':
      content['text'] = String(content['text']) + part.text
      return { type: 'text-delta', text: part.text }
    case 'reasoning':
      content['reasoning'] = String(content['reasoning']) + part.text
      return { type: 'reasoning-delta', reasoning: part.text }
    case 'call':
      content['id'] = part.id ?? content['id']
      content['name'] = part.name ?? content['name']
      content['args'] = String(content['args']) + part.args
      return { type: 'block-delta', fields: { ...content } }
    case 'whole':
      return undefined
  }
}

const finalizeContent = (content: JsonObject): JsonObject => {
  if (content['type'] !== 'tool_call_chunk') return content
  const { id = null, name = null, args } = content
  const argsText = String(args)
  try {
    const read: unknown = argsText === '' ? {} : JSON.parse(argsText)
    if (typeof read === 'object' && read !== null) return { type: 'tool_call', id, name, args: read }
  } catch {
    // Handled below.
  }
  return { type: 'invalid_tool_call', id, name, args: argsText, error: 'The arguments are not a JSON object' }
}

/** Chunks report partial usage, which is summed up. */
const addUsage = (total: JsonObject | undefined, usage: JsonObject | undefined): JsonObject | undefined => {
  if (usage === undefined) return total
  const sum: JsonObject = { ...total }
  for (const [name, value] of Object.entries(usage)) {
    const previous = sum[name]
    if (typeof value === 'number') sum[name] = (typeof previous === 'number' ? previous : 0) + value
    else if (typeof value === 'object' && value !== null)
      sum[name] = addUsage(previous as JsonObject | undefined, value as JsonObject) ?? {}
  }
  return sum
}
