/** Records a span for each request, as a part of the caller's trace. Runs that the request creates belong to the same trace. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import {
  activeTrace,
  newSpanId,
  newTraceId,
  parseTraceparent,
  type TraceContext,
} from '../../platform/telemetry/trace-context.js'
import type { Tracing } from '../../platform/telemetry/tracing.js'
import { getHop } from '../project/loopback-socket.js'

declare module 'fastify' {
  interface FastifyRequest {
    trace: { context: TraceContext; parent: TraceContext | undefined; startMs: number } | undefined
  }
}

/** Probes and scrapes would be most of the traces of a quiet service. */
const UNTRACED_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/ok', '/metrics'])

export const traceRequests = (server: FastifyInstance, tracing: Tracing, clock: Clock): void => {
  server.decorateRequest('trace')

  server.addHook('onRequest', (request, _reply, done) => {
    // A request that the project's app forwards has a span already.
    if (UNTRACED_ROUTES.has(request.routeOptions.url) || getHop(request) !== undefined) {
      done()
      return
    }
    const parent = parseTraceparent(request.headers['traceparent'])
    const traceId = parent?.traceId ?? newTraceId()
    const isSampled = tracing.shouldSample(parent, traceId)
    request.trace = { context: { traceId, spanId: newSpanId(), isSampled }, parent, startMs: clock.now() }
    activeTrace.run(request.trace.context, done)
  })

  // The events of the socket that delivers the body have no context.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.trace === undefined) done()
    else activeTrace.run(request.trace.context, done)
  })

  server.addHook('onResponse', (request, reply, done) => {
    recordRequest(tracing, request, reply)
    done()
  })
}

const recordRequest = (tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void => {
  if (request.trace === undefined) return
  const { context, parent, startMs } = request.trace
  const { method } = request
  const { url: route } = request.routeOptions
  const { statusCode } = reply
  tracing.record({
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    context,
    parent,
    startMs,
    endMs: startMs + reply.elapsedTime,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'url.path': request.url.split('?')[0] ?? '',
      'heddle.request.id': request.id,
    },
    error:
      statusCode >= 500 ? { type: String(statusCode), message: `HTTP ${String(statusCode)}` } : undefined,
  })
}
