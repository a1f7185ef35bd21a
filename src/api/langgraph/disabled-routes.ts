/** Responds with 404 to routes that the project disabled with `http.disable_…`, as if they did not exist. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.js'
import type { HttpSettings } from '../../project/settings.js'

const ROUTE_SETTINGS: [RegExp, keyof HttpSettings][] = [
  [/^\/assistants(\/|$)/, 'disable_assistants'],
  [/^\/runs(\/|$)|^\/threads\/:thread_id\/(runs|commands|stream)(\/|$)/, 'disable_runs'],
  [/^\/threads(\/|$)/, 'disable_threads'],
  [/^\/store(\/|$)/, 'disable_store'],
  [/^\/ui(\/|$)/, 'disable_ui'],
  [/^\/mcp(\/|$)/, 'disable_mcp'],
  [/^\/a2a(\/|$)|^\/\.well-known\/agent/, 'disable_a2a'],
]
/** Routes about the service itself. /health is never disabled, because load balancers and orchestrators need it. */
const META_ROUTES = /^\/(ok|info|metrics|docs)(\/|$)/

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
    const routeSetting =
      config.isLangGraphRoute === true
        ? ROUTE_SETTINGS.find(([pattern]) => pattern.test(url))?.[1]
        : undefined
    const setting = META_ROUTES.test(url) ? 'disable_meta' : routeSetting
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
