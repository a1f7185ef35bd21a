/** Parses the message that another agent sends. */
import { isObject, type JsonObject } from '../../schema/common.js'
import { isUuid } from '../../platform/ids.js'
import { RPC_CODES, RpcError } from '../http/json-rpc.js'

export const A2A_CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotificationNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
} as const

export interface A2aMessage {
  messageId: string | undefined
  text: string
  /** The merged data parts; undefined if the message has none. */
  data: JsonObject | undefined
  /** The id of a thread. */
  contextId: string | undefined
  /** The id of the waiting run that the message resumes. */
  taskId: string | undefined
  /** True if the response waits for the end of the task. */
  isBlocking: boolean
  historyLength: number | undefined
}

const invalidParams = (text: string): RpcError => new RpcError(RPC_CODES.invalidParams, text)

const readObject = (value: unknown, name: string): JsonObject => {
  if (value == null) return {}
  if (!isObject(value)) throw invalidParams(`${name} must be an object`)
  return value
}

const readUuid = (value: unknown, name: string): string | undefined => {
  if (value == null) return undefined
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  throw invalidParams(`${name} must be a UUID`)
}

export const parseHistoryLength = (value: unknown): number | undefined => {
  if (value == null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw invalidParams('historyLength must be a whole number')
}

export const parseMessage = (params: JsonObject): A2aMessage => {
  const { message, configuration, thread } = params
  if (!isObject(message)) throw invalidParams('message must be an object')
  if (message['role'] !== 'user') throw invalidParams('message.role must be user')
  const settings = readObject(configuration, 'configuration')
  if (settings['pushNotificationConfig'] != null)
    throw new RpcError(A2A_CODES.pushNotificationNotSupported, 'Push Notification is not supported')
  const { messageId } = message
  const { threadId } = readObject(thread, 'thread')
  return {
    ...parseParts(message['parts']),
    messageId: typeof messageId === 'string' ? messageId.slice(0, 256) : undefined,
    contextId: readUuid(message['contextId'] ?? threadId, 'message.contextId'),
    taskId: readUuid(message['taskId'], 'message.taskId'),
    isBlocking: settings['blocking'] !== false,
    historyLength: parseHistoryLength(settings['historyLength']),
  }
}

const parseParts = (parts: unknown): Pick<A2aMessage, 'text' | 'data'> => {
  if (!Array.isArray(parts) || parts.length === 0)
    throw invalidParams('message.parts must be a non-empty array')
  const texts: string[] = []
  let data: JsonObject | undefined
  for (const [index, part] of (parts as unknown[]).entries()) {
    const { kind, text, data: values } = readObject(part, `message.parts[${String(index)}]`)
    if (kind === 'text' && typeof text === 'string') texts.push(text)
    else if (kind === 'data' && isObject(values)) data = { ...data, ...values }
    else if (kind === 'file')
      throw new RpcError(
        A2A_CODES.contentTypeNotSupported,
        'File parts are not supported; send text or data parts',
      )
    else throw invalidParams(`message.parts[${String(index)}] must be a text part or a data part`)
  }
  return { text: texts.join('\n'), data }
}
