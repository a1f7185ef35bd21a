import { allowsPrivateTargets, type Config } from '../config.js'
import { isProjectPath } from '../domain/webhooks/webhook-url.js'
import { newId } from '../platform/ids.js'
import { makeLazyGuardedPost } from '../platform/net/lazy-guarded-fetch.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import { Dispatcher, type DispatcherDeps } from './dispatcher.js'

type ConfiguredKeys =
  'post' | 'owner' | 'leaseMs' | 'retrySeconds' | 'disableAfterMs' | 'concurrency' | 'retentionMs'

const HOUR_MS = 3_600_000
/** Of a lease, beyond the longest attempt: for what comes before it and for the note of it. */
const LEASE_MARGIN_MS = 45_000
const MAX_RESPONSE_BYTES = 64 * 1024

interface Options extends Omit<DispatcherDeps, ConfiguredKeys> {
  config: Config
  /** Where this node itself is reached, when it is. */
  serverOrigin: Promise<string>
}

/** A dispatcher as the configuration sets it. */
export const makeDispatcher = ({ config, serverOrigin, ...deps }: Options): Dispatcher => {
  const timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const limits = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }
  const post = makeLazyGuardedPost({ ...limits, allowPrivate: allowsPrivateTargets(config) })
  // A path is a route of the project, by the same door and under the same rules as for everybody.
  const postToProject = makeLazyGuardedPost({ ...limits, allowPrivate: true })
  const postToTarget: Post = async (url, headers, body) =>
    isProjectPath(url)
      ? postToProject(`${await serverOrigin}${url}`, headers, body)
      : post(url, headers, body)
  return new Dispatcher({
    ...deps,
    owner: newId(),
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
    post: postToTarget,
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * HOUR_MS,
    concurrency: config.WEBHOOK_CONCURRENCY,
    retentionMs: config.WEBHOOK_RETENTION_DAYS * 24 * HOUR_MS,
  })
}
