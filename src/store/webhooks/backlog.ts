/** The backlog of webhooks: which events they subscribe to, how far their cursors are, and which deliveries are due. */
import { sql, type ExpressionBuilder, type JoinBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { TENANT_TOPIC, type WebhookKey } from './rows.js'

type WebhookJoin = Tables & { e: Tables['webhook_events']; w: Tables['webhooks'] }

const joinUnreadEvents = (join: JoinBuilder<WebhookJoin, 'e' | 'w'>) =>
  join
    .onRef('e.tenant_id', '=', 'w.tenant_id')
    .onRef('e.topic', '=', 'w.topic')
    .onRef('e.seq', '>', 'w.read_to')

/** True if the webhook subscribes to the type of an event of its topic. */
export const matchesEventTypes = (eb: ExpressionBuilder<WebhookJoin, 'e' | 'w'>) =>
  eb.or([
    eb('w.topic', '<>', sql.lit(TENANT_TOPIC)),
    eb('w.events', '=', sql.lit(' * ')),
    eb('w.events', 'like', sql<string>`'% ' || ${eb.ref('e.event_type')} || ' %'`),
  ])

const isSubscribed = (eb: ExpressionBuilder<WebhookJoin, 'e' | 'w'>) =>
  eb.and([eb('e.created_at', '>=', eb.ref('w.since')), matchesEventTypes(eb)])

const MAX_COUNTED = 1_000

export const makeWebhookBacklog = (db: Database) => {
  const { kysely } = db.dialect

  const selectSubscriptions = prepare<{ tenant_id: string }>()((p) =>
    kysely
      .selectFrom('webhooks')
      .select('events')
      .distinct()
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(TENANT_TOPIC))
      .where((w) => w.or([w('enabled', '=', sql.lit(1)), w('disabled_reason', 'is not', null)])),
  )

  const selectActive = prepare<{ tenant_id: string; now: number }>()((p) =>
    kysely
      .selectFrom('webhooks')
      .select(['webhook_id', 'events'])
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(TENANT_TOPIC))
      .where('enabled', '=', sql.lit(1))
      .where('paused_until', '<=', p.now),
  )

  type WebhookExpression = ExpressionBuilder<Tables & { w: Tables['webhooks'] }, 'w'>
  const selectPendingDeliveries = (eb: WebhookExpression) =>
    eb
      .selectFrom('webhook_deliveries as d')
      .whereRef('d.tenant_id', '=', 'w.tenant_id')
      .whereRef('d.webhook_id', '=', 'w.webhook_id')
      .where('d.status', '=', sql.lit('pending' as const))
  const selectUnreadEvents = (eb: WebhookExpression) =>
    eb
      .selectFrom('webhook_events as e')
      .whereRef('e.tenant_id', '=', 'w.tenant_id')
      .whereRef('e.topic', '=', 'w.topic')
      .whereRef('e.seq', '>', 'w.read_to')

  const selectWithBacklog = prepare<{ now: number }>()((p) =>
    kysely
      .selectFrom('webhooks as w')
      .select(['w.tenant_id', 'w.webhook_id'])
      .where('w.enabled', '=', sql.lit(1))
      .where('w.paused_until', '<=', p.now)
      .where((eb) =>
        eb.or([
          eb.exists(selectPendingDeliveries(eb).select('d.event_id').where('d.next_attempt_at', '<=', p.now)),
          eb.exists(selectUnreadEvents(eb).select('e.event_id')),
        ]),
      ),
  )

  const selectWithNextRetry = prepare<WebhookKey>()((p) =>
    kysely
      .selectFrom('webhooks as w')
      .selectAll('w')
      .select((eb) => [
        selectPendingDeliveries(eb)
          .select(({ fn }) => fn.min('d.next_attempt_at').as('at'))
          .as('next_retry_at'),
      ])
      .where('w.tenant_id', '=', p.tenant_id)
      .where('w.webhook_id', '=', p.webhook_id),
  )

  const countUnread = prepare<WebhookKey>()((p) =>
    kysely
      .selectFrom((from) =>
        from
          .selectFrom('webhooks as w')
          .innerJoin('webhook_events as e', joinUnreadEvents)
          .select('e.event_id')
          .where('w.tenant_id', '=', p.tenant_id)
          .where('w.webhook_id', '=', p.webhook_id)
          .where(isSubscribed)
          .limit(sql.lit(MAX_COUNTED))
          .as('waiting'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )

  const advanceCursor = prepare<WebhookKey & { from: number; to: number }>()((p) =>
    kysely
      .updateTable('webhooks')
      .set({ read_to: p.to })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('read_to', '=', p.from)
      .where('enabled', '=', sql.lit(1))
      .returning('webhook_id'),
  )

  const countDisabled = prepare<object>()(() =>
    kysely
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('topic', '=', sql.lit(TENANT_TOPIC))
      .where('enabled', '=', sql.lit(0)),
  )
  const oldestRetry = prepare<object>()(() =>
    kysely
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', (join) =>
        join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.webhook_id', '=', 'd.webhook_id'),
      )
      .select(({ fn }) => fn.min<number | null>('d.created_at').as('at'))
      .where('d.status', '=', sql.lit('pending' as const))
      .where('w.enabled', '=', sql.lit(1)),
  )
  /** Reads only the first unread event of each webhook: an unavailable receiver can have thousands. */
  const oldestUnread = prepare<object>()(() =>
    kysely
      .selectFrom((from) =>
        from
          .selectFrom('webhooks as w')
          .select((eb) =>
            selectUnreadEvents(eb)
              .select('e.created_at')
              .where(isSubscribed)
              .orderBy('e.seq')
              .limit(sql.lit(1))
              .as('at'),
          )
          .where('w.enabled', '=', sql.lit(1))
          .as('first'),
      )
      .select(({ fn }) => fn.min<number | null>('first.at').as('at')),
  )

  return {
    /** Lists the event types that the webhooks of a tenant subscribe to. */
    async listSubscriptions(tenant_id: string): Promise<string[]> {
      return (await db.read(selectSubscriptions({ tenant_id }))).map(({ events }) => events)
    },

    /** Lists the enabled webhooks of a tenant that are not paused. */
    listActive: (tenant_id: string, now: number) => db.read(selectActive({ tenant_id, now })),

    /** Lists the enabled webhooks of all tenants that have due deliveries or unread events and are not paused. */
    listWithBacklog: (now: number) => db.read(selectWithBacklog({ now })),

    /** Returns the webhook with the time of its next retry. */
    async getWithNextRetry(key: WebhookKey) {
      return (await db.read(selectWithNextRetry(key)))[0]
    },

    /** Counts the events for which no delivery exists yet; at most 1,000. */
    async countUnread(key: WebhookKey): Promise<number> {
      return (await db.read(countUnread(key)))[0]?.count ?? 0
    },

    /** Moves the cursor if it is still at `from`: of two nodes that read the same events, one fails. */
    advanceCursorStatement: advanceCursor,

    /** Returns the number of disabled webhooks and the time of the oldest undelivered event, over all tenants. */
    async getMetrics(): Promise<{ disabled: number; oldest: number | null }> {
      const [disabled, retry, unread] = await Promise.all([
        db.read(countDisabled({})),
        db.read(oldestRetry({})),
        db.read(oldestUnread({})),
      ])
      const times = [retry[0]?.at, unread[0]?.at].filter((at) => at != null)
      return { disabled: disabled[0]?.count ?? 0, oldest: times.length > 0 ? Math.min(...times) : null }
    },
  }
}
