import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { WebhookEventRow } from '../../src/store/webhooks/events.js'
import type { WebhookRow } from '../../src/store/webhooks/rows.js'
import { collectPages } from '../support/pagination.js'
import { T0, threadRow, webhookEventRow, webhookRow } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

const TABLES = ['webhooks', 'webhook_events', 'webhook_deliveries', 'webhook_attempts']

/** Needs its own database: the events of all tenants are numbered together. */
export const describeWebhooks = (stores: Stores): void => {
  /** Inserts a webhook and returns its row with the cursor that the insert has set. */
  const insertWebhook = async (overrides: Partial<WebhookRow> = {}): Promise<WebhookRow> => {
    const row = webhookRow(overrides)
    await stores.webhooks.insert(row)
    return (await stores.webhooks.get(row))!
  }
  /** Inserts events whether a webhook subscribes to them or not. */
  const insertEvents = async (...overrides: Partial<WebhookEventRow>[]): Promise<WebhookEventRow[]> => {
    const rows = overrides.map((override) => webhookEventRow(override))
    await stores.db.write(rows.map((row) => stores.webhookEvents.insertStatement(row)))
    return rows
  }
  const emitEvent = (overrides: Partial<WebhookEventRow> = {}) =>
    stores.db.write([stores.webhookEvents.insertIfSubscribedStatement(webhookEventRow(overrides))])
  const readAll = (tenant_id = 'default', after = 0, topic = '') =>
    stores.webhookEvents.listAfter({ tenant_id, topic }, after, 100_000)
  const countStored = async () =>
    (await stores.db.read(rawStatement<{ n: number }>('select count(*) as n from webhook_events')))[0]!.n
  const lastSeq = async () =>
    (await stores.db.read(rawStatement<{ last_seq: number }>('select last_seq from webhook_sequence')))[0]!
      .last_seq

  afterEach(async () => {
    await stores.db.write(TABLES.map((table) => rawStatement(`delete from ${table}`)))
  })

  describe('webhook events', () => {
    it.each([
      ['is stored for a webhook that names its type', { events: ' run.failed run.completed ' }, 1],
      ['is stored for a webhook for all events', { events: ' * ' }, 1],
      [
        'is stored for a webhook that the service has disabled',
        { enabled: 0, disabled_reason: 'The receiver responded with 410 Gone' },
        1,
      ],
      ['is not stored for a webhook that its owner has disabled', { enabled: 0 }, 0],
      ['is not stored for a webhook for other types', { events: ' run.failed ' }, 0],
      [
        'is not stored for a webhook for types that contain its type',
        { events: ' run.completed.late xrun.completed ' },
        0,
      ],
      ['is not stored for a webhook of another tenant', { tenant_id: 'other' }, 0],
      ['is not stored for the webhook of a single run', { topic: 'a topic of its own', events: ' * ' }, 0],
    ])('an event %s', async (_, webhook, expected) => {
      await insertWebhook(webhook)
      await emitEvent()
      expect(await countStored()).toBe(expected)
    })

    it('an event is stored once, unchanged, for any number of subscribers', async () => {
      for (const events of [' * ', ' run.completed ', ' run.completed ']) await insertWebhook({ events })
      const overrides = { run_id: newId(), payload: '{"text":"Grüße, 🧵"}', url: 'https://example.com' }
      const row = webhookEventRow(overrides)
      await stores.db.write([stores.webhookEvents.insertIfSubscribedStatement(row)])
      expect(await countStored()).toBe(1)
      await expect(stores.webhookEvents.getMessage(row)).resolves.toEqual({
        payload: overrides.payload,
        url: overrides.url,
      })
      await stores.webhookEvents.assignNumbers()
      const { event_id, event_type, run_id, created_at } = row
      expect(await readAll()).toMatchObject([{ event_id, event_type, run_id, created_at }])
    })

    it('an event is not stored if the batch of the change it reports is rolled back', async () => {
      await insertWebhook()
      const thread = threadRow()
      await stores.threads.insert(thread)
      const { webhookEvents, threads } = stores
      const batch = [
        webhookEvents.insertIfSubscribedStatement(webhookEventRow()),
        threads.insertStatement(thread),
      ]
      await expect(stores.db.write(batch)).rejects.toThrow()
      expect(await countStored()).toBe(0)
    })

    it('events can be read after they are numbered, in order and by topic', async () => {
      const events = await insertEvents({}, { topic: 'own' }, { tenant_id: 'other' }, {})
      expect(await readAll()).toEqual([])
      await expect(stores.webhookEvents.hasUnnumbered()).resolves.toBe(true)
      const { numbered, hasMore } = await stores.webhookEvents.assignNumbers()
      expect(hasMore).toBe(false)
      expect(numbered.map(({ tenant_id, topic }) => `${tenant_id}/${topic}`).sort()).toEqual([
        'default/',
        'default/',
        'default/own',
        'other/',
      ])
      await expect(stores.webhookEvents.hasUnnumbered()).resolves.toBe(false)
      const read = await readAll()
      expect(read.map(({ event_id }) => event_id)).toEqual([events[0]!.event_id, events[3]!.event_id])
      expect(await readAll('default', read[0]!.seq!)).toEqual([read[1]])
      expect(await stores.webhookEvents.listAfter({ tenant_id: 'default', topic: '' }, 0, 1)).toEqual([
        read[0],
      ])
      expect(await readAll('default', 0, 'own')).toHaveLength(1)
      expect(await readAll('other')).toHaveLength(1)
    })

    it('the number of an event is larger than all earlier numbers and never changes', async () => {
      await insertEvents({}, {})
      await stores.webhookEvents.assignNumbers()
      const before = await readAll()
      // Committed later but with a smaller ID: its transaction took longer.
      const [late] = await insertEvents({ event_id: '00000000-0000-7000-8000-000000000000' })
      await expect(stores.webhookEvents.assignNumbers()).resolves.toMatchObject({ numbered: [{ topic: '' }] })
      await expect(stores.webhookEvents.assignNumbers()).resolves.toEqual({ numbered: [], hasMore: false })
      const after = await readAll()
      expect(after.slice(0, 2)).toEqual(before)
      expect(after[2]).toMatchObject({ event_id: late!.event_id })
      expect(await readAll('default', before[1]!.seq!)).toHaveLength(1)
    })

    it('an event gets one number when many nodes assign numbers at the same time', async () => {
      await insertEvents(...Array.from({ length: 40 }, () => ({})))
      const passes = await Promise.all([
        stores.webhookEvents.assignNumbers(),
        stores.webhookEvents.assignNumbers(),
        insertEvents(...Array.from({ length: 40 }, () => ({}))).then(() =>
          stores.webhookEvents.assignNumbers(),
        ),
        stores.webhookEvents.assignNumbers(),
      ])
      passes.push(await stores.webhookEvents.assignNumbers())
      expect(passes.flatMap(({ numbered }) => numbered)).toHaveLength(80)
      const numbers = (await readAll()).map(({ seq }) => seq)
      expect(new Set(numbers).size).toBe(80)
      expect(Math.max(...numbers.map(Number))).toBeLessThanOrEqual(await lastSeq())
    })

    it('events are numbered 1,000 at a time', async () => {
      await insertEvents(...Array.from({ length: 1_001 }, () => ({})))
      const { numbered, hasMore } = await stores.webhookEvents.assignNumbers()
      expect([numbered.length, hasMore]).toEqual([1_000, true])
      const rest = await stores.webhookEvents.assignNumbers()
      expect([rest.numbered.length, rest.hasMore]).toEqual([1, false])
      const read = await readAll()
      expect(read.map(({ event_id }) => event_id)).toEqual(read.map(({ event_id }) => event_id).sort())
      expect(new Set(read.map(({ seq }) => seq)).size).toBe(1_001)
    })
  })

  describe('webhooks', () => {
    it('a webhook is read as it was inserted, and its cursor starts after all earlier events', async () => {
      await insertEvents({}, {})
      await stores.webhookEvents.assignNumbers()
      const row = webhookRow({ description: 'd', metadata: '{"a": 1}', old_secret: 'old', read_to: 7 })
      await stores.webhooks.insert(row)
      await expect(stores.webhooks.get(row)).resolves.toEqual({ ...row, read_to: await lastSeq() })
      expect(await readAll('default', await lastSeq())).toEqual([])
    })

    it('registered webhooks and webhooks of runs are listed separately, newest first', async () => {
      const registered = []
      for (let n = 0; n < 5; n++)
        registered.unshift(await insertWebhook({ created_at: T0 + Math.floor(n / 2) }))
      const ofRuns = webhookRow({ topic: newId() })
      await stores.db.write([
        stores.webhooks.insertIfAbsentStatement(ofRuns),
        stores.webhooks.insertIfAbsentStatement({ ...ofRuns, url: 'https://elsewhere.example' }),
      ])
      const positionOf = (row: WebhookRow) => ({ at: row.created_at, id: row.webhook_id })
      const pages = await collectPages(2, (page) => stores.webhooks.list('default', false, page), positionOf)
      expect(pages.flat()).toEqual(registered)
      await expect(stores.webhooks.list('default', true, { limit: 9 })).resolves.toEqual([ofRuns])
    })

    it('the subscriptions of a tenant are listed once each', async () => {
      await insertWebhook({ events: ' run.failed ' })
      await insertWebhook({ events: ' run.failed ' })
      const disabledWebhook = await insertWebhook({
        events: ' * ',
        enabled: 0,
        disabled_reason: 'The receiver responded with 410 Gone',
      })
      await insertWebhook({ events: ' run.started ', enabled: 0 })
      await insertWebhook({ events: ' run.completed ', topic: newId() })
      expect((await stores.webhooks.listSubscriptions('default')).sort()).toEqual([' * ', ' run.failed '])
      await insertWebhook({ events: ' run.failed ', paused_until: T0 + 1 })
      const listening = await stores.webhooks.listActive('default', T0)
      expect(listening.map(({ events }) => events)).toEqual([' run.failed ', ' run.failed '])
      expect(listening.map(({ webhook_id }) => webhook_id)).not.toContain(disabledWebhook.webhook_id)
    })

    it('of two updates of the same revision of a webhook the first is stored, with its preceding statements', async () => {
      const row = await insertWebhook({ failures: 3, failing_since: T0, paused_until: T0 + 9 })
      const changed = { ...row, url: 'https://example.com/moved', revision: 2 }
      const recovery = [stores.webhooks.resetFailuresStatement(row)]
      await expect(stores.webhooks.update(changed, 1, recovery)).resolves.toEqual({
        ...changed,
        failures: 0,
        failing_since: null,
        paused_until: 0,
      })
      const disabling = [stores.webhooks.disableByUserStatement(row)]
      await expect(
        stores.webhooks.update({ ...row, url: 'x', revision: 2 }, 1, disabling),
      ).resolves.toBeUndefined()
      await expect(stores.webhooks.get(row)).resolves.toMatchObject({ url: changed.url, enabled: 1 })
    })

    it('the cursor of a webhook advances only from its current position and only while the webhook is enabled', async () => {
      const row = await insertWebhook()
      const read = (from: number, to: number) =>
        stores.deliveries.insertIf(stores.webhooks.advanceCursorStatement({ ...row, from, to }), [])
      const at = row.read_to
      expect(await Promise.all([read(at, at + 1), read(at, at + 2)]).then((done) => done.sort())).toEqual([
        false,
        true,
      ])
      const { read_to } = (await stores.webhooks.get(row))!
      await expect(read(at, at + 3)).resolves.toBe(false)
      await expect(read(read_to, at + 3)).resolves.toBe(true)
      await stores.db.write([stores.webhooks.disableByUserStatement(row)])
      await expect(read(at + 3, at + 4)).resolves.toBe(false)
    })

    it('the failures of a webhook are counted and reset by a success', async () => {
      const row = await insertWebhook()
      const fail = (failures: number, now: number) =>
        stores.db.write([
          stores.webhooks.countFailureStatement({ ...row, failures, now, paused_until: now + 5 }),
        ])
      await fail(1, T0)
      // A concurrent attempt.
      await fail(1, T0 + 50)
      await fail(2, T0 + 100)
      await expect(stores.webhooks.get(row)).resolves.toMatchObject({
        failures: 2,
        failing_since: T0,
        paused_until: T0 + 105,
      })
      await stores.db.write([stores.webhooks.resetFailuresStatement(row)])
      await expect(stores.webhooks.get(row)).resolves.toEqual(row)
    })

    it('a webhook stays paused for the longest pause of its concurrent failures', async () => {
      const row = await insertWebhook()
      const fail = (paused_until: number) =>
        stores.db.write([
          stores.webhooks.countFailureStatement({ ...row, failures: 1, now: T0, paused_until }),
        ])
      await fail(T0 + 3_600_000)
      // A concurrent attempt without a pause.
      await fail(T0)
      await expect(stores.webhooks.get(row)).resolves.toMatchObject({
        failures: 1,
        paused_until: T0 + 3_600_000,
      })
    })

    it('a webhook is disabled once, together with the event that reports it', async () => {
      const row = await insertWebhook({ events: ' webhook.disabled ' })
      const insertDisabledEvent = () =>
        stores.webhookEvents.insertIfSubscribedStatement(webhookEventRow({ event_type: 'webhook.disabled' }))
      const disabled = { ...row, enabled: 0, disabled_reason: 'gone', updated_at: T0 + 1 }
      await expect(stores.webhooks.disable(row, 'gone', T0 + 1, insertDisabledEvent())).resolves.toEqual(
        disabled,
      )
      await expect(
        stores.webhooks.disable(row, 'again', T0 + 2, insertDisabledEvent()),
      ).resolves.toBeUndefined()
      await expect(stores.webhooks.get(row)).resolves.toEqual(disabled)
      expect(await countStored()).toBe(1)
    })

    it('a webhook that is enabled again starts with the next event', async () => {
      const row = await insertWebhook({ enabled: 0, disabled_reason: 'gone', failures: 9, failing_since: T0 })
      await insertEvents({})
      await stores.webhookEvents.assignNumbers()
      await stores.db.write([stores.webhooks.enableStatement({ ...row, now: T0 + 9 })])
      const enabled = {
        ...row,
        enabled: 1,
        disabled_reason: null,
        since: T0 + 9,
        read_to: await lastSeq(),
        failures: 0,
        failing_since: null,
      }
      await expect(stores.webhooks.get(row)).resolves.toEqual(enabled)
      await insertEvents({})
      await stores.webhookEvents.assignNumbers()
      // The webhook is already enabled, so the cursor does not move.
      await stores.db.write([stores.webhooks.enableStatement({ ...row, now: T0 + 10 })])
      await expect(stores.webhooks.get(row)).resolves.toEqual(enabled)
    })

    it('unread events are counted by subscription and from the creation of the webhook', async () => {
      const row = await insertWebhook({ since: T0 + 5 })
      const catchAll = await insertWebhook({ events: ' * ', since: 0 })
      const runWebhook = await insertWebhook({ topic: 'own', events: ' ', since: 0 })
      const at = { created_at: T0 + 5 }
      await insertEvents(
        at,
        { created_at: T0 + 4 },
        { ...at, event_type: 'run.started' },
        { ...at, topic: 'own' },
      )
      await expect(stores.webhooks.countUnread(row)).resolves.toBe(0)
      await stores.webhookEvents.assignNumbers()
      await expect(stores.webhooks.countUnread(row)).resolves.toBe(1)
      await expect(stores.webhooks.countUnread(catchAll)).resolves.toBe(3)
      await expect(stores.webhooks.countUnread(runWebhook)).resolves.toBe(1)
      await insertEvents(...Array.from({ length: 1_200 }, () => at))
      await stores.webhookEvents.assignNumbers()
      await stores.webhookEvents.assignNumbers()
      await expect(stores.webhooks.countUnread(row)).resolves.toBe(1_000)
    })

    it('an unused webhook of a run is removed when it has no events left', async () => {
      const [old, used, young] = [newId(), newId(), newId()]
      const registered = await insertWebhook()
      for (const topic of [old, used]) await insertWebhook({ webhook_id: topic, topic })
      await insertWebhook({ webhook_id: young, topic: young, updated_at: T0 + 10 })
      await insertEvents({ topic: used })
      await stores.webhooks.removeUnused(T0 + 10)
      const left = await stores.webhooks.list('default', true, { limit: 9 })
      expect(left.map(({ webhook_id }) => webhook_id).sort()).toEqual([used, young].sort())
      await expect(stores.webhooks.get(registered)).resolves.toBeDefined()
    })

    it('a webhook of a run is renewed once a day while it is used, so it is not removed', async () => {
      const row = webhookRow({ topic: newId() })
      const use = (updated_at: number) =>
        stores.db.write([
          stores.webhooks.insertIfAbsentStatement({ ...row, updated_at, url: 'https://x.example' }),
        ])
      await stores.db.write([stores.webhooks.insertIfAbsentStatement(row)])
      await use(T0 + 86_400_000)
      await expect(stores.webhooks.get(row)).resolves.toEqual(row)
      await use(T0 + 86_400_001)
      await expect(stores.webhooks.get(row)).resolves.toEqual({ ...row, updated_at: T0 + 86_400_001 })
      await stores.webhooks.removeUnused(T0 + 86_400_001)
      await expect(stores.webhooks.get(row)).resolves.toBeDefined()
    })
  })
}
