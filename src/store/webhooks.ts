import { sql, type Expression, type ExpressionBuilder, type JoinBuilder } from 'kysely'
import type { Database } from './database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from './page.js'
import { pick, prepare, required, type Statement } from './statement.js'
import { columnsOf, type Row, type Tables } from './tables.js'

export type WebhookRow = Row<'webhooks'>

export interface WebhookKey {
  tenant_id: string
  webhook_id: string
}

const DAY_MS = 86_400_000

/** What a caller may change, and what changes with it. */
const DESCRIBED = [
  'url',
  'events',
  'secret',
  'old_secret',
  'old_secret_expires_at',
  'description',
  'metadata',
  'revision',
  'updated_at',
] as const

/** `max` and `greatest` are called differently in the two engines. */
const larger = (a: Expression<number>, b: number) => {
  const other = sql<number>`cast(${b} as bigint)`
  return sql<number>`case when ${a} > ${other} then ${a} else ${other} end`
}

type Reading = Tables & { e: Tables['webhook_events']; w: Tables['webhooks'] }

const isUnread = (join: JoinBuilder<Reading, 'e' | 'w'>) =>
  join
    .onRef('e.tenant_id', '=', 'w.tenant_id')
    .onRef('e.topic', '=', 'w.topic')
    .onRef('e.seq', '>', 'w.read_to')

/** Whether an event of its topic is of a kind that the webhook asked for. */
export const isOfKind = (eb: ExpressionBuilder<Reading, 'e' | 'w'>) =>
  eb.or([
    eb('w.topic', '<>', sql.lit('')),
    eb('w.events', '=', sql.lit(' * ')),
    eb('w.events', 'like', sql<string>`'% ' || ${eb.ref('e.event_type')} || ' %'`),
  ])

const isAsked = (eb: ExpressionBuilder<Reading, 'e' | 'w'>) =>
  eb.and([eb('e.created_at', '>=', eb.ref('w.since')), isOfKind(eb)])

