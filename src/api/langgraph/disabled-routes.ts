/** Responds with 404 to routes that the project disabled with `http.disable_…`, as if they did not exist. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.js'
import type { HttpSettings } from '../../project/settings.js'

type RouteSetting = [pattern: RegExp, setting: keyof HttpSettings]

/** Native routes that are also served without /api/v1 have the same paths, and are not disabled. */
const LANGGRAPH_ROUTES: RouteSetting[] = [
  [/^\/assistants(\/|$)/, 'disable_assistants'],
  [/^\/runs(\/|$)|^\/threads\/:thread_id\/(runs|commands|stream)(\/|$)/, 'disable_runs'],
  [/^\/threads(\/|$)/, 'disable_threads'],
  [/^\/store(\/|$)/, 'disable_store'],
  [/^\/ui(\/|$)/, 'disable_ui'],
]
const OTHER_ROUTES: RouteSetting[] = [
  [/^\/mcp(\/|$)/, 'disable_mcp'],
  [/^\/a2a(\/|$)|^\/\.well-known\/agent/, 'disable_a2a'],
  // Routes about the service itself. /health is never disabled, because load balancers and orchestrators need it.
  [/^\/(ok|info|metrics|docs)(\/|$)/, 'disable_meta'],
]

/** `settings` returns the current settings of the project, which a reload may change. */
export const hideDisabledRoutes = (
  server: FastifyInstance,
  settings: () => HttpSettings | undefined,
): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    const http = settings()
    if (http === undefined) {
      done()
      return
    }
    const { url = '', config } = request.routeOptions
    const routes = config.isLangGraphRoute === true ? LANGGRAPH_ROUTES : OTHER_ROUTES
    const setting = routes.find(([pattern]) => pattern.test(url))?.[1]
    if (setting === undefined || http[setting] !== true) done()
    else
      done(
        new AppError(
          'resource_not_found',
          `Route ${request.method} ${request.url.split('?')[0] ?? ''} does not exist`,
        ),
      )
  })
}
