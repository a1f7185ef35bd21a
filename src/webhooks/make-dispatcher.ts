import { allowsPrivateTargets, type Config } from '../config.js'
import { isOwnPath } from '../domain/webhooks/webhook-url.js'
import { newId } from '../platform/ids.js'
import { makeGuardedPost } from '../platform/net/lazy-guarded-fetch.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import { Dispatcher, type DispatcherParts } from './dispatcher.js'

type Set = 'post' | 'owner' | 'leaseMs' | 'retrySeconds' | 'disableAfterMs' | 'concurrency' | 'retentionMs'

const HOUR_MS = 3_600_000
/** Of a lease, beyond the longest attempt: for what comes before it and for the note of it. */
const LEASE_MARGIN_MS = 45_000
const MAX_RESPONSE_BYTES = 64 * 1024

interface Given extends Omit<DispatcherParts, Set> {
  config: Config
  /** Where this node itself is reached, when it is. */
  ownOrigin: Promise<string>
}

/** A dispatcher as the configuration sets it. */
export const makeDispatcher = ({ config, ownOrigin, ...parts }: Given): Dispatcher => {
  const timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  const limits = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }
  const post = makeGuardedPost({ ...limits, allowPrivate: allowsPrivateTargets(config) })
  // A path is a route of the project, by the same door and under the same rules as for everybody.
  const postHere = makeGuardedPost({ ...limits, allowPrivate: true })
  const postAnywhere: Post = async (url, headers, body) =>
    isOwnPath(url) ? postHere(`${await ownOrigin}${url}`, headers, body) : post(url, headers, body)
  return new Dispatcher({
    ...parts,
    owner: newId(),
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
    post: postAnywhere,
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * HOUR_MS,
    concurrency: config.WEBHOOK_CONCURRENCY,
    retentionMs: config.WEBHOOK_RETENTION_DAYS * 24 * HOUR_MS,
  })
}
