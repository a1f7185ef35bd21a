import { allowsPrivateTargets, type Config } from '../config.js'
import { newId } from '../ids.js'
import { makeGuardedPost } from '../net/guarded.js'
import { Dispatcher, type DispatcherParts } from './dispatcher.js'

type Set = 'post' | 'owner' | 'leaseMs' | 'retrySeconds' | 'disableAfterMs' | 'concurrency' | 'retentionMs'

const HOUR_MS = 3_600_000
/** Of a lease, beyond the longest attempt: for what comes before it and for the note of it. */
const LEASE_MARGIN_MS = 45_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** A dispatcher as the configuration sets it. */
export const makeDispatcher = ({
  config,
  ...parts
}: Omit<DispatcherParts, Set> & { config: Config }): Dispatcher => {
  const timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1000
  return new Dispatcher({
    ...parts,
    owner: newId(),
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
    post: makeGuardedPost({
      allowPrivate: allowsPrivateTargets(config),
      timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    }),
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * HOUR_MS,
    concurrency: config.WEBHOOK_CONCURRENCY,
    retentionMs: config.WEBHOOK_RETENTION_DAYS * 24 * HOUR_MS,
  })
}
