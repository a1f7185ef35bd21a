/** What webhooks have still to be told: who reads what, how far, and what is due. */
import { sql, type ExpressionBuilder, type JoinBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import type { Row, Tables } from '../sql/tables.js'

export type WebhookRow = Row<'webhooks'>

export interface WebhookKey {
  tenant_id: string
  webhook_id: string
}

/** The topic of what a tenant's runs tell, to all webhooks that asked. */
export const PUBLIC = ''

type Reading = Tables & { e: Tables['webhook_events']; w: Tables['webhooks'] }

const isUnread = (join: JoinBuilder<Reading, 'e' | 'w'>) =>
  join
    .onRef('e.tenant_id', '=', 'w.tenant_id')
    .onRef('e.topic', '=', 'w.topic')
    .onRef('e.seq', '>', 'w.read_to')

/** Whether an event of its topic is of a kind that the webhook asked for. */
export const isOfKind = (eb: ExpressionBuilder<Reading, 'e' | 'w'>) =>
  eb.or([
    eb('w.topic', '<>', sql.lit(PUBLIC)),
    eb('w.events', '=', sql.lit(' * ')),
    eb('w.events', 'like', sql<string>`'% ' || ${eb.ref('e.event_type')} || ' %'`),
  ])

const isAsked = (eb: ExpressionBuilder<Reading, 'e' | 'w'>) =>
  eb.and([eb('e.created_at', '>=', eb.ref('w.since')), isOfKind(eb)])

const MOST_COUNTED = 1_000

export const makeWebhookReading = (db: Database) => {
  const { build } = db.dialect

  const selectAsked = prepare<{ tenant_id: string }>()((p) =>
    build
      .selectFrom('webhooks')
      .select('events')
      .distinct()
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(PUBLIC))
      .where((w) => w.or([w('enabled', '=', sql.lit(1)), w('disabled_reason', 'is not', null)])),
  )

  const selectListening = prepare<{ tenant_id: string; now: number }>()((p) =>
    build
      .selectFrom('webhooks')
      .select(['webhook_id', 'events'])
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(PUBLIC))
      .where('enabled', '=', sql.lit(1))
      .where('paused_until', '<=', p.now),
  )

  type OfWebhook = ExpressionBuilder<Tables & { w: Tables['webhooks'] }, 'w'>
  const pendingOf = (eb: OfWebhook) =>
    eb
      .selectFrom('webhook_deliveries as d')
      .whereRef('d.tenant_id', '=', 'w.tenant_id')
      .whereRef('d.webhook_id', '=', 'w.webhook_id')
      .where('d.status', '=', sql.lit('pending' as const))
  const unreadOf = (eb: OfWebhook) =>
    eb
      .selectFrom('webhook_events as e')
      .whereRef('e.tenant_id', '=', 'w.tenant_id')
      .whereRef('e.topic', '=', 'w.topic')
      .whereRef('e.seq', '>', 'w.read_to')

  const selectBehind = prepare<{ now: number }>()((p) =>
    build
      .selectFrom('webhooks as w')
      .select(['w.tenant_id', 'w.webhook_id'])
      .where('w.enabled', '=', sql.lit(1))
      .where('w.paused_until', '<=', p.now)
      .where((eb) =>
        eb.or([
          eb.exists(pendingOf(eb).select('d.event_id').where('d.next_attempt_at', '<=', p.now)),
          eb.exists(unreadOf(eb).select('e.event_id')),
        ]),
      ),
  )

  const selectOutlook = prepare<WebhookKey>()((p) =>
    build
      .selectFrom('webhooks as w')
      .selectAll('w')
      .select((eb) => [
        pendingOf(eb)
          .select(({ fn }) => fn.min('d.next_attempt_at').as('at'))
          .as('next_retry_at'),
      ])
      .where('w.tenant_id', '=', p.tenant_id)
      .where('w.webhook_id', '=', p.webhook_id),
  )

  const countWaiting = prepare<WebhookKey>()((p) =>
    build
      .selectFrom((from) =>
        from
          .selectFrom('webhooks as w')
          .innerJoin('webhook_events as e', isUnread)
          .select('e.event_id')
          .where('w.tenant_id', '=', p.tenant_id)
          .where('w.webhook_id', '=', p.webhook_id)
          .where(isAsked)
          .limit(sql.lit(MOST_COUNTED))
          .as('waiting'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )

  const readTo = prepare<WebhookKey & { from: number; to: number }>()((p) =>
    build
      .updateTable('webhooks')
      .set({ read_to: p.to })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('read_to', '=', p.from)
      .where('enabled', '=', sql.lit(1))
      .returning('webhook_id'),
  )

  const countDisabled = prepare<object>()(() =>
    build
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('topic', '=', sql.lit(PUBLIC))
      .where('enabled', '=', sql.lit(0)),
  )
  const oldestRetry = prepare<object>()(() =>
    build
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', (join) =>
        join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.webhook_id', '=', 'd.webhook_id'),
      )
      .select(({ fn }) => fn.min<number | null>('d.created_at').as('at'))
      .where('d.status', '=', sql.lit('pending' as const))
      .where('w.enabled', '=', sql.lit(1)),
  )
  /** The first of each is enough: thousands may wait for one that is away. */
  const oldestUnread = prepare<object>()(() =>
    build
      .selectFrom((from) =>
        from
          .selectFrom('webhooks as w')
          .select((eb) =>
            unreadOf(eb).select('e.created_at').where(isAsked).orderBy('e.seq').limit(sql.lit(1)).as('at'),
          )
          .where('w.enabled', '=', sql.lit(1))
          .as('first'),
      )
      .select(({ fn }) => fn.min<number | null>('first.at').as('at')),
  )

  return {
    /** What the webhooks of a tenant asked for. */
    async asked(tenant_id: string): Promise<string[]> {
      return (await db.read(selectAsked({ tenant_id }))).map(({ events }) => events)
    },

    /** Who hears what the runs of a tenant tell, and is not left alone. */
    listening: (tenant_id: string, now: number) => db.read(selectListening({ tenant_id, now })),

    /** Of all tenants: who has something to be told, and may be told it. */
    behind: (now: number) => db.read(selectBehind({ now })),

    /** With the time of its next retry. */
    async outlook(key: WebhookKey) {
      return (await db.read(selectOutlook(key)))[0]
    },

    /** Events that it was not told yet, and not tried to; a thousand at most. */
    async countWaiting(key: WebhookKey): Promise<number> {
      return (await db.read(countWaiting(key)))[0]?.count ?? 0
    },

    /** Only for who reads on from where it was. */
    readToStatement: readTo,

    /** Of all tenants: how many are disabled, and since when the oldest event waits. */
    async figures(): Promise<{ disabled: number; oldest: number | null }> {
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
