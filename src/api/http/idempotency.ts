/**
 * Idempotency-Key for every POST and for deleting runs. A valid request claims its key. The response is stored in the same batch as the change
 * (see domain/idempotency.ts), or right after it if the response depends on the result. Later requests with the key get
 * the stored response. A 5xx response is not stored: the claim is released, so that the client can retry.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import {
  noIdempotencyStatements,
  type StartedRun,
  type IdempotencyStatements,
} from '../../domain/idempotency.js'
import { AppError, validationError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import { serializeJson } from '../../platform/large-json.js'
import type { Logger } from '../../platform/log.js'
import type { IdempotencyClaim, IdempotencyStore } from '../../store/access/idempotency-keys.js'
import { CLAIM_LEASE_MS, ClaimLeases, getClaimRetryAfter } from './claim-leases.js'

declare module 'fastify' {
  interface FastifyRequest {
    idempotencyStatements: IdempotencyStatements<unknown>
    /** The claim of this request on its key. */
    claim: IdempotencyClaim | null
    /** The run that an earlier request with this key started; only for routes with `followsRun`. */
    earlierRun: StartedRun | null
  }
  interface FastifyContextConfig {
    /**
     * True if the response lasts as long as the run that it starts. Then the run is stored instead of the response, and
     * later requests with the key follow that run.
     */
    followsRun?: boolean
    /** True if a request with another method than POST accepts an Idempotency-Key. */
    acceptsIdempotencyKey?: boolean
    /** The HTTP status of a successful response. */
    status?: number
    /** True if an Idempotency-Key has no effect, because the response must not be stored. */
    ignoresIdempotencyKey?: boolean
  }
}

const RETENTION_MS = 24 * 60 * 60 * 1000
const VALID_KEY = /^[\x21-\x7e]{1,255}$/

export const replayIdempotentRequests = (
  server: FastifyInstance,
  store: IdempotencyStore,
  clock: Clock,
  log: Logger,
): void => {
  const leases = new ClaimLeases(store, clock, log)
  server.addHook('onClose', (_server, done) => {
    leases.close()
    done()
  })
  server.decorateRequest('idempotencyStatements')
  server.decorateRequest('claim', null)
  server.decorateRequest('earlierRun', null)

  server.addHook('onRequest', (request, _reply, done) => {
    request.idempotencyStatements = noIdempotencyStatements
    done()
  })

  server.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (key === undefined || !acceptsKey(request)) return
    if (typeof key !== 'string' || !VALID_KEY.test(key)) {
      throw validationError('Idempotency-Key', 'must be 1 to 255 printable characters without spaces')
    }
    const claim = toClaim(request, key)
    const request_hash = hashRequest(request)
    const now = clock.now()
    const times = { claimed_at: now, expires_at: now + RETENTION_MS }
    const row = { ...claim, ...times, request_hash, status: null, response: null }
    // Set before the claim is made: a claim that was stored although it failed is released with the response.
    request.claim = claim
    if (await store.claim(row, now - CLAIM_LEASE_MS)) {
      const { status = 200 } = request.routeOptions.config
      leases.add(claim)
      request.idempotencyStatements = (response) => [
        store.finishStatement(claim, status, JSON.stringify(response)),
      ]
      return
    }
    request.claim = null
    const earlierRequest = await store.get(claim)
    if (earlierRequest !== undefined && earlierRequest.request_hash !== request_hash)
      throw new AppError('resource_conflict', 'This Idempotency-Key was used for a different request')
    if (earlierRequest?.status == null) {
      throw new AppError(
        'resource_conflict',
        'The first request with this Idempotency-Key is still running',
        {
          retry_after: getClaimRetryAfter(earlierRequest?.claimed_at ?? now, now),
        },
      )
    }
    void reply.header('idempotency-replayed', 'true')
    if (request.routeOptions.config.followsRun === true) {
      request.earlierRun = parseStartedRun(earlierRequest.response)
      if (request.earlierRun !== null) return
    }
    return reply
      .code(earlierRequest.status)
      .type('application/json; charset=utf-8')
      .send(earlierRequest.response)
  })

  server.addHook('onResponse', (request, _reply, done) => {
    if (request.claim !== null) leases.remove(request.claim)
    done()
  })

  server.addHook('onSend', async (request, reply, payload) => {
    const { claim } = request
    if (claim === null) return payload
    const { statusCode } = reply
    // If the response cannot be stored, it is sent anyway; the claim expires when it is no longer renewed.
    await (statusCode >= 500 ? store.release(claim) : store.finish(claim, statusCode, String(payload))).catch(
      (error: unknown) => {
        request.log.warn({ request_id: request.id, err: error }, 'idempotent response could not be stored')
      },
    )
    return payload
  })
}

const acceptsKey = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  config.ignoresIdempotencyKey !== true && (method === 'POST' || config.acceptsIdempotencyKey === true)

const parseStartedRun = (response: string | null): StartedRun | null => {
  const startedRun = JSON.parse(response ?? 'null') as Partial<StartedRun> | null
  return typeof startedRun?.run_id === 'string'
    ? { after: 0, usage: null, ...startedRun, run_id: startedRun.run_id }
    : null
}

const toClaim = (request: FastifyRequest, key: string): IdempotencyClaim => ({
  tenant_id: request.principal.tenant_id,
  route: `${request.method} ${request.url.split('?')[0] ?? ''}`,
  idempotency_key: scopeKeyToUser(request, key),
  claim_id: newId(),
})

/** Users of a project share a tenant but must not receive each other's responses. */
const scopeKeyToUser = ({ principal: { user } }: FastifyRequest, key: string): string =>
  user === undefined ? key : `${createHash('sha256').update(user.identity).digest('hex')}:${key}`

const hashRequest = ({ url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${url}\n`)
    .update(serializeJson(body ?? null))
    .digest('hex')
