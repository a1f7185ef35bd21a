/** What another agent sends. */
import type { JsonObject } from '../../schema/common.js'
import { isUuid } from '../../platform/ids.js'
import { isObject, RPC, RpcError } from '../http/json-rpc.js'

export const A2A = {
  taskNotFound: -32001,
  notCancelable: -32002,
  noPushNotifications: -32003,
  unsupported: -32004,
  contentType: -32005,
} as const

export interface Sent {
  messageId: string | undefined
  text: string
  /** Of all its parts that are values; undefined: there is none. */
  data: JsonObject | undefined
  /** The thread. */
  contextId: string | undefined
  /** The run that it answers. */
  taskId: string | undefined
  /** Whether the answer is to wait for the end of the task. */
  isBlocking: boolean
  historyLength: number | undefined
}

const wrong = (text: string): RpcError => new RpcError(RPC.invalidParams, text)

const objectAt = (value: unknown, name: string): JsonObject => {
  if (value == null) return {}
  if (!isObject(value)) throw wrong(`${name} must be an object`)
  return value
}

const idAt = (value: unknown, name: string): string | undefined => {
  if (value == null) return undefined
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  throw wrong(`${name} must be a UUID`)
}

export const readHistoryLength = (value: unknown): number | undefined => {
  if (value == null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw wrong('historyLength must be a whole number')
}

export const readSent = (params: JsonObject): Sent => {
  const { message, configuration, thread } = params
  if (!isObject(message)) throw wrong('message must be an object')
  if (message['role'] !== 'user') throw wrong('message.role must be user')
  const settings = objectAt(configuration, 'configuration')
  if (settings['pushNotificationConfig'] != null)
    throw new RpcError(A2A.noPushNotifications, 'Push Notification is not supported')
  const { messageId } = message
  const { threadId } = objectAt(thread, 'thread')
  return {
    ...readParts(message['parts']),
    messageId: typeof messageId === 'string' ? messageId.slice(0, 256) : undefined,
    contextId: idAt(message['contextId'] ?? threadId, 'message.contextId'),
    taskId: idAt(message['taskId'], 'message.taskId'),
    isBlocking: settings['blocking'] !== false,
    historyLength: readHistoryLength(settings['historyLength']),
  }
}

const readParts = (parts: unknown): Pick<Sent, 'text' | 'data'> => {
  if (!Array.isArray(parts) || parts.length === 0)
    throw wrong('message.parts must be an array that is not empty')
  const texts: string[] = []
  let data: JsonObject | undefined
  for (const [index, part] of (parts as unknown[]).entries()) {
    const { kind, text, data: values } = objectAt(part, `message.parts[${String(index)}]`)
    if (kind === 'text' && typeof text === 'string') texts.push(text)
    else if (kind === 'data' && isObject(values)) data = { ...data, ...values }
    else if (kind === 'file') throw new RpcError(A2A.contentType, 'files are not taken: send text or data')
    else throw wrong(`message.parts[${String(index)}] must be a text or data`)
  }
  return { text: texts.join('\n'), data }
}
