/** Endpoints about the service itself. They need no credentials. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import type { Metrics } from '../../platform/metrics.js'
import { packageRoot } from '../../platform/package-root.js'
import { ErrorBody } from '../../schema/error.js'
import { Health, Info, Ok } from '../../schema/system.js'
import { API_PREFIX } from '../http/route.js'

export interface SystemDeps {
  info: Info
  startedAt: number
  now: () => number
  metrics: Metrics
  /** Resolves when the store took a write. */
  checkDatabase: () => Promise<void>
  /** Runs that wait, counted when somebody asks. */
  countQueuedRuns: () => Promise<number>
  /** How many webhooks are disabled, and since when the oldest event waits for one. */
  getWebhookStats: () => Promise<{ disabled: number; oldest: number | null }>
  isStopping: () => boolean
  getEngineLoad: () => { executing: number; threads: number }
}

const PROBE_MS = 2_000
const config = { scope: 'public' } as const
/** A foreign Host, and our own defects. */
const errors = { 403: ErrorBody, 500: ErrorBody }

export const serveSystem = (server: FastifyInstance, system: SystemDeps): void => {
  const { info } = system
  const tags = ['System']

  const isStoreUp = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, PROBE_MS, false)
    })
    const check = system.checkDatabase().then(
      () => true,
      () => false,
    )
    return Promise.race([check, timeout]).finally(() => {
      clearTimeout(timer)
    })
  }

  const health = async (): Promise<Health> => {
    const isUp = await isStoreUp()
    return {
      status: isUp && !system.isStopping() ? 'ok' : 'unavailable',
      version: info.version,
      checks: { database: isUp ? 'ok' : 'unavailable' },
      demo_mode: info.demo_mode,
      uptime_seconds: Math.floor((system.now() - system.startedAt) / 1000),
    }
  }

  const schema = {
    operationId: 'getHealth',
    summary: 'Whether the service can take work',
    tags,
    response: { 200: Health, 503: Health, ...errors },
  }
  server.get('/health', { config, schema }, async (_request, reply) => {
    const report = await health()
    return reply.code(report.status === 'ok' ? 200 : 503).send(report)
  })

  server.get(
    '/ok',
    {
      config,
      schema: {
        operationId: 'getOk',
        summary: 'Whether the process answers',
        tags,
        response: { 200: Ok, ...errors },
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
        summary: 'What is running',
        tags,
        response: { 200: Info, ...errors },
      },
    },
    () => info,
  )

  server.get(
    '/metrics',
    {
      config,
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics in the Prometheus text format',
        tags,
        produces: ['text/plain'],
        response: { 200: Type.String({ examples: ['heddle_runs_queued 0'] }), 401: ErrorBody, ...errors },
      },
    },
    async (_request, reply) => {
      const { registry, queuedRuns, executingRuns, executorThreads, webhookOldestPending, disabledWebhooks } =
        system.metrics
      const { executing, threads } = system.getEngineLoad()
      executingRuns.set(executing)
      executorThreads.set(threads)
      // A store that does not answer must not take the other metrics with it.
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
        summary: 'This document',
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
