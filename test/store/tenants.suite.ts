import { describe, expect, it } from 'vitest'
import { newDeliveryRow } from '../../src/domain/webhooks/deliveries.js'
import { newId } from '../../src/platform/ids.js'
import { RUN_STATUSES } from '../../src/schema/run.js'
import {
  apiKeyRow,
  assistantRow,
  attemptRow,
  claimRow,
  messageRow,
  runRow,
  T0,
  threadRow,
  webhookEventRow,
  webhookRow,
} from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

export const describeTenants = (stores: Stores): void => {
  describe('tenants', () => {
    /** IDs for one of each resource; another tenant can use the same IDs. */
    const newIds = () => ({
      assistant_id: newId(),
      thread_id: newId(),
      message_id: newId(),
      run_id: newId(),
      key_id: newId(),
      webhook_id: newId(),
      idempotency_key: newId(),
    })

    const insertRows = async (tenant_id: string, sharedIds: ReturnType<typeof newIds>) => {
      const { assistant_id, thread_id, message_id, run_id, key_id, webhook_id, idempotency_key } = sharedIds
      const event = webhookEventRow({ tenant_id, payload: JSON.stringify(tenant_id) })
      const rows = {
        assistant: assistantRow({ tenant_id, assistant_id, name: tenant_id }),
        thread: threadRow({ tenant_id, thread_id, title: tenant_id }),
        message: messageRow({ tenant_id, message_id, thread_id, content: JSON.stringify(tenant_id) }),
        run: runRow({ tenant_id, run_id, thread_id, assistant_id, input: JSON.stringify(tenant_id) }),
        apiKey: apiKeyRow({ tenant_id, key_id, name: tenant_id }),
        claim: claimRow({ tenant_id, idempotency_key, request_hash: tenant_id }),
        webhook: webhookRow({ tenant_id, webhook_id, url: `https://example.com/${tenant_id}` }),
        event,
        delivery: newDeliveryRow(webhook_id, event),
        attempt: attemptRow({ tenant_id, webhook_id, event_id: event.event_id }),
      }
      await stores.assistants.insert(rows.assistant)
      await stores.threads.insert(rows.thread)
      await stores.messages.insert(rows.message)
      await stores.runs.insert(rows.run, { mode: 'alone' })
      await stores.apiKeys.insert(rows.apiKey)
      await stores.idempotency.claim(rows.claim, T0)
      await stores.webhooks.insert(rows.webhook)
      await stores.deliveries.insert(rows.delivery, stores.webhookEvents.insertStatement(event))
      await stores.webhookEvents.assignNumbers()
      const [leased] = await stores.deliveries.claim(rows.webhook, 'node', T0, T0 + 1, 1)
      const failed = { ...leased!, owner: 'node', status: 'failed' as const }
      await stores.deliveries.finish(failed, rows.attempt)
      return rows
    }
    type Rows = Awaited<ReturnType<typeof insertRows>>

    const readEverything = async (tenant_id: string, rows: Rows) => {
      const { assistant, thread, run, apiKey, claim, webhook, delivery } = rows
      return {
        assistants: await stores.assistants.list(tenant_id, { limit: 9 }),
        assistant: await stores.assistants.get({ ...assistant, tenant_id }),
        version: await stores.assistants.getVersion({ ...assistant, tenant_id }, 1),
        versions: await stores.assistants.listVersions({ ...assistant, tenant_id }, { limit: 9 }),
        threads: await stores.threads.list(tenant_id, { limit: 9 }),
        thread: await stores.threads.get({ ...thread, tenant_id }),
        messages: await stores.messages.list({ ...thread, tenant_id }, { limit: 9 }),
        runs: (await stores.runLists.list(tenant_id, {}, { limit: 9 }, T0)).rows,
        run: await stores.runs.get({ ...run, tenant_id }),
        apiKeys: await stores.apiKeys.list(tenant_id, { limit: 9 }),
        apiKey: await stores.apiKeys.get({ ...apiKey, tenant_id }),
        claim: await stores.idempotency.get({ ...claim, tenant_id }),
        webhooks: await stores.webhooks.list(tenant_id, false, { limit: 9 }),
        webhook: await stores.webhooks.get({ ...webhook, tenant_id }),
        outlook: await stores.webhooks.getWithNextRetry({ ...webhook, tenant_id }),
        asked: await stores.webhooks.listSubscriptions(tenant_id),
        listening: await stores.webhooks.listActive(tenant_id, T0),
        events: await stores.webhookEvents.listAfter({ tenant_id, topic: '' }, 0, 9),
        message: await stores.webhookEvents.getMessage({ ...delivery, tenant_id }),
        deliveries: await stores.deliveries.list({ ...webhook, tenant_id }, undefined, { limit: 9 }),
        delivery: await stores.deliveries.get({ ...delivery, tenant_id }),
        attempts: await stores.deliveries.listAttempts({ ...delivery, tenant_id }),
      }
    }

    it('a tenant can use the IDs of another tenant for its own rows', async () => {
      const shared = newIds()
      const [a, b] = [await insertRows(newId(), shared), await insertRows(newId(), shared)]
      for (const rows of [a, b]) {
        const thread = { ...rows.thread, status: 'busy' }
        expect(await readEverything(rows.thread.tenant_id, rows)).toMatchObject({
          assistants: [rows.assistant],
          assistant: rows.assistant,
          version: { name: rows.assistant.name },
          versions: [{ name: rows.assistant.name }],
          threads: [thread],
          thread,
          messages: [rows.message],
          runs: [rows.run],
          run: rows.run,
          apiKeys: [rows.apiKey],
          apiKey: rows.apiKey,
          claim: rows.claim,
          webhooks: [{ url: rows.webhook.url }],
          webhook: { url: rows.webhook.url },
          message: { payload: rows.event.payload },
          deliveries: [{ event_id: rows.event.event_id }],
          attempts: [rows.attempt],
        })
      }
    })

    it('a tenant cannot read rows of another tenant', async () => {
      const rows = await insertRows(newId(), newIds())
      const visible = await readEverything(newId(), rows)
      expect(
        Object.values(visible)
          .flat()
          .filter((found) => found !== undefined),
      ).toEqual([])
    })

    it('a tenant cannot change or remove rows of another tenant', async () => {
      const rows = await insertRows(newId(), newIds())
      const { tenant_id } = rows.thread
      const before = await readEverything(tenant_id, rows)
      const intruder = { tenant_id: newId() }
      const { assistant, thread, run, apiKey, claim, webhook, delivery } = rows
      const move = {
        from: RUN_STATUSES,
        to: 'cancelled',
        resume: null,
        completed_at: T0,
        updated_at: T0,
      } as const

      await expect(stores.assistants.replace({ ...assistant, ...intruder }, 1, true)).resolves.toBe(false)
      await expect(stores.assistants.remove({ ...assistant, ...intruder })).resolves.toBe(false)
      await expect(stores.threads.updateDetails({ ...thread, ...intruder }, 1)).resolves.toBeUndefined()
      await expect(stores.threads.remove({ ...thread, ...intruder })).resolves.toBeUndefined()
      await expect(stores.messages.insert(messageRow({ ...thread, ...intruder }))).resolves.toBe(false)
      await expect(stores.runs.transition({ ...run, ...intruder }, move)).resolves.toBeUndefined()
      await expect(stores.apiKeys.revoke({ ...apiKey, ...intruder }, T0)).resolves.toBeUndefined()
      await stores.apiKeys.recordUse({ ...apiKey, ...intruder }, T0)
      await stores.idempotency.finish({ ...claim, ...intruder }, 200, '{}')
      await stores.idempotency.release({ ...claim, ...intruder })
      const foreignWebhook = { ...webhook, ...intruder }
      const { webhooks, deliveries } = stores
      const range = { since: 0, until: T0 + 1 }
      await expect(webhooks.update({ ...foreignWebhook, revision: 2 }, 1, [])).resolves.toBeUndefined()
      await expect(
        webhooks.disable(foreignWebhook, 'x', T0, rawStatement('select 1')),
      ).resolves.toBeUndefined()
      await expect(
        webhooks.remove(foreignWebhook, deliveries.removeStatements(foreignWebhook)),
      ).resolves.toBe(false)
      await stores.db.write([
        webhooks.enableStatement({ ...foreignWebhook, now: T0 + 1 }),
        webhooks.countFailureStatement({ ...foreignWebhook, now: T0, paused_until: T0 }),
        webhooks.advanceCursorStatement({
          ...foreignWebhook,
          from: (await webhooks.get(webhook))!.read_to,
          to: 1_000_000,
        }),
        ...deliveries.removeStatements(foreignWebhook),
      ])
      await expect(deliveries.redeliver({ ...delivery, ...intruder }, T0)).resolves.toBeUndefined()
      await expect(deliveries.redeliverRange(foreignWebhook, 'failed', range, T0)).resolves.toEqual([])
      await expect(deliveries.claim(foreignWebhook, 'node', T0 + 9, T0 + 9, 9)).resolves.toEqual([])

      expect(await readEverything(tenant_id, rows)).toEqual(before)
    })

    it('a tenant cannot run the assistant or use the thread of another tenant', async () => {
      const otherRows = await insertRows(newId(), newIds())
      const rows = await insertRows(newId(), newIds())
      const { tenant_id, thread_id } = rows.thread
      const { assistant_id } = rows.assistant
      const borrowedAssistant = runRow({
        tenant_id,
        thread_id,
        assistant_id: otherRows.assistant.assistant_id,
      })
      const borrowedThread = runRow({ tenant_id, assistant_id, thread_id: otherRows.thread.thread_id })
      await expect(stores.runs.insert(borrowedAssistant, { mode: 'enqueue' })).resolves.toBe(false)
      await expect(stores.runs.insert(borrowedThread, { mode: 'enqueue' })).resolves.toBe(false)
    })

    it('removing a row does not remove rows of other tenants with the same ID', async () => {
      const shared = newIds()
      const [a, b] = [await insertRows(newId(), shared), await insertRows(newId(), shared)]
      const before = await readEverything(b.thread.tenant_id, b)
      await stores.threads.remove(a.thread)
      await expect(stores.assistants.remove(a.assistant)).resolves.toBe(true)
      await stores.idempotency.release(a.claim)
      await stores.webhooks.remove(a.webhook, stores.deliveries.removeStatements(a.webhook))
      expect(await readEverything(b.thread.tenant_id, b)).toEqual(before)
    })
  })
}
