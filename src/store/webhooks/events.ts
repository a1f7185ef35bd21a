/**
 * The transactional outbox. An event is written once, in the same batch as the change it reports, if any webhook subscribes
 * to it; the number of subscribers does not affect that batch. Afterwards it gets a number, and each webhook reads the
 * events after its cursor.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { castRowValues, pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type WebhookEventRow = Row<'webhook_events'>

export interface Topic {
  tenant_id: string
  topic: string
}

/** The number of events that are numbered or removed at once. */
const BATCH_SIZE = 1_000
const MAX_INLINE_PAYLOAD = 16_384

export const makeWebhookEventStore = (db: Database) => {
  const { kysely } = db.dialect
  const columns = getColumnNames('webhook_events')

  const insert = prepare<WebhookEventRow>()((p) =>
    kysely.insertInto('webhook_events').values(pick(p, columns)),
  )

  /** Includes webhooks that the service has disabled: events that they miss can be redelivered later. */
  const insertIfSubscribed = prepare<WebhookEventRow & { like: string }>()((p) =>
    kysely
      .insertInto('webhook_events')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('webhooks')
          .select(castRowValues(db.dialect, 'webhook_events', p))
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

  const selectUnnumbered = prepare<object>()(() =>
    kysely.selectFrom('webhook_events').select('event_id').where('seq', 'is', null).limit(sql.lit(1)),
  )

  // This row stays locked until the batch commits, so numbers become visible in order. Some numbers stay unused.
  const reserveNumbers = prepare<object>()(() =>
    kysely
      .updateTable('webhook_sequence')
      .set((eb) => ({ last_seq: eb('last_seq', '+', sql.lit(BATCH_SIZE)) })),
  )
  const assignNumbers = prepare<object>()(() =>
    kysely
      .updateTable('webhook_events')
      .from((eb) =>
        eb
          .selectFrom('webhook_events as e')
          .innerJoin('webhook_sequence as s', (join) => join.onTrue())
          .select([
            'e.event_id',
            sql<number>`s.last_seq - ${sql.lit(BATCH_SIZE)} + row_number() over (order by e.event_id)`.as(
              'next',
            ),
          ])
          .where('e.seq', 'is', null)
          .orderBy('e.event_id')
          .limit(sql.lit(BATCH_SIZE))
          .as('n'),
      )
      .set((eb) => ({ seq: eb.ref('n.next') }))
      .whereRef('webhook_events.event_id', '=', 'n.event_id')
      .returning(['webhook_events.tenant_id', 'webhook_events.topic', 'webhook_events.event_type']),
  )

  const selectAfter = prepare<Topic & { after: number; limit: number }>()((p) =>
    kysely
      .selectFrom('webhook_events')
      .select(['event_id', 'event_type', 'run_id', 'created_at', 'seq', 'url'])
      .select(
        sql<string | null>`case when length(payload) <= ${sql.lit(MAX_INLINE_PAYLOAD)} then payload end`.as(
          'payload',
        ),
      )
      .where('tenant_id', '=', p.tenant_id)
      .where('topic', '=', p.topic)
      .where('seq', '>', p.after)
      .orderBy('seq')
      .limit(sql<number>`${p.limit}`),
  )

  const selectMessage = prepare<{ tenant_id: string; event_id: string }>()((p) =>
    kysely
      .selectFrom('webhook_events')
      .select(['payload', 'url'])
      .where('event_id', '=', p.event_id)
      .where('tenant_id', '=', p.tenant_id),
  )

  const selectOldest = prepare<object>()(() =>
    kysely
      .selectFrom('webhook_events')
      .select(['event_id', 'created_at'])
      .orderBy('event_id')
      .limit(sql.lit(BATCH_SIZE)),
  )
  const removeUntil = prepare<{ event_id: string }>()((p) =>
    kysely.deleteFrom('webhook_events').where('event_id', '<=', p.event_id),
  )
  const removeDeliveriesUntil = prepare<{ event_id: string }>()((p) =>
    kysely.deleteFrom('webhook_deliveries').where('event_id', '<=', p.event_id),
  )
  const removeAttemptsUntil = prepare<{ event_id: string }>()((p) =>
    kysely.deleteFrom('webhook_attempts').where('event_id', '<=', p.event_id),
  )

  return {
    insertStatement: insert,
    insertIfSubscribedStatement: (row: WebhookEventRow): Statement =>
      insertIfSubscribed({ ...row, like: `% ${row.event_type} %` }),

    async hasUnnumbered(): Promise<boolean> {
      return (await db.read(selectUnnumbered({}))).length > 0
    },

    /** Numbers new events. Returns them, and whether there may be more. */
    async assignNumbers(): Promise<{ numbered: (Topic & { event_type: string })[]; hasMore: boolean }> {
      const numbered = (await db.write([reserveNumbers({}), assignNumbers({})]))?.[1] ?? []
      return { numbered, hasMore: numbered.length === BATCH_SIZE }
    },

    /** Leaves out large payloads, because many events may be in memory before they are sent. */
    listAfter(topic: Topic, after: number, limit: number) {
      return db.read(selectAfter({ ...topic, after, limit }))
    },

    async getMessage(key: { tenant_id: string; event_id: string }) {
      return (await db.read(selectMessage(key)))[0]
    },

    /** Removes up to 1,000 events before this time, with their deliveries. Returns true if there may be more. */
    async removeBefore(before: number): Promise<boolean> {
      const oldest = await db.read(selectOldest({}))
      const firstRetained = oldest.findIndex(({ created_at }) => created_at >= before)
      const last = firstRetained < 0 ? oldest.at(-1) : oldest[firstRetained - 1]
      if (last === undefined) return false
      await db.write([removeAttemptsUntil(last), removeDeliveriesUntil(last), removeUntil(last)])
      return firstRetained < 0
    },
  }
}

export type WebhookEventStore = ReturnType<typeof makeWebhookEventStore>
