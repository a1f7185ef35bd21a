/**
 * Idempotency-Key on every POST. The key is claimed once the request is known to be valid; the answer is stored in
 * the same batch as the work (see domain/receipt.ts), or right after it where the answer depends on the work; later
 * requests with the key get that answer. What the service failed at (5xx) is forgotten, so that it can be tried again.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import { noReceipt, type Begun, type Receipt } from '../../domain/idempotency.js'
import { AppError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Claim, IdempotencyStore } from '../../store/access/idempotency-keys.js'

declare module 'fastify' {
  interface FastifyRequest {
    receipt: Receipt<unknown>
    /** The key that this request holds. */
    claim: Claim | null
    /** What an earlier request with this key began, where the route follows it. */
    earlier: Begun | null
  }
  interface FastifyContextConfig {
    /**
     * Whether its answer goes on for as long as the run that it makes. Then it is not the answer that is remembered but the run, and
     * later requests with the key follow it.
     */
    isFollowed?: boolean
    /** The status of a successful answer. */
    status?: number
  }
}

const KEEP_MS = 24 * 60 * 60 * 1000
/** Longer than any request may take: a claim this old belongs to a process that died. */
const STALE_MS = 60_000
const VALID_KEY = /^[\x21-\x7e]{1,255}$/

export const replayAnswers = (server: FastifyInstance, store: IdempotencyStore, clock: Clock): void => {
  server.decorateRequest('receipt')
  server.decorateRequest('claim', null)
  server.decorateRequest('earlier', null)

  server.addHook('onRequest', (request, _reply, done) => {
    request.receipt = noReceipt
    done()
  })

  server.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || key === undefined) return
    if (typeof key !== 'string' || !VALID_KEY.test(key)) {
      const text = 'must be 1 to 255 printable characters without spaces'
      throw new AppError('validation_error', `Idempotency-Key ${text}`, { 'Idempotency-Key': text })
    }
    const claim = claimOf(request, key)
    const request_hash = hashOf(request)
    const now = clock.now()
    const times = { claimed_at: now, expires_at: now + KEEP_MS }
    const row = { ...claim, ...times, request_hash, status: null, response: null }
    if (await store.claim(row, now - STALE_MS)) {
      const { status = 200 } = request.routeOptions.config
      request.claim = claim
      request.receipt = (answer) => [store.finishing(claim, status, JSON.stringify(answer))]
      return
    }
    const earlier = await store.get(claim)
    if (earlier?.status == null || earlier.request_hash !== request_hash) {
      throw new AppError(
        'resource_conflict',
        earlier !== undefined && earlier.request_hash !== request_hash
          ? 'this Idempotency-Key was used for another request'
          : 'the first request with this Idempotency-Key is still running',
      )
    }
    void reply.header('idempotency-replayed', 'true')
    if (request.routeOptions.config.isFollowed === true) {
      request.earlier = begunIn(earlier.response)
      if (request.earlier !== null) return
    }
    return reply.code(earlier.status).type('application/json; charset=utf-8').send(earlier.response)
  })

  server.addHook('onSend', async (request, reply, payload) => {
    const { claim } = request
    if (claim === null) return payload
    const { statusCode } = reply
    // An answer that cannot be remembered is given all the same; its claim goes stale by itself.
    await (statusCode >= 500 ? store.release(claim) : store.finish(claim, statusCode, String(payload))).catch(
      (error: unknown) => {
        request.log.warn({ request_id: request.id, err: error }, 'an idempotent answer could not be stored')
      },
    )
    return payload
  })
}

const begunIn = (answer: string | null): Begun | null => {
  const begun = JSON.parse(answer ?? 'null') as Partial<Begun> | null
  return typeof begun?.run_id === 'string' ? { after: 0, usage: null, ...begun, run_id: begun.run_id } : null
}

const claimOf = (request: FastifyRequest, key: string): Claim => ({
  tenant_id: request.principal.tenant_id,
  route: `${request.method} ${request.url.split('?')[0] ?? ''}`,
  idempotency_key: ownKey(request, key),
  claim_id: newId(),
})

/** Users of a project share a tenant, and must not be given each other's answers. */
const ownKey = ({ principal: { user } }: FastifyRequest, key: string): string =>
  user === undefined ? key : `${createHash('sha256').update(user.identity).digest('hex')}:${key}`

const hashOf = ({ url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${url}\n${JSON.stringify(body ?? null)}`)
    .digest('hex')
