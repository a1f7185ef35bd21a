/** Builds one request for every route that the server has registered. */
import { MISSING_ID, type RegisteredRoute } from './app.js'

export interface RouteCall {
  /** `POST /threads/:thread_id/runs` */
  name: string
  method: string
  path: string
  body?: unknown
  /** The content type of a body that is text; by default, the body is sent as JSON. */
  textType?: string
}

export const toRouteName = ({ method, url }: Pick<RegisteredRoute, 'method' | 'url'>): string =>
  `${method} ${url}`

/** Fills the parameters of the path from `values`; missing ones get an ID that does not exist. */
export const fillPath = (url: string, values: Record<string, string> = {}): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? MISSING_ID))

const RPC = { jsonrpc: '2.0', id: 1, params: {} }

/** Bodies that pass validation, for routes that would otherwise reject the request before they look at its IDs. */
const BODIES: Record<string, unknown> = {
  'POST /mcp': { ...RPC, method: 'tools/list' },
  'POST /mcp/': { ...RPC, method: 'tools/list' },
  'POST /a2a/:assistant_id': { ...RPC, method: 'tasks/get' },
  'POST /threads/:thread_id/commands': { id: 1, method: 'state.get' },
  'POST /threads/:thread_id/stream/events': { channels: ['values'] },
}

export const toRouteCall = (
  route: RegisteredRoute,
  values?: Record<string, string>,
  body: unknown = BODIES[toRouteName(route)] ?? {},
): RouteCall => ({
  name: toRouteName(route),
  method: route.method,
  path: fillPath(route.url, values),
  ...(route.method !== 'GET' && { body }),
})

export interface RouteResponse {
  status: number
  text: string
}

/** Sends the request over a socket, because some routes respond with a stream that does not end. */
export const sendRouteCall = async (
  origin: string,
  { method, path, body, textType }: RouteCall,
  headers: Record<string, string> = {},
): Promise<RouteResponse> => {
  const response = await fetch(origin + path, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      // Changes of the console need this header; other routes ignore it.
      'x-heddle-console': '1',
      ...(body !== undefined && { 'content-type': textType ?? 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: textType === undefined ? JSON.stringify(body) : (body as string) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
}
