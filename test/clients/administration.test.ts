/** Calls the administrative resources of the client on a real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, verifyWebhook, type Client } from '../../clients/typescript/src/index.js'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { toArray } from '../support/to-array.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const AGENT = builtInAssistantId('agent')

let app: TestApp
let client: Client
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp({ execute: true })
  client = createClient({ url: await app.listen() })
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})

describe('the administrative resources of the client', () => {
  it('webhooks are delivered, verified, redelivered and counted', async () => {
    const { webhook_id, secret } = await client.webhooks.create({
      url: receiver.url,
      events: ['run.completed'],
    })
    const { run_id } = await client.runs.create(
      { assistant_id: AGENT, input: { message: 'Hi' } },
      { wait: 60 },
    )
    const [request] = await receiver.waitFor(1)
    const notification = await verifyWebhook({
      secret: secret!,
      headers: request!.headers,
      body: request!.text,
    })
    expect(notification).toMatchObject({ type: 'run.completed', data: { run_id } })

    // During the overlap, requests have a signature of each secret.
    const rotated = await client.webhooks.rotateSecret(webhook_id, { overlap_seconds: 60 })
    await client.webhooks.test(webhook_id)
    const [test] = await receiver.waitFor(1, ({ body }) => body.type === 'webhook.test')
    for (const accepted of [secret!, rotated.secret!, ['another secret', rotated.secret!]]) {
      await verifyWebhook({ secret: accepted, headers: new Headers(test!.headers), body: test!.text })
    }

    await expect
      .poll(() => toArray(client.webhooks.listDeliveries(webhook_id, { status: 'delivered' })))
      .toHaveLength(2)
    const [delivery] = await toArray(client.webhooks.listAllDeliveries({ run_id }))
    const { delivery_id } = delivery!
    await client.webhooks.redeliver(webhook_id, delivery_id)
    await receiver.waitFor(2, ({ body }) => body.type === 'run.completed')
    expect((await client.webhooks.getDelivery(webhook_id, delivery_id)).payload).toMatchObject({
      data: { run_id },
    })
    expect((await client.webhooks.getFigures()).data.length).toBeGreaterThan(0)
    await client.webhooks.redeliverRange(webhook_id, { since: '2026-01-01T00:00:00.000Z' })
    await client.webhooks.update(webhook_id, { enabled: false })
    expect(await client.webhooks.get(webhook_id)).toMatchObject({ enabled: false })
    expect(await toArray(client.webhooks.list())).toHaveLength(1)
    await client.webhooks.delete(webhook_id)
  })

  it('guardrails, policies and their metrics', async () => {
    const guardrail = {
      name: 'no-ssn',
      type: 'output_filter' as const,
      config: { detect_patterns: [{ ssn: '\\d{3}-\\d{2}-\\d{4}' }], action: 'redact' },
    }
    await client.guardrails.create(guardrail)
    await client.guardrails.update('no-ssn', { enabled: true })
    expect(await client.guardrails.get('no-ssn')).toMatchObject({ name: 'no-ssn' })
    const verdict = await client.guardrails.check({ text: 'It is 123-45-6789.', guardrails: ['no-ssn'] })
    expect(verdict.text).not.toContain('123-45-6789')
    await client.policies.create({ name: 'strict', guardrails: ['no-ssn'] })
    await client.policies.update('strict', { retention_days: 30 })
    expect(await client.policies.get('strict')).toMatchObject({ retention_days: 30 })

    const { assistant_id } = await client.assistants.create({ name: 'Guarded', config: { policy: 'strict' } })
    await client.runs.create({ assistant_id, input: { message: 'Repeat: "123-45-6789"' } }, { wait: 60 })
    const metrics = await client.guardrails.getMetrics()
    expect(metrics).toMatchObject({
      total_evaluations: expect.any(Number),
      guardrail_triggers: { 'no-ssn': expect.any(Number) },
      trigger_rate: expect.any(Number),
      false_positive_rate: null,
      response_latency_ms: expect.any(Number),
    })
    const [decision] = await toArray(
      client.guardrails.listDecisions({ guardrail: 'no-ssn', triggered: true }),
    )
    const { decision_id } = decision!
    await client.guardrails.reviewDecision(decision_id, { verdict: 'false_positive' })
    expect(await client.guardrails.getDecision(decision_id)).toMatchObject({ verdict: 'false_positive' })
    expect((await client.guardrails.getMetrics()).false_positive_rate).toBeGreaterThan(0)

    expect((await client.guardrails.listTypes()).types.length).toBeGreaterThan(6)
    await expect(client.guardrails.reload()).rejects.toMatchObject({ error: expect.any(String) })
    expect((await toArray(client.riskProfiles.list())).map(({ name }) => name)).toContain('high_risk')
    expect(await client.riskProfiles.get('low_risk')).toMatchObject({ name: 'low_risk' })
    await client.policies.delete('strict')
    await client.guardrails.delete('no-ssn')
    expect(await toArray(client.policies.list({ source: 'api' }))).toEqual([])
    expect(await toArray(client.guardrails.list({ source: 'api' }))).toEqual([])
  })

  it('API keys, secrets, views and the audit log', async () => {
    const { key_id } = await client.apiKeys.create({ name: 'shop', scopes: ['read'] })
    await client.apiKeys.rename(key_id, { name: 'web shop' })
    expect(await client.apiKeys.get(key_id)).toMatchObject({ name: 'web shop' })
    await client.apiKeys.revoke(key_id)
    expect(await toArray(client.apiKeys.list())).toHaveLength(1)

    await client.secrets.create({ name: 'TOKEN', value: 'first-value' })
    await client.secrets.put('TOKEN', { value: 'second-value' })
    expect(await client.secrets.get('TOKEN')).not.toHaveProperty('value')
    await client.secrets.delete('TOKEN')
    expect(await toArray(client.secrets.list())).toEqual([])

    const { view_id } = await client.views.create({ screen: 'runs', name: 'Failed', query: '?status=failed' })
    await client.views.update(view_id, { name: 'Failures' })
    expect(await client.views.get(view_id)).toMatchObject({ name: 'Failures' })
    expect(await toArray(client.views.list({ screen: 'runs' }))).toHaveLength(1)
    await client.views.delete(view_id)

    const [entry] = await toArray(client.audit.list({ resource: key_id }))
    expect(await client.audit.get(entry!.entry_id)).toEqual(entry)
  })

  it('crons, the store and the state of the service', async () => {
    const cron = await client.crons.create({ assistant_id: AGENT, schedule: '0 9 * * *', input: {} })
    const { thread_id } = await client.threads.create()
    await client.crons.createForThread(thread_id, { assistant_id: AGENT, schedule: '0 9 * * *', input: {} })
    await client.crons.update(cron.cron_id, { enabled: false })
    expect((await client.crons.preview({ schedule: '0 9 * * *' })).next_run_dates).toHaveLength(5)
    expect((await client.crons.run(cron.cron_id)).run_id).toBeDefined()
    expect(await toArray(client.crons.list())).toHaveLength(2)
    await client.crons.delete(cron.cron_id)

    await client.store.put({ namespace: ['users', 'u1'], key: 'language', value: { code: 'en' } })
    expect(await client.store.get(['users', 'u1'], 'language')).toMatchObject({ value: { code: 'en' } })
    expect(await client.store.get(['users'], 'missing')).toBeNull()
    expect(await client.store.search({ namespace_prefix: ['users'] })).toHaveLength(1)
    expect(await client.store.listNamespaces()).toEqual([['users', 'u1']])
    await client.store.delete(['users', 'u1'], 'language')

    expect((await client.system.getMe()).tenant).toBe('default')
    expect((await client.system.search({ q: 'agent' })).data.length).toBeGreaterThan(0)
    expect(await client.system.getOpenapi()).toHaveProperty('openapi')
    expect((await client.statistics.get()).totals.runs).toBeDefined()
    expect(await client.statistics.getStorage()).toBeDefined()
    const [node] = (await client.nodes.list()).data
    expect((await client.nodes.drain(node!.node_id)).draining).toBe(true)
    await client.nodes.resume(node!.node_id)
  })

  it('changes are streamed until the caller stops', async () => {
    const controller = new AbortController()
    const topics = []
    for await (const event of client.changes.stream({ topics: ['runs'], signal: controller.signal })) {
      if (event.type === 'ready') {
        void client.runs.create({ assistant_id: AGENT, input: { message: 'Hi' } })
      } else if (event.type === 'changes') {
        topics.push(...event.changes.map(({ topic }) => topic))
        break
      }
    }
    expect(new Set(topics)).toEqual(new Set(['runs']))
  })
})
