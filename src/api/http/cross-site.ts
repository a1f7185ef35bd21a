/**
 * Rejects requests that a page of a foreign site makes a browser send. Browsers send a POST without a body, and forms, to any site
 * without asking it first (no CORS preflight), and a service without authentication would execute them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Must be called after CORS is enabled, whose hook decides which origins are allowed. */
export const rejectCrossSiteRequests = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (SAFE_METHODS.has(request.method) || hasExplicitCredentials(request) || isTrustedSite(request, reply))
      done()
    else
      done(
        new AppError(
          'forbidden',
          `Requests from ${toOriginName(request)} are not allowed; add the origin to CORS_ORIGINS`,
        ),
      )
  })
}

/** A page can send these headers to another origin only after a preflight request, which CORS decides on. */
const hasExplicitCredentials = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined

const isTrustedSite = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const site = request.headers['sec-fetch-site']
  // Pages cannot set this header. It is also correct behind a proxy that changes the Host header.
  if (site === 'same-origin' || site === 'none') return true
  // Clients that are not browsers send neither header.
  if (request.headers.origin === undefined) return site === undefined
  return isTrustedOrigin(request, reply)
}

/**
 * True for requests without an Origin header, of the same origin, and of an origin that CORS allows: its hook has already set the
 * header according to the settings of the service and the project.
 */
export const isTrustedOrigin = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const { origin, host } = headers
  if (origin === undefined || reply.hasHeader('access-control-allow-origin')) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

const toOriginName = ({ headers }: FastifyRequest): string =>
  headers.origin === undefined ? 'other sites' : `the origin ${headers.origin.slice(0, 200)}`
