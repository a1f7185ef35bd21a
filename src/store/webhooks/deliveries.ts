/**
 * Deliveries of events to webhooks. A delivery is claimed with a lease, like a run: `next_attempt_at` is the end of the
 * lease.
 */
import { sql } from 'kysely'
import type { DeliveryStatus } from '../../schema/webhook.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { matchesEventTypes } from './backlog.js'
import type { WebhookKey } from './rows.js'

export type DeliveryRow = Row<'webhook_deliveries'>
type AttemptRow = Row<'webhook_attempts'>

interface DeliveryKey extends WebhookKey {
  event_id: string
}

type DeliveryResult = DeliveryKey &
  Pick<
    DeliveryRow,
    'attempts' | 'status' | 'step' | 'next_attempt_at' | 'last_status' | 'last_error' | 'delivered_at'
  > & { owner: string }

export const makeDeliveryStore = (db: Database) => {
  const { kysely, forUpdate, forUpdateSkipLocked } = db.dialect
  const pending = sql.lit<DeliveryStatus>('pending')

  const insert = prepareBulkInsert('webhook_deliveries', (rows) =>
    kysely
      .insertInto('webhook_deliveries')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )

  const claim = prepare<WebhookKey & { owner: string; now: number; expires: number; limit: number }>()((p) =>
    kysely
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({
        attempts: eb('attempts', '+', sql.lit(1)),
        lease_owner: p.owner,
        next_attempt_at: p.expires,
      }))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('event_id', 'webhook_id'),
          'in',
          selectFrom('webhook_deliveries as d')
            .select(['d.event_id', 'd.webhook_id'])
            .where('d.tenant_id', '=', p.tenant_id)
            .where('d.webhook_id', '=', p.webhook_id)
            .where('d.status', '=', pending)
            .where('d.next_attempt_at', '<=', p.now)
            .orderBy('d.next_attempt_at')
            .limit(sql<number>`${p.limit}`)
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('event_id', 'webhook_id'),
        ),
      )
      .returningAll(),
  )

  /** The delivery was not sent: the attempt is not counted. */
  const release = prepare<
    Pick<DeliveryRow, 'event_id' | 'webhook_id' | 'lease_owner' | 'attempts'> & { now: number }
  >()((p) =>
    kysely
      .updateTable('webhook_deliveries')
      .set(({ eb }) => ({
        attempts: eb('attempts', '-', sql.lit(1)),
        lease_owner: null,
        next_attempt_at: p.now,
      }))
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('lease_owner', '=', p.lease_owner)
      .where('attempts', '=', p.attempts),
  )

  const finish = prepare<DeliveryResult>()((p) =>
    kysely
      .updateTable('webhook_deliveries')
      .set({
        ...pick(p, ['status', 'step', 'next_attempt_at', 'last_status', 'last_error', 'delivered_at']),
        lease_owner: null,
      })
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('tenant_id', '=', p.tenant_id)
      .where('lease_owner', '=', p.owner)
      .where('attempts', '=', p.attempts)
      .returning('event_id'),
  )

  const insertAttempt = prepare<AttemptRow>()((p) =>
    kysely
      .insertInto('webhook_attempts')
      .values(pick(p, getColumnNames('webhook_attempts')))
      .onConflict((conflict) => conflict.doNothing()),
  )
  /** Finds the delivery if the attempt is over for it: it was redelivered, or claimed again, while the receiver was responding. */
  const lockSuperseded = prepare<AttemptRow>()((p) =>
    kysely
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('tenant_id', '=', p.tenant_id)
      .where(({ eb, or }) => or([eb('attempts', '>', p.attempt), eb('lease_owner', 'is', null)]))
      .modifyEnd(forUpdate),
  )

  const select = prepare<DeliveryKey>()((p) =>
    kysely
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('tenant_id', '=', p.tenant_id),
  )

  const selectAttempts = prepare<DeliveryKey>()((p) =>
    kysely
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('attempt'),
  )

  const selectPage = memoizeByShape((shape: { continued: boolean; status: DeliveryStatus | undefined }) =>
    prepare<PageParams & WebhookKey>()((p) => {
      const query = kysely
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('webhook_id', '=', p.webhook_id)
      const filtered = shape.status === undefined ? query : query.where('status', '=', sql.lit(shape.status))
      return orderNewestFirst(filtered, 'event_id', p, shape.continued)
    }),
  )

  const resetForRedelivery = (p: { now: number }) => ({
    status: pending,
    step: sql.lit(0),
    next_attempt_at: p.now,
    delivered_at: null,
    lease_owner: null,
  })
  const redeliver = prepare<DeliveryKey & { now: number }>()((p) =>
    kysely
      .updateTable('webhook_deliveries')
      .set(resetForRedelivery(p))
      .where('event_id', '=', p.event_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('tenant_id', '=', p.tenant_id)
      .returningAll(),
  )
  type Range = WebhookKey & { now: number; since: number; until: number }
  const redeliverRange = memoizeByShape((status: DeliveryStatus) =>
    prepare<Range>()((p) =>
      kysely
        .updateTable('webhook_deliveries')
        .set(resetForRedelivery(p))
        .where('tenant_id', '=', p.tenant_id)
        .where('webhook_id', '=', p.webhook_id)
        .where('status', '=', sql.lit(status))
        .where('created_at', '>=', p.since)
        .where('created_at', '<=', p.until)
        .returning('event_id'),
    ),
  )

  /** Finds the event numbers of the time range with a read, so that the write does not have to search. */
  const selectSeqRange = prepare<Range>()((p) =>
    kysely
      .selectFrom('webhooks as w')
      .innerJoin('webhook_events as e', (join) =>
        join.onRef('e.tenant_id', '=', 'w.tenant_id').onRef('e.topic', '=', 'w.topic'),
      )
      .select(({ fn }) => [
        fn.min<number | null>('e.seq').as('first'),
        fn.max<number | null>('e.seq').as('last'),
      ])
      .where('w.tenant_id', '=', p.tenant_id)
      .where('w.webhook_id', '=', p.webhook_id)
      .where('e.created_at', '>=', p.since)
      .where('e.created_at', '<=', p.until),
  )
  const insertMissed = prepare<Range & { first: number; last: number }>()((p) =>
    kysely
      .insertInto('webhook_deliveries')
      .columns([
        'event_id',
        'webhook_id',
        'tenant_id',
        'event_type',
        'run_id',
        'status',
        'attempts',
        'step',
        'next_attempt_at',
        'created_at',
      ])
      .expression((from) =>
        from
          .selectFrom('webhooks as w')
          .innerJoin('webhook_events as e', (join) =>
            join
              .onRef('e.tenant_id', '=', 'w.tenant_id')
              .onRef('e.topic', '=', 'w.topic')
              // Later events will be delivered anyway; events from before the webhook was created were not missed.
              .onRef('e.seq', '<=', 'w.read_to')
              .onRef('e.created_at', '>=', 'w.created_at'),
          )
          .select([
            'e.event_id',
            'w.webhook_id',
            'e.tenant_id',
            'e.event_type',
            'e.run_id',
            pending.as('status'),
            sql.lit(0).as('attempts'),
            sql.lit(0).as('step'),
            sql<number>`cast(${p.now} as bigint)`.as('next_attempt_at'),
            'e.created_at',
          ])
          .where('w.tenant_id', '=', p.tenant_id)
          .where('w.webhook_id', '=', p.webhook_id)
          .where('e.seq', '>=', p.first)
          .where('e.seq', '<=', p.last)
          .where('e.created_at', '>=', p.since)
          .where('e.created_at', '<=', p.until)
          .where(matchesEventTypes),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id'),
  )

  const selectEventIds = (p: WebhookKey) =>
    kysely
      .selectFrom('webhook_deliveries')
      .select('webhook_deliveries.event_id')
      .where('webhook_deliveries.tenant_id', '=', p.tenant_id)
      .where('webhook_deliveries.webhook_id', '=', p.webhook_id)
  const removeAttempts = prepare<WebhookKey>()((p) =>
    kysely
      .deleteFrom('webhook_attempts')
      .where('webhook_id', '=', p.webhook_id)
      .where('event_id', 'in', selectEventIds(p)),
  )
  const removeDeliveries = prepare<WebhookKey>()((p) =>
    kysely
      .deleteFrom('webhook_deliveries')
      .where('tenant_id', '=', p.tenant_id)
      .where('webhook_id', '=', p.webhook_id),
  )

  const releaseAll = prepare<object>()(() =>
    kysely
      .updateTable('webhook_deliveries')
      .set({ lease_owner: null, next_attempt_at: sql.lit(0) })
      .where('status', '=', pending)
      .where('lease_owner', 'is not', null),
  )

  return {
    /** A delivery that exists is not changed. */
    async insert(row: DeliveryRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([...insert([row]), ...extraStatements])
    },

    /** Inserts the rows if the condition returns a row. Returns false, and stores nothing, if it does not. */
    async insertIf(condition: Statement, rows: DeliveryRow[]): Promise<boolean> {
      return (await db.write([requireRow(condition), ...insert(rows)])) !== undefined
    },

    /** Claims due deliveries, those that wait longest first. */
    async claim(
      key: WebhookKey,
      owner: string,
      now: number,
      expires: number,
      limit: number,
    ): Promise<DeliveryRow[]> {
      return (await db.write([claim({ ...key, owner, now, expires, limit })]))?.[0] ?? []
    },

    /** Releases claimed deliveries that were not sent. */
    async release(claimed: readonly DeliveryRow[], now: number): Promise<void> {
      await db.write(claimed.map((row) => release({ ...row, now })))
    },

    /**
     * Stores the result of an attempt. Returns false if the delivery was redelivered, claimed again or removed meanwhile: then
     * its state is not changed, and only the attempt is recorded.
     */
    async finish(
      result: DeliveryResult,
      attempt: AttemptRow,
      ...extraStatements: Statement[]
    ): Promise<boolean> {
      const written = await db.write([requireRow(finish(result)), insertAttempt(attempt), ...extraStatements])
      if (written !== undefined) return true
      await db.write([requireRow(lockSuperseded(attempt)), insertAttempt(attempt)])
      return false
    },

    async get(key: DeliveryKey): Promise<DeliveryRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    listAttempts: (key: DeliveryKey): Promise<AttemptRow[]> => db.read(selectAttempts(key)),

    list(key: WebhookKey, status: DeliveryStatus | undefined, page: PageRequest): Promise<DeliveryRow[]> {
      const shape = { continued: page.after !== undefined, status }
      return db.read(selectPage(shape)({ ...key, ...toPageParams(page) }))
    },

    async redeliver(key: DeliveryKey, now: number): Promise<DeliveryRow | undefined> {
      return (await db.write([requireRow(redeliver({ ...key, now }))]))?.[0][0]
    },

    /**
     * With `failed` it includes events that the webhook missed while it was disabled. Returns the event IDs of the deliveries.
     */
    async redeliverRange(
      key: WebhookKey,
      status: 'delivered' | 'failed',
      { since, until }: { since: number; until: number },
      now: number,
    ): Promise<string[]> {
      const range = { ...key, since, until, now }
      const { first = null, last = null } =
        status === 'failed' ? ((await db.read(selectSeqRange(range)))[0] ?? {}) : {}
      const missed = first === null || last === null ? [] : [insertMissed({ ...range, first, last })]
      const results = await db.write([redeliverRange(status)(range), ...missed])
      return results?.flatMap((rows) => rows.map(({ event_id }) => event_id)) ?? []
    },

    removeStatements: (key: WebhookKey): Statement[] => [removeAttempts(key), removeDeliveries(key)],

    /** Makes claimed deliveries due now. Only for the start of a single node, when no other node can hold a lease. */
    async releaseAll(): Promise<void> {
      await db.write([releaseAll({})])
    },
  }
}

export type DeliveryStore = ReturnType<typeof makeDeliveryStore>
