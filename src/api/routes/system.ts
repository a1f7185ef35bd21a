/** Endpoints about the service itself: health, info, metrics, OpenAPI. They need no credentials. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import type { Metrics } from '../../platform/metrics.js'
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import { packageRoot } from '../../platform/package-root.js'
import { ErrorBody } from '../../schema/error.js'
import { Health, Info, Ok, type DatabaseState } from '../../schema/system.js'
import { OUTAGE_MESSAGES } from '../../store/sql/outage.js'
import { API_PREFIX } from '../http/route.js'

export interface SystemDeps {
  info: Omit<Info, 'graph_states'>
  getGraphStates: () => Info['graph_states']
  startedAt: number
  now: () => number
  metrics: Metrics
  checkDatabase: () => Promise<DatabaseState>
  /** Counts the queued runs when /metrics is read. */
  countQueuedRuns: () => Promise<number>
  /** Starts to measure the storage if the last figures are old. */
  refreshStorageMetrics: () => void
  /** The number of disabled webhooks, and the time of the oldest event that is not delivered yet. */
  getWebhookStats: () => Promise<{ disabled: number; oldest: number | null }>
  isStopping: () => boolean
  getEngineLoad: () => { executing: number; threads: number }
  /** The delay of the event loop of each thread, by the name of the thread. */
  getThreadDelays: () => Record<string, EventLoopDelay>
}

const config = { scope: 'public' } as const
/** 403: foreign Host header. 500: internal error. */
const errors = { 403: ErrorBody, 500: ErrorBody }
/** 404: a project can disable the route. */
const metaErrors = { ...errors, 404: ErrorBody }

export const serveSystem = (server: FastifyInstance, system: SystemDeps): void => {
  const { info } = system
  const tags = ['System']

  const readHealth = async (): Promise<Health> => {
    const database = await system.checkDatabase()
    const message =
      database !== 'ok'
        ? OUTAGE_MESSAGES[database]
        : system.isStopping()
          ? 'The service is stopping'
          : undefined
    return {
      status: message === undefined ? 'ok' : 'unavailable',
      version: info.version,
      checks: { database },
      ...(message !== undefined && {
        error: database === 'storage_full' ? 'storage_full' : 'service_unavailable',
        message,
      }),
      demo_mode: info.demo_mode,
      graph_states: system.getGraphStates(),
      uptime_seconds: Math.floor((system.now() - system.startedAt) / 1000),
    }
  }

  const schema = {
    operationId: 'getHealth',
    summary: 'Check whether the service accepts work',
    description:
      'Writes to the database. A service that is stopping or whose database rejects writes responds with 503.',
    tags,
    response: { 200: Health, 503: Health, ...errors },
  }
  server.get('/health', { config, schema }, async (_request, reply) => {
    const report = await readHealth()
    return reply.code(report.status === 'ok' ? 200 : 503).send(report)
  })

  server.get(
    '/ok',
    {
      config,
      schema: {
        operationId: 'getOk',
        summary: 'Check whether the process responds',
        description: 'Does not use the database.',
        tags,
        response: { 200: Ok, ...metaErrors },
      },
    },
    () => ({ ok: true }),
  )

  server.get(
    '/info',
    {
      config,
      schema: {
        operationId: 'getInfo',
        summary: 'Read version and configuration of the service',
        description: 'Clients of the LangGraph API read `flags` to learn which features they can use.',
        tags,
        response: { 200: Info, ...metaErrors },
      },
    },
    (): Info => ({ ...info, graph_states: system.getGraphStates() }),
  )

  server.get(
    '/metrics',
    {
      config,
      schema: {
        operationId: 'getMetrics',
        summary: 'Read metrics in the Prometheus text format',
        description: 'Metrics of this process, and of the queue and the webhooks in the database.',
        tags,
        produces: ['text/plain'],
        response: { 200: Type.String({ examples: ['heddle_runs_queued 0'] }), 401: ErrorBody, ...metaErrors },
      },
    },
    async (_request, reply) => {
      const { registry, queuedRuns, executingRuns, executorThreads, webhookOldestPending, disabledWebhooks } =
        system.metrics
      const { executing, threads } = system.getEngineLoad()
      executingRuns.set(executing)
      executorThreads.set(threads)
      system.refreshStorageMetrics()
      recordThreadDelays(system)
      // If the database does not respond, the other metrics are still served.
      const [queued, webhooks] = await Promise.all([
        system.countQueuedRuns().catch(() => NaN),
        system.getWebhookStats().catch(() => ({ disabled: NaN, oldest: NaN })),
      ])
      queuedRuns.set(queued)
      disabledWebhooks.set(webhooks.disabled)
      webhookOldestPending.set(
        webhooks.oldest === null ? 0 : Math.max(0, system.now() - webhooks.oldest) / 1000,
      )
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )

  let openapiDocument: Promise<string> | undefined
  server.get(
    `${API_PREFIX}/openapi.json`,
    {
      config,
      schema: {
        operationId: 'getOpenapi',
        summary: 'Read this OpenAPI document',
        description: 'It covers every route of the service.',
        tags,
        response: {
          200: Type.Object({}, { additionalProperties: true, examples: [{ openapi: '3.1.0' }] }),
          ...errors,
        },
      },
    },
    async (_request, reply) => {
      openapiDocument ??= readFile(join(packageRoot, 'openapi.json'), 'utf8')
      const text = await openapiDocument.catch((error: unknown) => {
        throw new AppError('internal_error', 'openapi.json cannot be read', undefined, { cause: error })
      })
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )
}

/** Threads that no longer exist are not reported. */
const recordThreadDelays = ({ metrics, getThreadDelays }: SystemDeps): void => {
  metrics.eventLoopDelay.reset()
  for (const [thread, { p99Seconds, maxSeconds }] of Object.entries(getThreadDelays())) {
    metrics.eventLoopDelay.set({ thread, stat: 'p99' }, p99Seconds)
    metrics.eventLoopDelay.set({ thread, stat: 'max' }, maxSeconds)
  }
}
