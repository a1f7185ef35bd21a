/**
 * Signing in to the console: exchanges an API key or a JWT for a session cookie, so that no credential is kept in the storage of a
 * browser. Users of a project's own auth cannot sign in: they can use the LangGraph API only, and the console needs the native API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleSessions } from '../../domain/console-sessions.js'
import { AppError } from '../../errors.js'
import { ConsoleSession, ConsoleSignIn } from '../../schema/console.js'
import { SCOPES } from '../../schema/api-key.js'
import { Ok } from '../../schema/system.js'
import { applyRateLimit, limitFailedAttempts, type AccessDeps } from '../http/access.js'
import { errorResponses } from '../http/route.js'
import {
  buildRemovedCookies,
  buildSessionCookie,
  CONSOLE_HEADER,
  findSessionToken,
  isConsoleChange,
} from '../http/session-cookie.js'

export interface SignInDeps extends AccessDeps {
  sessions: ConsoleSessions
}

const tags = ['Console']
// The response to a repeated request would lack the cookie, so no response is stored.
const config = { scope: 'public', ignoresIdempotencyKey: true } as const

export const serveSignIn = (server: FastifyInstance, deps: SignInDeps): void => {
  server.post<{ Body: ConsoleSignIn }>(
    '/console/sign-in',
    {
      config,
      schema: {
        operationId: 'signInToConsole',
        summary: 'Sign in to the console',
        description:
          `Sets a cookie that holds a session. Only the console uses it: requests need the header \`${CONSOLE_HEADER}: 1\` and, from ` +
          'a browser, the origin of the service. API clients send their key with every request instead.',
        tags,
        body: ConsoleSignIn,
        response: {
          200: ConsoleSession,
          ...errorResponses({ method: 'POST', body: ConsoleSignIn, errors: ['resource_not_found'] }),
        },
      },
      preValidation: acceptMissingBody,
    },
    async (request, reply) => {
      requireConsoleChange(request)
      requireAuthEnabled(deps)
      return signIn(request, reply, deps)
    },
  )

  server.post(
    '/console/sign-out',
    {
      config,
      schema: {
        operationId: 'signOutOfConsole',
        summary: 'Sign out of the console',
        description: 'Ends the session of the cookie, on other nodes within five seconds.',
        tags,
        response: { 200: Ok, ...errorResponses({ method: 'POST', errors: ['resource_not_found'] }) },
      },
    },
    async (request, reply) => {
      requireConsoleChange(request)
      const token = findSessionToken(request)
      if (token !== undefined) await deps.sessions.remove(token)
      return reply
        .headers({ 'set-cookie': buildRemovedCookies(), 'cache-control': 'no-store' })
        .send({ ok: true })
    },
  )
}

const signIn = async (
  request: FastifyRequest<{ Body: ConsoleSignIn }>,
  reply: FastifyReply,
  deps: SignInDeps,
): Promise<FastifyReply> => {
  const attempt = deps.auth.verifyCredential(request.body.credential.trim())
  const { principal, voucher, expires_at } = await limitFailedAttempts(attempt, request, reply, deps)
  applyRateLimit(await deps.limiter(principal.tenant_id, principal.bucket), reply, deps)
  // Checked before the session is stored: a browser would discard the cookie.
  if (buildSessionCookie(request, '', 0) === undefined)
    throw new AppError(
      'resource_conflict',
      'Signing in needs https, or plain http on a loopback address such as localhost: browsers would not keep the session secret',
    )
  const { tenant_id, name, bucket } = principal
  const scopes = SCOPES.filter((scope) => principal.scopes.has(scope))
  const session = await deps.sessions.create({ tenant_id, name, scopes, bucket, voucher, expires_at })
  const maxAgeSeconds = Math.floor((session.expires_at - deps.clock.now()) / 1000)
  return reply
    .headers({
      'set-cookie': buildSessionCookie(request, session.token, maxAgeSeconds),
      'cache-control': 'no-store',
    })
    .send({
      tenant_id,
      name,
      scopes,
      expires_at: new Date(session.expires_at).toISOString(),
    } satisfies ConsoleSession)
}

/** A missing body counts as an empty object, so that validation reports the required fields. */
export const acceptMissingBody = async (request: { body: unknown }): Promise<void> => {
  request.body ??= {}
}

/** Rejects requests of other origins, which could sign a user in to the attacker's account. */
export const requireConsoleChange = (request: FastifyRequest): void => {
  if (!isConsoleChange(request))
    throw new AppError(
      'forbidden',
      `Only the console may send this request: it needs the header ${CONSOLE_HEADER}: 1 and the origin of the service`,
    )
}

const requireAuthEnabled = ({ config: { AUTH_ENABLED }, users }: SignInDeps): void => {
  if (AUTH_ENABLED) return
  throw new AppError(
    'resource_conflict',
    users.isEnabled()
      ? 'The project has its own auth, whose users cannot use the console. Set AUTH_ENABLED=true and sign in with an API key of the service'
      : 'Authentication is off (AUTH_ENABLED=false): the console needs no sign-in',
  )
}
