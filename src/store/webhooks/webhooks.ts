import { sql, type Expression } from 'kysely'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf } from '../sql/tables.js'
import { makeWebhookReading, PUBLIC, type WebhookKey, type WebhookRow } from './backlog.js'

export type { WebhookKey, WebhookRow } from './backlog.js'

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
          .where('topic', shape.ofRuns ? '<>' : '=', sql.lit(PUBLIC)),
        'webhook_id',
        p,
        shape.continued,
      ),
    ),
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
      .where('topic', '<>', sql.lit(PUBLIC))
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

  return {
    ...makeWebhookReading(db),

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
  }
}

export type WebhookStore = ReturnType<typeof makeWebhookStore>