export const makeWebhookStore = (db: Database) => {
  const { build } = db.dialect

  const lastSeq = build.selectFrom('webhook_sequence').select('last_seq')

  const columns = columnsOf('webhooks')

  /** It hears of what happens from now on. */
  const insert = prepare<WebhookRow>()((p) =>
    build.insertInto('webhooks').values({ ...pick(p, columns), read_to: lastSeq }),
  )
  /** Made when it is first needed. Once a day its time is renewed, so that it is not removed while it is being used. */
  const insertIfAbsent = prepare<WebhookRow>()((p) =>
    build
      .insertInto('webhooks')
      .values(pick(p, columns))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'webhook_id'])
          .doUpdateSet((eb) => ({ updated_at: eb.ref('excluded.updated_at') }))
          .where(
            'webhooks.updated_at',
            '<',
            sql<number>`cast(${p.updated_at} as bigint) - ${sql.lit(DAY_MS)}`,
          ),
      ),
  )

  const select = prepare<WebhookKey>()((p) =>
    build
      .selectFrom('webhooks')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const selectPage = variants((shape: { continued: boolean; ofRuns: boolean }) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build
          .selectFrom('webhooks')
          .selectAll()
          .where('tenant_id', '=', p.tenant_id)
          .where('topic', shape.ofRuns ? '<>' : '=', sql.lit('')),
        'webhook_id',
        p,
        shape.continued,
      ),
    ),
  )

  const selectAsked = prepare<{ tenant_id: string }>()((p) =>
    build
      .selectFrom('webhooks')
      .select('events')
      .distinct()
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(''))
      .where((w) => w.or([w('enabled', '=', sql.lit(1)), w('disabled_reason', 'is not', null)])),
  )

  const selectListening = prepare<{ tenant_id: string; now: number }>()((p) =>
    build
      .selectFrom('webhooks')
      .select(['webhook_id', 'events'])
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', sql.lit(''))
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

  const MOST = 1_000
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
          .limit(sql.lit(MOST))
          .as('waiting'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )

  const describe = prepare<
    Pick<WebhookRow, (typeof DESCRIBED)[number]> & WebhookKey & { old_revision: number }
  >()((p) =>
    build
      .updateTable('webhooks')
      .set(pick(p, DESCRIBED))
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('revision', '=', p.old_revision)
      .returningAll(),
  )

  const forgetFailures = { failures: sql.lit(0), failing_since: null, paused_until: sql.lit(0) }
  const recover = prepare<WebhookKey>()((p) =>
    build
      .updateTable('webhooks')
      .set(forgetFailures)
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('failures', '>', sql.lit(0)),
  )

  const enable = prepare<WebhookKey & { now: number }>()((p) =>
    build
      .updateTable('webhooks')
      .set({ enabled: sql.lit(1), disabled_reason: null, since: p.now, read_to: lastSeq, ...forgetFailures })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('enabled', '=', sql.lit(0)),
  )

  /** By who owns it: what happens from now on is not kept for it. */
  const switchOff = prepare<WebhookKey>()((p) =>
    build
      .updateTable('webhooks')
      .set({ enabled: sql.lit(0), disabled_reason: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const disable = prepare<WebhookKey & { now: number; reason: string }>()((p) =>
    build
      .updateTable('webhooks')
      .set({ enabled: sql.lit(0), disabled_reason: p.reason, updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('enabled', '=', sql.lit(1))
      .returningAll(),
  )

  const countFailure = prepare<WebhookKey & { failures: number; now: number; paused_until: number }>()((p) =>
    build
      .updateTable('webhooks')
      .set(({ eb, fn }) => ({
        // Of several that fail side by side the first is counted, and the longest pause holds.
        failures: larger(eb.ref('failures'), p.failures),
        failing_since: fn.coalesce('failing_since', sql<number>`cast(${p.now} as bigint)`),
        paused_until: larger(eb.ref('paused_until'), p.paused_until),
      }))
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
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

  const remove = prepare<WebhookKey>()((p) =>
    build
      .deleteFrom('webhooks')
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .returning('webhook_id'),
  )

  const removeUnused = prepare<{ before: number }>()((p) =>
    build
      .deleteFrom('webhooks')
      .where('topic', '<>', sql.lit(''))
      .where('updated_at', '<', p.before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_events as e')
              .select('e.event_id')
              .whereRef('e.tenant_id', '=', 'webhooks.tenant_id')
              .whereRef('e.topic', '=', 'webhooks.topic'),
          ),
        ),
      ),
  )

  const countDisabled = prepare<object>()(() =>
    build
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('topic', '=', sql.lit(''))
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
    /** Where it begins to read is not up to the row. */
    async insert(row: WebhookRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },
    insertIfAbsentStatement: insertIfAbsent,

    async get(key: WebhookKey): Promise<WebhookRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, ofRuns: boolean, page: PageRequest): Promise<WebhookRow[]> {
      return db.read(
        selectPage({ continued: page.after !== undefined, ofRuns })({ tenant_id, ...pageParams(page) }),
      )
    },

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

    /** `before` goes with it. Undefined: somebody else changed it since it was read. */
    async describe(
      row: WebhookRow,
      oldRevision: number,
      before: Statement[],
    ): Promise<WebhookRow | undefined> {
      const described = required(describe({ ...row, old_revision: oldRevision }))
      return (await db.write([...before, described]))?.at(-1)?.[0] as WebhookRow | undefined
    },

    recoverStatement: recover,
    enableStatement: enable,
    switchOffStatement: switchOff,
    countFailureStatement: countFailure,
    /** Only for who reads on from where it was. */
    readToStatement: readTo,

    /** Undefined: it was disabled already, or is gone. */
    async disable(
      key: WebhookKey,
      reason: string,
      now: number,
      also: Statement,
    ): Promise<WebhookRow | undefined> {
      return (await db.write([required(disable({ ...key, reason, now })), also]))?.[0][0]
    },

    /** `also` goes with it. False: there was none. */
    async remove(key: WebhookKey, also: Statement[]): Promise<boolean> {
      return (await db.write([required(remove(key)), ...also])) !== undefined
    },

    /** Receivers of single runs that nothing is known about any more. */
    async removeUnused(before: number): Promise<void> {
      await db.write([removeUnused({ before })])
    },

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

export type WebhookStore = ReturnType<typeof makeWebhookStore>
