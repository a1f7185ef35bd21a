/** What the main thread and the project thread say to each other. Requests to the project's own routes go by a socket, not by these. */
import type { JsonObject } from '../../schema/common.js'

/** Who asks, as the project's `authenticate` knows them. */
export interface ProjectUser extends JsonObject {
  identity: string
  display_name: string
  is_authenticated: boolean
  permissions: string[]
}

/** What somebody is about to do, as the handlers of the project are asked about it. */
export interface AuthorizeRequest {
  resource: string
  action: string
  /** What it is done to, and with what. Handlers may change it. */
  value: JsonObject
  user: ProjectUser
}

export interface AuthenticateRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
}

/** Said by the project on purpose, with a status of its choice. */
export interface Rejection {
  status: number
  message: string
  headers: Record<string, string>
}

/** `failure`: the project's code threw, or gave what means nothing. */
export type AuthReply =
  | { user: ProjectUser }
  | { value: JsonObject; filters: unknown }
  | { rejection: Rejection }
  | { failure: string }

export type ToProject =
  | { type: 'authenticate'; id: number; request: AuthenticateRequest }
  | { type: 'authorize'; id: number; request: AuthorizeRequest }

/** A route or a middleware of the project's app; the method may be `ALL`. */
export interface AppRoute {
  method: string
  path: string
}

export type FromProject =
  /** `routes`: what the app answers or wraps; null: it does not say, so it is given everything. */
  | { type: 'ready'; routes: AppRoute[] | null }
  | { type: 'failed'; message: string }
  | { type: 'reply'; id: number; reply: AuthReply }

export interface ProjectThreadOptions {
  shared: SharedArrayBuffer
  folder: string
  authPath: string | null
  appPath: string | null
  /** Where it listens for requests to the app, and where it passes on those that the app leaves to us. */
  appSocket: string
  loopbackSocket: string
}

/**
 * Goes with a request from the main thread to the app and, where the app leaves it to us, back again: who asked, and from where. It is
 * believed on the inner socket only.
 */
export const HOP_HEADER = 'x-heddle-hop'

export interface Hop {
  ip: string
  user: ProjectUser | null
}

export const writeHop = (hop: Hop): string => Buffer.from(JSON.stringify(hop)).toString('base64')

export const readHop = (text: string): Hop => JSON.parse(Buffer.from(text, 'base64').toString()) as Hop
