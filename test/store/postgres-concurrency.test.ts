/** Races between the statements of two nodes. Each test keeps the transaction of one node open to observe the other. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openMigratedDatabase, type MigratedDatabase } from '../support/databases.js'
import { assistantRow, messageRow, runRow, threadRow, webhookEventRow } from '../support/rows.js'
import { makeStores, type Stores } from '../support/stores.js'
import { rawStatement } from '../support/raw-statement.js'

describe('concurrent nodes on PostgreSQL', () => {
  let store: MigratedDatabase
  let stores: Stores
  let lockHolder: pg.Client
  beforeAll(async () => {
    store = await openMigratedDatabase('postgres')
    stores = makeStores(store.db)
    const url = new URL(inject('postgresUrl'))
    url.pathname = new URL(store.url).pathname
    lockHolder = new pg.Client({ connectionString: url.href })
    await lockHolder.connect()
  })
  afterAll(async () => {
    await lockHolder.end()
    await store.close()
  })

  const countBlocked = async (): Promise<number> => {
    const waiting = "datname = current_database() and wait_event_type = 'Lock'"
    const { rows } = await lockHolder.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where ${waiting}`,
    )
    return rows[0]?.n ?? 0
  }

  /** Runs `statements` as the transaction of one node, and `concurrently` after them but before the commit. */
  const whileUncommitted = async <T>(statements: string[], concurrently: () => Promise<T>): Promise<T> => {
    await lockHolder.query('select pg_advisory_lock(1)')
    const otherWrite = store.db.write([
      ...statements.map((sql) => rawStatement(sql)),
      rawStatement('select pg_advisory_xact_lock(1)'),
    ])
    await expect.poll(countBlocked, { interval: 5 }).toBe(1)
    let isSettled = false
    const result = concurrently().finally(() => (isSettled = true))
    await expect.poll(async () => isSettled || (await countBlocked()) === 2, { interval: 5 }).toBe(true)
    await lockHolder.query('select pg_advisory_unlock(1)')
    await otherWrite
    return result
  }

  it('no message is inserted into a thread that is being removed', async () => {
    const thread = threadRow()
    await stores.threads.insert(thread)
    const removal = ['threads', 'messages'].map(
      (table) => `delete from ${table} where thread_id = '${thread.thread_id}'`,
    )
    const message = messageRow({ thread_id: thread.thread_id })
    await expect(whileUncommitted(removal, () => stores.messages.insert(message))).resolves.toBe(false)
    await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([])
  })

  it('no run is inserted for an assistant that is being removed', async () => {
    const assistant = assistantRow()
    const thread = threadRow()
    await stores.assistants.insert(assistant)
    await stores.threads.insert(thread)
    const { assistant_id } = assistant
    const removal = [`delete from assistants where assistant_id = '${assistant_id}'`]
    const run = runRow({ assistant_id, thread_id: thread.thread_id })
    await expect(whileUncommitted(removal, () => stores.runs.insert(run, { mode: 'enqueue' }))).resolves.toBe(
      false,
    )
    await expect(stores.runs.get(run)).resolves.toBeUndefined()
  })

  const listEventsAfter = async (seq: number | null) =>
    stores.webhookEvents.listAfter({ tenant_id: 'default', topic: '' }, seq ?? 0, 10)
  const toEventIds = (events: { event_id: string }[]) => events.map(({ event_id }) => event_id)

  it('a webhook event that is committed late is still read by webhooks whose cursor has moved on', async () => {
    const [late, other] = [webhookEventRow(), webhookEventRow()]
    const insertion = `insert into webhook_events (event_id, tenant_id, topic, event_type, payload, created_at)
      values ('${late.event_id}', 'default', '', 'run.completed', '{}', ${late.created_at})`
    const read = await whileUncommitted([insertion], async () => {
      await store.db.write([stores.webhookEvents.insertStatement(other)])
      await stores.webhookEvents.assignNumbers()
      return listEventsAfter(0)
    })
    expect(toEventIds(read)).toEqual([other.event_id])
    await stores.webhookEvents.assignNumbers()
    expect(toEventIds(await listEventsAfter(read[0]!.seq))).toEqual([late.event_id])
  })

  it('webhook events are numbered by one node at a time, so a smaller number never becomes visible after a larger one', async () => {
    const [otherEvent, ownEvent] = [webhookEventRow(), webhookEventRow()]
    const [last] = (await listEventsAfter(0)).slice(-1)
    await store.db.write([otherEvent, ownEvent].map((row) => stores.webhookEvents.insertStatement(row)))
    const numbering = [
      'update webhook_sequence set last_seq = last_seq + 1000',
      `update webhook_events set seq = (select last_seq - 999 from webhook_sequence)
        where event_id = '${otherEvent.event_id}'`,
    ]
    const { numbered } = await whileUncommitted(numbering, () => stores.webhookEvents.assignNumbers())
    expect(numbered).toHaveLength(1)
    expect(toEventIds(await listEventsAfter(last?.seq ?? 0))).toEqual([
      otherEvent.event_id,
      ownEvent.event_id,
    ])
  })
})
