/** Calls the handlers of the project's `Auth` (from @langchain/langgraph-sdk/auth, in the copy that the project has installed). */
import type { JsonObject } from '../../schema/common.js'
import type { AuthReply, AuthenticateRequest, ProjectUser, AuthorizeRequest, Rejection } from './protocol.js'

interface Handlers {
  authenticate?: (request: Request) => unknown
  callbacks?: Record<string, ((request: object) => unknown) | undefined>
}

const HANDLERS = '~handlerCache'

export const isAuth = (value: unknown): value is Record<typeof HANDLERS, Handlers> =>
  typeof value === 'object' && value !== null && HANDLERS in value

/** Recognizes an HTTPException of the SDK by its fields, because the project has its own copy of the class. */
const toRejection = (error: unknown): Rejection | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const { status, message, headers } = error as { status?: unknown; message?: unknown; headers?: unknown }
  if (typeof status !== 'number' || !('headers' in error)) return undefined
  return {
    status,
    message: typeof message === 'string' ? message : '',
    headers: Object.fromEntries(new Headers((headers ?? {}) as Record<string, string>)),
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toPlainJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const toUser = (value: unknown): ProjectUser | undefined => {
  if (typeof value === 'string' && value !== '') return toUser({ identity: value })
  if (typeof value !== 'object' || value === null) return undefined
  const { identity, permissions, is_authenticated, display_name } = value as Partial<ProjectUser>
  if (typeof identity !== 'string' || identity === '') return undefined
  return {
    ...toPlainJson(value),
    identity,
    display_name: display_name ?? identity,
    is_authenticated: is_authenticated ?? true,
    permissions: Array.isArray(permissions) ? permissions.map(String) : [],
  }
}

export const authenticate = async (
  auth: Record<typeof HANDLERS, Handlers>,
  request: AuthenticateRequest,
): Promise<AuthReply> => {
  const handler = auth[HANDLERS].authenticate
  if (handler === undefined) return { failure: "the project's auth has no authenticate handler" }
  try {
    const { url, method, headers } = request
    const user = toUser(await handler(new Request(url, { method, headers })))
    if (user?.is_authenticated === true) return { user }
    return { rejection: { status: 401, message: 'Unauthorized', headers: {} } }
  } catch (error) {
    const rejection = toRejection(error)
    return rejection === undefined ? { failure: toMessage(error) } : { rejection }
  }
}

const hasUndefined = ([, condition]: [string, unknown]): boolean =>
  condition === undefined ||
  (typeof condition === 'object' && condition !== null && Object.values(condition).includes(undefined))

/** The most specific handler decides; without a handler, the action is allowed. */
export const authorize = async (
  auth: Record<typeof HANDLERS, Handlers>,
  { resource, action, value, user }: AuthorizeRequest,
): Promise<AuthReply> => {
  const { callbacks = {} } = auth[HANDLERS]
  const names = [`${resource}:${action}`, resource, `*:${action}`, '*']
  const handler = names.map((name) => callbacks[name]).find((candidate) => candidate !== undefined)
  if (handler === undefined) return { value, filters: null }
  try {
    const event = `${resource}:${action}`
    const decision = await handler({ event, resource, action, value, permissions: user.permissions, user })
    if (decision === false) return { rejection: { status: 403, message: 'Forbidden', headers: {} } }
    if (decision == null || decision === true) return { value: toPlainJson(value), filters: null }
    if (typeof decision !== 'object')
      return {
        failure: `the handler of ${event} returned a ${typeof decision}; expected a filter or a boolean`,
      }
    const undefinedKey = Object.entries(decision as JsonObject).find(hasUndefined)?.[0]
    // As JSON the condition would disappear, and the user would see the resources of everyone.
    if (undefinedKey !== undefined)
      return { failure: `the handler of ${event} returned a filter in which ${undefinedKey} is undefined` }
    return { value: toPlainJson(value), filters: toPlainJson(decision as JsonObject) }
  } catch (error) {
    const rejection = toRejection(error)
    return rejection === undefined ? { failure: toMessage(error) } : { rejection }
  }
}
