/**
 * Messages as they are written, as the protocol tells them: a start, blocks that start, grow and finish one after another, and an
 * end. Stored events hold the pieces; that a message is over shows when its node is.
 */
import type { JsonObject } from '../../schema/common.js'
import { partsOf, type Part, type WireMessage } from './message-blocks.js'
import type { Told } from './protocol-event.js'

interface Block {
  key: string
  index: number
  content: JsonObject
}

interface Open {
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
const PIECE = 'AIMessageChunk'

/** What is told of the model, and under what name LangChain has it. */
const ABOUT = { provider: 'ls_provider', model: 'ls_model_name', model_type: 'ls_model_type' }

export const makeMessageEvents = () => {
  const open = new Map<string, Open>()
  const known = new Set<string>()

  /** `run_id` tells messages apart that one node writes side by side. */
  const tell = ({ id, namespace, node }: Open, data: JsonObject): Told => ({
    method: 'messages',
    namespace,
    node,
    data: { ...data, run_id: id },
  })

  const endBlock = (message: Open): Told[] => {
    const { block } = message
    message.block = undefined
    if (block === undefined) return []
    const content = finalised(block.content)
    return [tell(message, { event: 'content-block-finish', index: block.index, content })]
  }

  const end = (message: Open): Told[] => {
    open.delete(message.id)
    const { usage, response } = message
    const ended = endBlock(message)
    const finish = {
      event: 'message-finish',
      ...(usage !== undefined && { usage }),
      ...(Object.keys(response).length > 0 && { responseMetadata: response }),
    }
    return [...ended, tell(message, finish)]
  }

  const grow = (message: Open, part: Part): Told[] => {
    const told: Told[] = []
    let { block } = message
    const isNext = part.kind === 'call' && part.key === 'call' && block?.key.startsWith('call') === true
    if (block === undefined || (block.key !== part.key && !isNext)) {
      told.push(...endBlock(message))
      const content = startOf(part)
      block = message.block = { key: part.key, index: message.blocks++, content }
      told.push(tell(message, { event: 'content-block-start', index: block.index, content: { ...content } }))
    }
    const delta = addTo(block.content, part)
    if (delta !== undefined)
      told.push(tell(message, { event: 'content-block-delta', index: block.index, delta }))
    return told
  }

  const start = (message: Open, role: string, metadata: Metadata): Told => {
    open.set(message.id, message)
    known.add(message.id)
    const about = Object.entries(ABOUT).flatMap(([name, key]) =>
      typeof metadata[key] === 'string' ? [[name, metadata[key]]] : [],
    )
    return tell(message, {
      event: 'message-start',
      role,
      id: message.id,
      ...(about.length > 0 && { metadata: Object.fromEntries(about) as JsonObject }),
    })
  }

  return {
    hear(message: WireMessage, metadata: Metadata): Told[] {
      const { id, type = '' } = message
      const isPiece = type === PIECE
      const role = isPiece ? 'ai' : ROLES[type]
      // What tools answer is told as tools do.
      if (id === undefined || role === undefined) return []
      let written = open.get(id)
      const told: Told[] = []
      if (written === undefined) {
        if (known.has(id)) return []
        const namespace = placeOf(metadata)
        const node = metadata['langgraph_node']
        told.push(...[...open.values()].filter((other) => isOver(other, namespace)).flatMap(end))
        written = {
          id,
          namespace,
          node: typeof node === 'string' ? node : undefined,
          block: undefined,
          blocks: 0,
          usage: undefined,
          response: {},
        }
        told.push(start(written, role, metadata))
      } else if (!isPiece) {
        return end(written)
      }
      for (const part of partsOf(message, isPiece)) told.push(...grow(written, part))
      written.usage = addUsage(written.usage, message.usage_metadata)
      Object.assign(written.response, message.response_metadata)
      return isPiece ? told : [...told, ...end(written)]
    },

    /** Nobody writes here any more; an empty namespace is the whole run. */
    endBelow: (namespace: readonly string[]): Told[] =>
      [...open.values()]
        .filter((one) => namespace.every((segment, index) => one.namespace[index] === segment))
        .flatMap(end),

    failAll: (message: string): Told[] =>
      [...open.values()].map((one) => {
        open.delete(one.id)
        return tell(one, { event: 'error', message })
      }),
  }
}

/** The place of a message ends with the node that writes it. */
const placeOf = (metadata: Metadata): string[] => {
  const place = metadata['langgraph_checkpoint_ns'] ?? metadata['checkpoint_ns']
  return typeof place === 'string' && place !== '' ? place.split('|') : []
}

/** A node that begins another message has ended the one whose usage, or reason to stop, was told. */
const isOver = ({ namespace, usage, response }: Open, place: readonly string[]): boolean =>
  namespace.join('|') === place.join('|') &&
  (usage !== undefined || response['finish_reason'] != null || response['stop_reason'] != null)

const startOf = (part: Part): JsonObject => {
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

/** Adds to the block and says what was added: texts as what follows, calls as what there is, because fields are replaced. */
const addTo = (content: JsonObject, part: Part): JsonObject | undefined => {
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

const finalised = (content: JsonObject): JsonObject => {
  if (content['type'] !== 'tool_call_chunk') return content
  const { id = null, name = null, args } = content
  const written = String(args)
  try {
    const read: unknown = written === '' ? {} : JSON.parse(written)
    if (typeof read === 'object' && read !== null) return { type: 'tool_call', id, name, args: read }
  } catch {
    // Told below.
  }
  return { type: 'invalid_tool_call', id, name, args: written, error: 'the arguments are not a JSON object' }
}

/** Pieces tell parts of it. */
const addUsage = (before: JsonObject | undefined, more: JsonObject | undefined): JsonObject | undefined => {
  if (more === undefined) return before
  const sum: JsonObject = { ...before }
  for (const [name, value] of Object.entries(more)) {
    const had = sum[name]
    if (typeof value === 'number') sum[name] = (typeof had === 'number' ? had : 0) + value
    else if (typeof value === 'object' && value !== null)
      sum[name] = addUsage(had as JsonObject | undefined, value as JsonObject) ?? {}
  }
  return sum
}
