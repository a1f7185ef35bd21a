/** Messages between the main thread and the project thread. Requests to the project's own routes use a socket instead. */
import type { JsonObject } from '../../schema/common.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { LogLine } from '../sdk-logger.js'
import type { WatchTarget } from '../loading/watch-target.js'

/** The user that the project's `authenticate` returned. */
export interface ProjectUser extends JsonObject {
  identity: string
  display_name: string
  is_authenticated: boolean
  permissions: string[]
}

/** An action that the handlers of the project's auth decide on. */
export interface AuthorizeRequest {
  resource: string
  action: string
  /** The fields of the request. Handlers may change them. */
  value: JsonObject
  user: ProjectUser
}

export interface AuthenticateRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
}

/** A deliberate rejection by the project's code, with the HTTP status that it chose. */
export interface Rejection {
  status: number
  message: string
  headers: Record<string, string>
}

/** `failure`: the project's code threw an unexpected error or returned an invalid value. */
export type AuthReply =
  | { user: ProjectUser }
  | { value: JsonObject; filters: unknown }
  | { rejection: Rejection }
  | { failure: string }

export type ToProject =
  | { type: 'authenticate'; id: number; request: AuthenticateRequest }
  | { type: 'authorize'; id: number; request: AuthorizeRequest }

/** A route or a middleware of the project's app. The method may be `ALL`. */
export interface AppRoute {
  method: string
  path: string
}

export type FromProject =
  /** `routes` are the routes and middleware of the app; null if the app does not list them, so it receives every request. */
  | { type: 'ready'; routes: AppRoute[] | null }
  | { type: 'failed'; problems: LoadProblem[] }
  | { type: 'watch'; targets: WatchTarget[] }
  | { type: 'reply'; id: number; reply: AuthReply }
  | ({ type: 'log' } & LogLine)

export interface ProjectThreadOptions {
  shared: SharedArrayBuffer
  folder: string
  /** The path of langgraph.json. */
  configFile: string
  /** True if the thread reports the files of the project that it loads. */
  reportsFiles: boolean
  authPath: string | null
  appPath: string | null
  /** The socket on which the thread serves the app, and the socket to which it forwards requests that the app does not handle. */
  appSocket: string
  loopbackSocket: string
}

/**
 * The header that carries the client's IP address and user with a request from the main thread to the app, and back if the app does not
 * handle the request. It is only trusted on the loopback socket.
 */
export const HOP_HEADER = 'x-heddle-hop'

export interface Hop {
  ip: string
  user: ProjectUser | null
  /** True if the request opens a WebSocket of the service: the app only decides whether it may pass. */
  isUpgrade?: boolean
}

/** The header of the response with which the app lets a WebSocket pass. */
export const PASS_HEADER = 'x-heddle-pass'

export const writeHop = (hop: Hop): string => Buffer.from(JSON.stringify(hop)).toString('base64')

export const readHop = (text: string): Hop => JSON.parse(Buffer.from(text, 'base64').toString()) as Hop

/** Headers that belong to one connection and are not forwarded between the main thread and the app. */
export const HOP_BY_HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])
