/** Composes the webhook dispatcher from the configuration. */
import type { FastifyInstance } from 'fastify'
import { getLocalOrigin } from '../api/http/listen.js'
import { allowsPrivateTargets, type Config } from '../config.js'
import { isProjectPath } from '../domain/webhooks/webhook-url.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import { newId } from '../platform/ids.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import { makeLazyGuardedPost } from '../platform/net/lazy-guarded-fetch.js'
import { Dispatcher, type DispatcherDeps } from '../webhooks/dispatcher.js'

type ConfiguredKeys =
  | 'post'
  | 'owner'
  | 'leaseMs'
  | 'retrySeconds'
  | 'disableAfterMs'
  | 'concurrency'
  | 'retentionMs'
  | 'getRunWebhookHeaders'

const HOUR_MS = 3_600_000
/** A lease lasts this much longer than the longest attempt, for the work before it and for storing its result. */
const LEASE_MARGIN_MS = 45_000
const MAX_RESPONSE_BYTES = 64 * 1024

interface Deps extends Omit<DispatcherDeps, ConfiguredKeys> {
  config: Config
  host: ProjectHost
  server: FastifyInstance
}

export const wireDispatcher = ({ config, host, server, ...deps }: Deps): Dispatcher => {
  const timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const limits = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }
  const postToTarget = makeLazyGuardedPost({ ...limits, allowPrivate: allowsPrivateTargets(config) })
  // A webhook that is a path names a route of the project. It is posted to this server like any other request.
  const postToProject = makeLazyGuardedPost({ ...limits, allowPrivate: true })
  const serverOrigin = getLocalOrigin(server)
  const post: Post = async (url, headers, body) =>
    isProjectPath(url)
      ? postToProject(`${await serverOrigin}${url}`, headers, body)
      : postToTarget(url, headers, body)
  return new Dispatcher({
    ...deps,
    post,
    owner: newId(),
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * HOUR_MS,
    concurrency: config.WEBHOOK_CONCURRENCY,
    // Events contain the output of runs, so they are not kept longer than runs are.
    retentionMs: Math.min(config.WEBHOOK_RETENTION_DAYS, config.RETENTION_DAYS ?? Infinity) * 24 * HOUR_MS,
    getRunWebhookHeaders: () => host.current?.webhooks.headers ?? {},
  })
}
