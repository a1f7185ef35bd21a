/**
 * Serves the web console at /console: the page for every client-side route, its files, signing in, and crashing the service in
 * development mode. With CONSOLE=off, none of these routes exist.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import { ErrorBody } from '../../schema/error.js'
import { makeBuiltFiles, sendBuiltFile, type BuiltFiles } from '../http/built-files.js'
import { describeResponse, NO_BODY } from '../http/describe-response.js'
import { serveCrash, type CrashDeps } from './crash.js'
import { buildPageHeaders, fillPage, newNonce, renderNotBuiltPage } from './page.js'
import { serveSignIn, type SignInDeps } from './sign-in.js'

export interface ConsoleDeps extends SignInDeps, CrashDeps {
  /** The folder with the built console. */
  folder: string
}

/** The client-side routes have no path below this one, so an unknown path below it is a missing file. */
const ASSETS = 'assets/'

const PATHS = [
  ['/console', 'getConsole'],
  ['/console/*', 'getConsoleFile'],
] as const

const FILE_SCHEMA = {
  summary: 'Read the web console',
  description: 'The page of the console for all of its screens, and the files that the page loads.',
  tags: ['Console'],
  response: {
    200: describeResponse({
      'text/html': Type.String({ examples: ['<!doctype html>'] }),
      'text/javascript': Type.String({ examples: ['export {}'] }),
      'text/css': Type.String({ examples: ['body {}'] }),
      'text/plain': Type.String({ examples: ['User-agent: *'] }),
      'image/svg+xml': Type.String({ examples: ['<svg></svg>'] }),
      'image/png': Type.String({ description: 'A picture.' }),
      'font/woff2': Type.String({ description: 'A font.' }),
      'application/json': Type.Object({}, { additionalProperties: true }),
    }),
    304: NO_BODY,
    404: ErrorBody,
  },
}

export const serveConsole = (server: FastifyInstance, deps: ConsoleDeps): void => {
  const isOn = deps.config.CONSOLE === 'on'
  const files = makeBuiltFiles(deps.folder)
  const config = { scope: 'public' } as const

  void server.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isOn) throw makeNotFound(request)
    })
    for (const [url, operationId] of PATHS) {
      const schema = { ...FILE_SCHEMA, operationId }
      scope.get<{ Params: { '*'?: string } }>(url, { config, schema }, (request, reply) =>
        serveFile(files, request.params['*'] ?? '', request, reply),
      )
    }
    serveSignIn(scope, deps)
    serveCrash(scope, deps)
  })
}

/** True if a person opened this URL in a browser. API clients accept anything or JSON. */
export const isBrowserNavigation = ({ headers }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '')

export const redirectToConsole = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', vary: 'accept' }).redirect('/console', 302)

const makeNotFound = ({ method, url }: FastifyRequest): AppError =>
  new AppError('resource_not_found', `Route ${method} ${url.split('?')[0] ?? ''} does not exist`)

const serveFile = async (
  files: BuiltFiles,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const built = await files.get()
  const file = built !== undefined && Object.hasOwn(built.files, name) ? built.files[name] : undefined
  if (file === undefined) {
    if (name.startsWith(ASSETS)) throw makeNotFound(request)
    const nonce = newNonce()
    void reply.headers(buildPageHeaders(nonce))
    if (built === undefined) return reply.send(renderNotBuiltPage(nonce))
    return reply.send(fillPage(built.page, nonce))
  }
  if (!(await sendBuiltFile(files, { name, file }, request, reply))) throw makeNotFound(request)
  return reply
}
