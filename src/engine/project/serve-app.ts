/**
 * Serves the `http.app` of a project in front of the built-in routes: requests that the app does not handle are forwarded to the main
 * thread through the loopback socket. So its middleware also wraps the built-in routes, as in the LangGraph CLI's server.
 */
import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { HOP_BY_HOP_HEADERS, HOP_HEADER, PASS_HEADER, readHop, type AppRoute, type Hop } from './protocol.js'

type Fetch = (request: Request, env?: object) => Response | Promise<Response>

interface Context {
  req: { raw: Request; url: string; arrayBuffer: () => Promise<ArrayBuffer> }
  set: (name: string, value: unknown) => void
}

/** The part of Hono's API that is used here. The app comes from the project's own copy of Hono. */
interface Hono {
  routes: AppRoute[]
  fetch: Fetch
  request: (url: string | URL | Request, init?: RequestInit) => Response | Promise<Response>
  use: (handler: (context: Context, next: () => Promise<void>) => Promise<void>) => unknown
  route: (path: string, app: Hono) => unknown
  all: (path: string, handler: (context: Context) => Promise<Response>) => unknown
}

const isHono = (app: object): app is Hono =>
  Array.isArray((app as Partial<Hono>).routes) && typeof (app as Partial<Hono>).route === 'function'

const hasFetch = (app: unknown): app is { fetch: Fetch } =>
  (typeof app === 'object' || typeof app === 'function') &&
  app !== null &&
  typeof (app as { fetch?: unknown }).fetch === 'function'

const STATUSES_WITHOUT_BODY = new Set([204, 205, 304])

/** The global under which the SDK's client looks for a fetch function to the server in whose process it runs. */
const SDK_LOOPBACK = Symbol.for('langgraph_api:fetch')

const makeForward =
  (loopbackSocket: string) =>
  async (request: Request, url: string, body: Readable | Buffer | null): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const requestHeaders = Object.fromEntries(
      [...request.headers].filter(([name]) => !HOP_BY_HOP_HEADERS.has(name)),
    )
    // Otherwise the server might close the connection while the body is still being sent.
    const headers = { ...requestHeaders, connection: 'keep-alive' }
    const outgoing = send({
      socketPath: loopbackSocket,
      method: request.method,
      path: pathname + search,
      headers: Buffer.isBuffer(body) ? { ...headers, 'content-length': String(body.length) } : headers,
      agent: false,
      signal: request.signal,
    })
    // The listener stays attached: an unhandled 'error' event would end the thread.
    outgoing.on('error', () => undefined)
    if (body instanceof Readable) body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing)
    else outgoing.end(body ?? undefined)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const responseHeaders = new Headers()
    for (const [name, values] of Object.entries(incoming.headersDistinct))
      if (!HOP_BY_HOP_HEADERS.has(name)) for (const value of values ?? []) responseHeaders.append(name, value)
    const { statusCode: status = 502 } = incoming
    if (STATUSES_WITHOUT_BODY.has(status) || request.method === 'HEAD') {
      incoming.resume()
      return new Response(null, { status, headers: responseHeaders })
    }
    return new Response(Readable.toWeb(incoming), {
      status,
      headers: responseHeaders,
    })
  }

const getHop = (request: Request): Hop | undefined => {
  const text = request.headers.get(HOP_HEADER)
  return text === null ? undefined : readHop(text)
}

const toPassResponse = (): Response => new Response(null, { status: 204, headers: { [PASS_HEADER]: 'true' } })

const getBody = async (
  request: Request,
  readBuffered: () => Promise<ArrayBuffer>,
): Promise<Readable | Buffer | null> => {
  // If a middleware has read the body, the stream is consumed, but Hono has buffered the body.
  if (request.bodyUsed) return Buffer.from(await readBuffered())
  return request.body === null ? null : Readable.fromWeb(request.body)
}

/** `routes` are the routes and middleware of the app; null if the app does not list them. */
export const wrapApp = (
  app: unknown,
  loopbackSocket: string,
): { fetch: Fetch; routes: AppRoute[] | null } | undefined => {
  if (!hasFetch(app)) return undefined
  const forward = makeForward(loopbackSocket)
  const toUnavailableResponse = (): Response => new Response('The service is stopping', { status: 503 })
  if (!isHono(app)) {
    return {
      routes: null,
      // Without a route list, a 404 is the only sign that the app does not handle the request.
      fetch: async (request, env) => {
        const requestCopy = request.clone()
        const response = await app.fetch(request, env)
        if (response.status !== 404) return response
        if (getHop(requestCopy)?.isUpgrade === true) return toPassResponse()
        return forward(
          requestCopy,
          requestCopy.url,
          await getBody(requestCopy, () => requestCopy.arrayBuffer()),
        ).catch(toUnavailableResponse)
      },
    }
  }
  // Created from the project's own copy of Hono, because apps of different copies do not share error handlers.
  const outer = new (app.constructor as new () => Hono)()
  outer.use(async (context, next) => {
    const { user = null, isUpgrade = false } = getHop(context.req.raw) ?? {}
    if (user !== null) context.set('auth', { user, scopes: user.permissions })
    // The header belongs to one connection, so it is not forwarded, but middleware may read it.
    if (isUpgrade) context.req.raw.headers.set('upgrade', 'websocket')
    await next()
  })
  outer.route('/', app)
  outer.all('*', async ({ req }) => {
    if (getHop(req.raw)?.isUpgrade === true) return toPassResponse()
    return forward(req.raw, req.url, await getBody(req.raw, () => req.arrayBuffer())).catch(
      toUnavailableResponse,
    )
  })
  Object.assign(globalThis, {
    [SDK_LOOPBACK]: async (url: string | URL, init?: RequestInit) => outer.request(url, init),
  })
  return { fetch: outer.fetch, routes: app.routes.map(({ method, path }) => ({ method, path })) }
}

export const listen = async (fetch: Fetch, appSocket: string): Promise<void> => {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = createServer(
    { requestTimeout: 0 },
    (incoming, outgoing) => void listener(incoming, outgoing),
  )
  server.listen(appSocket)
  await once(server, 'listening')
}
