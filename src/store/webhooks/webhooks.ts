import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames } from '../sql/tables.js'
import { makeWebhookBacklog } from './backlog.js'
import { TENANT_TOPIC, type WebhookKey, type WebhookRow } from './rows.js'

const DAY_MS = 86_400_000

/** The columns that a client can change, and those that change with them. */
const UPDATABLE = [
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

export const makeWebhookStore = (db: Database) => {
  const { kysely, greatest } = db.dialect

  const lastSeq = kysely.selectFrom('webhook_sequence').select('last_seq')

  const columns = getColumnNames('webhooks')

  /** The webhook receives events from now on: its cursor starts at the last assigned number. */
  const insert = prepare<WebhookRow>()((p) =>
    kysely.insertInto('webhooks').values({ ...pick(p, columns), read_to: lastSeq }),
  )
  /**
   * Creates the webhook of a run's URL on first use. Its timestamp is renewed once a day, so it is not removed while in
   * use.
   */
  const insertIfAbsent = prepare<WebhookRow>()((p) =>
    kysely
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
    kysely
      .selectFrom('webhooks')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const selectPage = memoizeByShape((shape: { continued: boolean; fromRuns: boolean }) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely
          .selectFrom('webhooks')
          .selectAll()
          .where('tenant_id', '=', p.tenant_id)
          .where('topic', shape.fromRuns ? '<>' : '=', sql.lit(TENANT_TOPIC)),
        'webhook_id',
        p,
        shape.continued,
      ),
    ),
  )

  const update = prepare<
    Pick<WebhookRow, (typeof UPDATABLE)[number]> & WebhookKey & { old_revision: number }
  >()((p) =>
    kysely
      .updateTable('webhooks')
      .set(pick(p, UPDATABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('revision', '=', p.old_revision)
      .returningAll(),
  )

  const NO_FAILURES = { failures: sql.lit(0), failing_since: null, paused_until: sql.lit(0) }
  const resetFailures = prepare<WebhookKey>()((p) =>
    kysely
      .updateTable('webhooks')
      .set(NO_FAILURES)
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('failures', '>', sql.lit(0)),
  )

  const enable = prepare<WebhookKey & { now: number }>()((p) =>
    kysely
      .updateTable('webhooks')
      .set({ enabled: sql.lit(1), disabled_reason: null, since: p.now, read_to: lastSeq, ...NO_FAILURES })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('enabled', '=', sql.lit(0)),
  )

  /** Disabled by its owner: without a reason, events are no longer stored for it. */
  const disableByUser = prepare<WebhookKey>()((p) =>
    kysely
      .updateTable('webhooks')
      .set({ enabled: sql.lit(0), disabled_reason: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const disable = prepare<WebhookKey & { now: number; reason: string }>()((p) =>
    kysely
      .updateTable('webhooks')
      .set({ enabled: sql.lit(0), disabled_reason: p.reason, updated_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('enabled', '=', sql.lit(1))
      .returningAll(),
  )

  const countFailure = prepare<WebhookKey & { failures: number; now: number; paused_until: number }>()((p) =>
    kysely
      .updateTable('webhooks')
      .set(({ eb, fn }) => ({
        // Of several concurrent failures only the first is counted, and the longest pause applies.
        failures: greatest(eb.ref('failures'), sql`cast(${p.failures} as bigint)`),
        failing_since: fn.coalesce('failing_since', sql<number>`cast(${p.now} as bigint)`),
        paused_until: greatest(eb.ref('paused_until'), sql`cast(${p.paused_until} as bigint)`),
      }))
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const remove = prepare<WebhookKey>()((p) =>
    kysely
      .deleteFrom('webhooks')
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id)
      .returning('webhook_id'),
  )

  const removeUnused = prepare<{ before: number }>()((p) =>
    kysely
      .deleteFrom('webhooks')
      .where('topic', '<>', sql.lit(TENANT_TOPIC))
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
    ...makeWebhookBacklog(db),

    /** Ignores `read_to` of the row: the cursor starts at the last assigned number. */
    async insert(row: WebhookRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },
    insertIfAbsentStatement: insertIfAbsent,

    async get(key: WebhookKey): Promise<WebhookRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, fromRuns: boolean, page: PageRequest): Promise<WebhookRow[]> {
      return db.read(
        selectPage({ continued: page.after !== undefined, fromRuns })({ tenant_id, ...toPageParams(page) }),
      )
    },

    /** Returns undefined if the webhook has changed since it was read. */
    async update(
      row: WebhookRow,
      oldRevision: number,
      precedingStatements: Statement[],
    ): Promise<WebhookRow | undefined> {
      const updateStatement = requireRow(update({ ...row, old_revision: oldRevision }))
      return (await db.write([...precedingStatements, updateStatement]))?.at(-1)?.[0] as
        | WebhookRow
        | undefined
    },

    resetFailuresStatement: resetFailures,
    enableStatement: enable,
    disableByUserStatement: disableByUser,
    countFailureStatement: countFailure,
    /** Returns undefined if the webhook is already disabled or does not exist. */
    async disable(
      key: WebhookKey,
      reason: string,
      now: number,
      extraStatements: Statement,
    ): Promise<WebhookRow | undefined> {
      return (await db.write([requireRow(disable({ ...key, reason, now })), extraStatements]))?.[0][0]
    },

    /** Returns false if the webhook does not exist. */
    async remove(key: WebhookKey, extraStatements: Statement[]): Promise<boolean> {
      return (await db.write([requireRow(remove(key)), ...extraStatements])) !== undefined
    },

    /** Removes webhooks of runs' URLs that were not used since `before` and have no events left. */
    async removeUnused(before: number): Promise<void> {
      await db.write([removeUnused({ before })])
    },
  }
}

export type WebhookStore = ReturnType<typeof makeWebhookStore>
