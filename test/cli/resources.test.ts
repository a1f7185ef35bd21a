/** The commands for assistants, crons, the store, datasets, guardrails, webhooks and any operation of the API. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeCli, type Cli } from '../support/cli.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

describe('commands for resources', () => {
  let app: TestApp
  let cli: Cli
  let receiver: WebhookReceiver
  beforeAll(async () => {
    ;[app, receiver] = await Promise.all([startApp({ execute: true }), startWebhookReceiver()])
    cli = makeCli({ HEDDLE_URL: await app.listen() })
  })
  afterAll(async () => {
    await app.stop()
    await receiver.stop()
  })

  it('the graph of an assistant with a graph of its own is declarative', async () => {
    const graph_schema = { nodes: [{ id: 'finish', type: 'transform', set: { done: 'true' } }] }
    const { body } = await app.post('/api/v1/assistants', { name: 'own-graph', graph_schema })
    expect(body.message).toBeUndefined()
    const list = await cli.text(['assistants', 'list'])
    expect(list).toMatch(/ own-graph +declarative +1 /)
    expect(list).toMatch(/ agent +agent +1 /)
    expect(await cli.text(['assistants', 'get', 'own-graph'])).toMatch(/^graph +declarative$/m)
    await cli.text(['assistants', 'delete', 'own-graph'])
  })

  it('assistants are created, changed, shown by name, and deleted', async () => {
    const flags = ['--model', 'demo', '--instructions', '-']
    const created = await cli.json(['assistants', 'create', 'helper', ...flags], { stdin: 'be brief' })
    expect(created.config).toEqual({ model: 'demo', instructions: 'be brief' })
    const updated = await cli.json(['assistants', 'update', 'helper', '--model', 'demo:2'])
    expect(updated).toMatchObject({ version: 2, config: { model: 'demo:2', instructions: 'be brief' } })
    const versions = await cli.text(['assistants', 'versions', 'helper', '--use', '1'])
    expect(versions).toMatch(/^ +1 +current /m)
    expect(await cli.text(['assistants', 'get', 'helper'])).toMatch(/^version +1$/m)
    expect(await cli.text(['assistants', 'delete', 'helper'])).toBe(`deleted ${created.assistant_id}\n`)
    const { code, stderr } = await cli.run(['assistants', 'get', 'helper'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'heddle: assistant helper does not exist; there are agent; see heddle assistants list\n',
    })
  })

  it('crons are created, paused, resumed, run and deleted', async () => {
    const flags = ['--message', 'Hello', '--timezone', 'Europe/Berlin']
    const { cron_id } = await cli.json(['crons', 'create', '30 9 * * 1-5', ...flags])
    expect(await cli.text(['crons', 'pause', cron_id])).toMatch(/^state +paused$/m)
    expect(await cli.json(['crons', 'list'])).toMatchObject([{ cron_id, enabled: false }])
    expect(await cli.text(['crons', 'resume', cron_id])).toMatch(/^state +active$/m)
    const runId = (await cli.text(['crons', 'run', cron_id])).trim()
    expect(await cli.text(['tail', runId])).toContain('run.completed')
    await cli.text(['crons', 'delete', cron_id])
    expect(await cli.json(['crons', 'list'])).toEqual([])
  })

  it('items of the store are written, read, searched and deleted', async () => {
    await cli.text(['store', 'put', 'users/ana', 'likes', '-'], { stdin: '{"drink":"espresso"}' })
    await cli.text(['store', 'put', 'users/ben', 'likes', '{"drink":"tea"}'])
    expect(await cli.text(['store', 'get', 'users/ana', 'likes'])).toMatch(/^value +{"drink":"espresso"}$/m)
    expect(await cli.json(['store', 'list', 'users'])).toHaveLength(2)
    const found = await cli.json(['store', 'search', 'users', 'espresso', '--limit', '1'])
    expect(found).toMatchObject([{ namespace: ['users', 'ana'] }])
    const filtered = await cli.json(['store', 'search', '/', 'likes', '--filter', '{"drink":"tea"}'])
    expect(filtered).toMatchObject([{ namespace: ['users', 'ben'] }])
    await cli.text(['store', 'delete', 'users/ana', 'likes'])
    expect((await cli.run(['store', 'get', 'users/ana', 'likes'])).code).toBe(1)
  })

  it('datasets are imported and exported as JSON Lines and CSV', async () => {
    const file = join(cli.home, 'orders.csv')
    writeFileSync(file, 'input,expected_output\nWhere is it?,order number\n')
    const { dataset_id } = await cli.json(['datasets', 'import', 'orders', file, '--create'])
    const line = '{"input":{"message":"Hello"},"expected_output":{"contains":"Hello"}}\n'
    await cli.text(['datasets', 'import', dataset_id, '-'], { stdin: line })
    expect(await cli.json(['datasets', 'list'])).toMatchObject([{ dataset_id, name: 'orders', examples: 2 }])
    const exported = await cli.text(['datasets', 'export', 'orders'])
    expect(
      exported
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).input.message)
        .sort(),
    ).toEqual(['Hello', 'Where is it?'])
    expect(await cli.text(['datasets', 'export', 'orders', '--format', 'csv'])).toMatch(/^input/)
  })

  it('a text is checked by guardrails, and a blocked one has the exit code 1', async () => {
    const redacted = await cli.text([
      'guardrails',
      'check',
      'My number is 536-90-4399',
      '--risk-profile',
      'low_risk',
    ])
    expect(redacted).toMatch(/^redact\n.*\n.* ssn .*\ntext: My number is \[REDACTED\]\n$/)
    const config = { detect_patterns: [{ ssn: '\\d{3}-\\d{2}-\\d{4}' }], action: 'block' }
    const guardrail = { name: 'no_numbers', type: 'output_filter', enabled: true, config }
    expect((await app.post('/api/v1/governance/guardrails', guardrail)).status).toBe(201)
    const blocked = await cli.run(['guardrails', 'check', '-', '-g', 'no_numbers'], {
      stdin: 'My number is 536-90-4399',
    })
    expect(blocked).toMatchObject({ code: 1, stdout: expect.stringMatching(/^block\n/) })
  })

  it('a webhook is tested, and its delivery is sent again', async () => {
    const webhook = (await app.post('/api/v1/webhooks', { url: receiver.url, events: ['run.completed'] }))
      .body
    expect(await cli.text(['webhooks', 'list'])).toMatch(
      new RegExp(`^${webhook.webhook_id} +ok +${receiver.url}`, 'm'),
    )
    const { delivery_id } = await cli.json(['webhooks', 'test', webhook.webhook_id])
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect
      .poll(async () => (await cli.json(['webhooks', 'deliveries', webhook.webhook_id]))[0].status)
      .toBe('delivered')
    await cli.text(['webhooks', 'replay', webhook.webhook_id, '--delivery', delivery_id])
    await expect.poll(() => receiver.received.length).toBe(2)
    const range = ['--since', '2020-01-01T00:00:00Z', '--status', 'delivered']
    expect(await cli.text(['webhooks', 'replay', webhook.webhook_id, ...range])).toMatch(
      /deliveries are queued/,
    )
    expect((await cli.run(['webhooks', 'replay', webhook.webhook_id])).code).toBe(2)
  })

  it('api calls any operation, with parameters as arguments or flags', async () => {
    const thread = await cli.json(['api', 'createThread', '--data', '-'], { stdin: '{"title":"Refund"}' })
    const byFlag = await cli.json(['api', 'getThread', '--thread_id', thread.thread_id])
    expect(byFlag).toMatchObject({ thread_id: thread.thread_id, title: 'Refund' })
    expect(await cli.json(['api', 'getThread', thread.thread_id])).toEqual(byFlag)
    const lines = await cli.text(['api', 'listThreads', '--limit', '5', '-o', 'jsonl'])
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(byFlag)
    expect(await cli.json(['api', 'getRiskProfile', 'low_risk'])).toMatchObject({ name: 'low_risk' })
    expect(await cli.text(['api', 'list'])).toMatch(/^createRun +POST +\/api\/v1\/runs /m)
    expect(await cli.text(['api', 'listRuns', '--help'])).toMatch(/--error-code <value>/)
    expect(await cli.run(['api', 'getTread'])).toMatchObject({
      code: 2,
      stderr: 'heddle: operation getTread does not exist; did you mean getThread? See heddle api list\n',
    })
    expect((await cli.run(['api', 'getThread'])).stderr).toMatch(/needs thread_id/)
    expect((await cli.run(['api', 'createThread', '--data', '{'])).stderr).toMatch(/is not valid JSON/)
  })
})
