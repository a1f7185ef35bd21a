/**
 * Sheds load: bounds the requests that are handled at the same time and the size of their bodies, and rejects the others
 * before their credentials and bodies are read. Without a bound, a flood would be held in memory, and every request would
 * wait for all requests before it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { Metrics } from '../../platform/metrics.js'
import { getHop } from '../project/loopback-socket.js'
import { RequestLimit } from './request-limit.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the request counts as pending. */
    endPending: (() => void) | undefined
  }
}

interface Deps {
  maxRequests: number
  metrics: Metrics
}

/** A parsed body takes several times as much memory as its text. */
const MAX_BODY_BYTES_IN_FLIGHT = 128 * 1_048_576
const RETRY_AFTER_SECONDS = 1
const ADAPT_MS = 100

/** One error for all rejected requests: recording the stack of each would cost more than the rest of the rejection. */
const OVERLOADED = new AppError('overloaded', 'The service is overloaded; try again', {
  retry_after: RETRY_AFTER_SECONDS,
})

export const limitPendingRequests = (server: FastifyInstance, { maxRequests, metrics }: Deps): void => {
  let requests = 0
  let bodyBytes = 0
  const requestLimit = new RequestLimit(maxRequests)
  const timer = setInterval(() => {
    requestLimit.adapt(requests, performance.now())
  }, ADAPT_MS).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
  server.decorateRequest('endPending')

  const reject = (reason: string): AppError => {
    metrics.shedRequests.inc({ reason })
    return OVERLOADED
  }

  server.addHook('onRequest', (request, reply, done) => {
    // Health checks must pass under load. A request that came back from the project's app was counted when it arrived.
    if (request.routeOptions.config.scope === 'public' || getHop(request) !== undefined) {
      done()
      return
    }
    const bytes = getBodySize(request)
    if (requests >= requestLimit.limit) {
      done(reject('requests'))
      return
    }
    if (bodyBytes > 0 && bodyBytes + bytes > MAX_BODY_BYTES_IN_FLIGHT) {
      done(reject('body_bytes'))
      return
    }
    requests++
    bodyBytes += bytes
    metrics.pendingRequests.set(requests)
    request.endPending = () => {
      request.endPending = undefined
      requests--
      bodyBytes -= bytes
      metrics.pendingRequests.set(requests)
    }
    // A client that disconnects gets no response.
    reply.raw.once('close', () => request.endPending?.())
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.endPending !== undefined) {
      requestLimit.recordRequest(reply.elapsedTime)
      request.endPending()
    }
    done()
  })
}

/** Streams and requests that wait for a run cost little and may last for hours, so they do not count as pending. */
export const stopCountingRequest = (request: FastifyRequest): void => request.endPending?.()

/** A body without a length can be as long as the limit of its route. */
const getBodySize = ({ headers, routeOptions }: FastifyRequest): number => {
  const length = headers['content-length']
  if (length !== undefined) return Math.min(Number(length) || 0, routeOptions.bodyLimit)
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit
}
