/** Which routes a project has switched off by `http.disable_…`: they are as if there were none. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.js'
import type { Http } from '../../project/settings.js'

const PARTS: [RegExp, keyof Http][] = [
  [/^\/assistants(\/|$)/, 'disable_assistants'],
  [/^\/runs(\/|$)|^\/threads\/:thread_id\/(runs|commands|stream)(\/|$)/, 'disable_runs'],
  [/^\/threads(\/|$)/, 'disable_threads'],
  [/^\/store(\/|$)/, 'disable_store'],
  [/^\/mcp(\/|$)/, 'disable_mcp'],
  [/^\/a2a(\/|$)|^\/\.well-known\/agent/, 'disable_a2a'],
]
/** About the service itself; /health stays, for whoever keeps it running. */
const META = /^\/(ok|info|metrics|docs)(\/|$)/

/** `settings`: as the project has them now. */
export const hideDisabled = (server: FastifyInstance, settings: () => Http | undefined): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    const http = settings()
    if (http === undefined) {
      done()
      return
    }
    const { url = '', config } = request.routeOptions
    const part = config.isOfDialect === true ? PARTS.find(([pattern]) => pattern.test(url))?.[1] : undefined
    const name = META.test(url) ? 'disable_meta' : part
    if (name === undefined || http[name] !== true) done()
    else
      done(
        new AppError(
          'resource_not_found',
          `there is no ${request.method} ${request.url.split('?')[0] ?? ''}`,
        ),
      )
  })
}
