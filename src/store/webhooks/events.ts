/**
 * The outbox. An event is written once, in the batch of what it tells of, if anybody asked for it; how many hear of it
 * does not matter to that batch. Afterwards it gets its number, and receivers read on from the last number they had.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { castRow, pick, prepare, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type WebhookEventRow = Row<'webhook_events'>

export interface Topic {
  tenant_id: string
  topic: string
}

/** Numbered in one go. */
const PASS = 1_000
const SMALL = 16_384

export const makeWebhookEventStore = (db: Database) => {
  const { build } = db.dialect
  const columns = columnsOf('webhook_events')

  const insert = prepare<WebhookEventRow>()((p) =>
    build.insertInto('webhook_events').values(pick(p, columns)),
  )

  /** Also for a webhook that the service disabled: what it misses can be delivered when it is back. */
  const insertIfAsked = prepare<WebhookEventRow & { like: string }>()((p) =>
    build
      .insertInto('webhook_events')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('webhooks')
          .select(castRow(db.dialect, 'webhook_events', p))
          .where('webhooks.tenant_id', '=', p.tenant_id)
          .where('webhooks.topic', '=', p.topic)
          .where((w) =>
            w.or([w('webhooks.enabled', '=', sql.lit(1)), w('webhooks.disabled_reason', 'is not', null)]),
          )
          .where((w) =>
            w.or([w('webhooks.events', '=', sql.lit(' * ')), w('webhooks.events', 'like', p.like)]),
          )
          .limit(sql.lit(1)),
      ),
  )

  const selectNew = prepare<object>()(() =>
    build.selectFrom('webhook_events').select('event_id').where('seq', 'is', null).limit(sql.lit(1)),
  )

  // The lock on this row is held to the end of the batch, so numbers become visible in their order. Some stay unused.
  const reserve = prepare<object>()(() =>
    build.updateTable('webhook_sequence').set((eb) => ({ last_seq: eb('last_seq', '+', sql.lit(PASS)) })),
  )
  const number = prepare<object>()(() =>
    build
      .updateTable('webhook_events')
      .from((eb) =>
        eb
          .selectFrom('webhook_events as e')
          .innerJoin('webhook_sequence as s', (join) => join.onTrue())
          .select([
            'e.event_id',
            sql<number>`s.last_seq - ${sql.lit(PASS)} + row_number() over (order by e.event_id)`.as('next'),
          ])
          .where('e.seq', 'is', null)
          .orderBy('e.event_id')
          .limit(sql.lit(PASS))
          .as('n'),
      )
      .set((eb) => ({ seq: eb.ref('n.next') }))
      .whereRef('webhook_events.event_id', '=', 'n.event_id')
      .returning(['webhook_events.tenant_id', 'webhook_events.topic', 'webhook_events.event_type']),
  )

  const selectAfter = prepare<Topic & { after: number; limit: number }>()((p) =>
    build
      .selectFrom('webhook_events')
      .select(['event_id', 'event_type', 'run_id', 'created_at', 'seq', 'url'])
      .select(
        sql<string | null>`case when length(payload) <= ${sql.lit(SMALL)} then payload end`.as('payload'),
      )
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', p.topic)
      .where('seq', '>', p.after)
      .orderBy('seq')
      .limit(sql<number>`${p.limit}`),
  )

  const selectMessage = prepare<{ tenant_id: string; event_id: string }>()((p) =>
    build
      .selectFrom('webhook_events')
      .select(['payload', 'url'])
      .where('event_id', '=', p.event_id)
      .where('tenant_id', '=', p.tenant_id),
  )

  const selectOldest = prepare<object>()(() =>
    build
      .selectFrom('webhook_events')
      .select(['event_id', 'created_at'])
      .orderBy('event_id')
      .limit(sql.lit(PASS)),
  )
  const removeUntil = prepare<{ event_id: string }>()((p) =>
    build.deleteFrom('webhook_events').where('event_id', '<=', p.event_id),
  )
  const removeDeliveriesUntil = prepare<{ event_id: string }>()((p) =>
    build.deleteFrom('webhook_deliveries').where('event_id', '<=', p.event_id),
  )
  const removeAttemptsUntil = prepare<{ event_id: string }>()((p) =>
    build.deleteFrom('webhook_attempts').where('event_id', '<=', p.event_id),
  )

  return {
    insertStatement: insert,
    insertIfAskedStatement: (row: WebhookEventRow): Statement =>
      insertIfAsked({ ...row, like: `% ${row.event_type} %` }),

    async anyNew(): Promise<boolean> {
      return (await db.read(selectNew({}))).length > 0
    },

    /** Numbers what is new; returns what that was, and whether there may be more. */
    async number(): Promise<{ news: (Topic & { event_type: string })[]; isMore: boolean }> {
      const news = (await db.write([reserve({}), number({})]))?.[1] ?? []
      return { news, isMore: news.length === PASS }
    },

    /** Large payloads are left out: many may lie in memory before they are sent. */
    listAfter(topic: Topic, after: number, limit: number) {
      return db.read(selectAfter({ ...topic, after, limit }))
    },

    async message(key: { tenant_id: string; event_id: string }) {
      return (await db.read(selectMessage(key)))[0]
    },

    /** Forgets what happened before, with its deliveries, a thousand events at a time. False: that was all. */
    async removeBefore(before: number): Promise<boolean> {
      const oldest = await db.read(selectOldest({}))
      const firstKept = oldest.findIndex(({ created_at }) => created_at >= before)
      const last = firstKept < 0 ? oldest.at(-1) : oldest[firstKept - 1]
      if (last === undefined) return false
      await db.write([removeAttemptsUntil(last), removeDeliveriesUntil(last), removeUntil(last)])
      return firstKept < 0
    },
  }
}

export type WebhookEventStore = ReturnType<typeof makeWebhookEventStore>
