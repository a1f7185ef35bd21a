/**
 * The event types that the webhooks of a tenant subscribe to. Most runs of most tenants have no subscriber, and without the cache each of
 * their events would be serialized and sent to the database for nothing.
 */
import type { Clock } from '../../platform/clock.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'

/** Subscriptions are used for this long after the start of the query that read them. */
const MAX_AGE_MS = 1_000
/** They are read again before they expire, so that a tenant with a steady flow of events always has known subscriptions. */
const REFRESH_MS = 500

interface Deps {
  webhooks: Pick<WebhookStore, 'listSubscriptions'>
  clock: Clock
}

interface CachedSubscriptions {
  eventTypes: ReadonlySet<string>
  /** When the query that returned them started. */
  readAt: number
  /** When the last query started. */
  requestedAt: number
}

export const makeSubscriptionCache = ({ webhooks, clock }: Deps) => {
  const cache = new Map<string, CachedSubscriptions>()

  const refresh = (tenant_id: string, cached: CachedSubscriptions, now: number): void => {
    cached.requestedAt = now
    webhooks.listSubscriptions(tenant_id).then(
      (lists) => {
        if (now <= cached.readAt) return
        cached.eventTypes = new Set(lists.flatMap((events) => events.trim().split(' ')))
        cached.readAt = now
      },
      // The next event after REFRESH_MS reads them again.
      () => undefined,
    )
  }

  return {
    /** Does not wait for a query. While the subscriptions are unknown it returns true. */
    isSubscribed(tenant_id: string, type: string): boolean {
      const now = clock.now()
      let cached = cache.get(tenant_id)
      if (cached === undefined) {
        cached = { eventTypes: new Set(), readAt: -Infinity, requestedAt: -Infinity }
        cache.set(tenant_id, cached)
      }
      if (now - cached.requestedAt >= REFRESH_MS) refresh(tenant_id, cached, now)
      const isKnown = now - cached.readAt < MAX_AGE_MS
      return !isKnown || cached.eventTypes.has(type) || cached.eventTypes.has('*')
    },

    /** For changes of the tenant's webhooks. A query that is still running has no effect any more. */
    invalidate(tenant_id: string): void {
      cache.delete(tenant_id)
    },
  }
}
