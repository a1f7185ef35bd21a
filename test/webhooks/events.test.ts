/** Which run events webhooks receive. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { executeRun, createAssistant, createThread, waitForRun } from '../support/runs.js'
import { isSignedBy } from '../support/webhook-receiver.js'
import { useWebhooks, type RegisteredWebhook } from '../support/use-webhooks.js'

const project = join(packageRoot, 'test/engine/project')
const echo = builtInAssistantId('echo')
const slow = builtInAssistantId('slow')
const LONG_MS = 600_000
const LIFECYCLE = ['run.started', 'run.requires_action', 'run.completed', 'run.failed', 'run.cancelled']

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

describe.each(DATABASE_KINDS)('webhook events of runs on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, project })
  })
  afterAll(() => app.stop())
  const { register, startReceiver } = useWebhooks(() => app)

  const create = async (body: object) => (await app.post('/api/v1/runs', body)).body.run_id as string
  /** Waits for run.started: a run that is stopped before it starts has no such event. */
  const startSlowRun = async (webhook: RegisteredWebhook, body: object = {}) => {
    const id = await create({ assistant_id: slow, input: { ms: LONG_MS }, ...body })
    await notification(webhook, 'run.started', id)
    return id
  }

  /**
   * The types of all events of a run that the webhook received. A webhook reads events in the order of their sequence numbers, so
   * once a later run has arrived, all events of the earlier run have arrived, too.
   */
  const listDeliveredTypes = async (
    { receiver, url }: RegisteredWebhook,
    runId: string,
  ): Promise<string[]> => {
    const last = await executeRun(app, { assistant_id: echo, input: {} })
    await receiver.waitFor(1, ({ body }) => body.type === 'run.completed' && body.data.id === last.run_id)
    const { body } = await app.get(`${url}/deliveries?limit=100`)
    const deliveries = body.data as { run_id: string; event_type: string }[]
    return deliveries
      .filter(({ run_id }) => run_id === runId)
      .map(({ event_type }) => event_type)
      .sort()
  }
  const notification = async ({ receiver }: RegisteredWebhook, type: string, runId: string) =>
    (await receiver.waitFor(1, ({ body }) => body.type === type && body.data.id === runId))[0]!.body

  it('a completed run sends signed run.started and run.completed events with the run at that time', async () => {
    const webhook = await register(['run.started', 'run.completed'])
    const { receiver, secret } = webhook
    const run = await executeRun(app, { assistant_id: echo, input: {}, metadata: { order: 7 } })
    const [start, end] = (await receiver.waitFor(2)).sort((a, b) => (a.body.type > b.body.type ? -1 : 1))
    expect(start!.body).toMatchObject({
      type: 'run.started',
      data: { id: run.id, status: 'in_progress', output: null, completed_at: null, metadata: { order: 7 } },
    })
    expect(end!.body).toEqual({ type: 'run.completed', timestamp: run.completed_at, data: run })
    for (const received of [start!, end!]) {
      expect(received).toMatchObject({ method: 'POST', path: '/hook' })
      expect(received.headers['content-type']).toBe('application/json')
      expect(received.headers['user-agent']).toMatch(/^heddle\/\d/)
      expect(Object.keys(received.body as object)).toEqual(['type', 'timestamp', 'data'])
      expect(isSignedBy(secret, received)).toBe(true)
      expect(isSignedBy('another secret', received)).toBe(false)
    }
    expect(start!.id).not.toBe(end!.id)
  })

  it('events are signed with the plain text of a secret that the caller chose', async () => {
    const secret = 'a plain secret, chosen with care and 🧵'
    const { receiver } = await register(['run.completed'], {}, { secret })
    await executeRun(app, { assistant_id: echo, input: {} })
    const [received] = await receiver.waitFor(1)
    expect(isSignedBy(secret, received!)).toBe(true)
  })

  it('a webhook receives only the events that it is subscribed to', async () => {
    const [completedOnly, failedOnly] = [await register(['run.completed']), await register(['run.failed'])]
    const everyType = await register(['*'])
    const run = await executeRun(app, { assistant_id: echo, input: {} })
    const allTypes = await listDeliveredTypes(everyType, run.run_id)
    expect(allTypes).toEqual(expect.arrayContaining(['run.started', 'node.started', 'run.completed']))
    expect(await listDeliveredTypes(completedOnly, run.run_id)).toEqual(['run.completed'])
    expect(failedOnly.receiver.received).toEqual([])
    const { data } = await notification(everyType, 'node.started', run.id)
    expect(data).toMatchObject({ id: run.id, status: 'in_progress', event: { node_id: expect.any(String) } })
  })

  it('a failed run sends one run.failed event with its error', async () => {
    const webhook = await register(LIFECYCLE)
    const run = await executeRun(app, { assistant_id: builtInAssistantId('fails'), input: {} })
    expect(await listDeliveredTypes(webhook, run.run_id)).toEqual(['run.failed', 'run.started'])
    expect((await notification(webhook, 'run.failed', run.id)).data).toEqual(run)
    expect(run.error.code).toBe('graph_error')
  })

  it('a run that waits for input sends run.requires_action once, and run.completed after the input', async () => {
    const webhook = await register(LIFECYCLE)
    const assistant_id = await createAssistant(app, { config: { tools: [weather] } })
    const waitingRun = await executeRun(app, { assistant_id, input: { message: 'The weather in "Paris"?' } })
    expect(await listDeliveredTypes(webhook, waitingRun.run_id)).toEqual([
      'run.requires_action',
      'run.started',
    ])
    expect((await notification(webhook, 'run.requires_action', waitingRun.id)).data).toEqual(waitingRun)
    const tool_call_id = waitingRun.required_action.tool_calls[0].id as string
    const outputs = { tool_outputs: [{ tool_call_id, output: 'sun' }] }
    await app.post(`/api/v1/runs/${waitingRun.run_id}/submit_tool_outputs`, outputs)
    await waitForRun(app, waitingRun.run_id, ['completed'])
    expect(await listDeliveredTypes(webhook, waitingRun.run_id)).toEqual([
      'run.completed',
      'run.requires_action',
      'run.started',
    ])
  })

  it('a run that is cancelled twice sends one run.cancelled event', async () => {
    const webhook = await register(LIFECYCLE)
    const id = await startSlowRun(webhook)
    const { body: cancelled } = await app.post(`/api/v1/runs/${id}/cancel`)
    await app.post(`/api/v1/runs/${id}/cancel`)
    expect(await listDeliveredTypes(webhook, id)).toEqual(['run.cancelled', 'run.started'])
    expect((await notification(webhook, 'run.cancelled', id)).data).toEqual(cancelled)
  })

  it('deleting an assistant sends one run.cancelled event for its queued run', async () => {
    const webhook = await register(LIFECYCLE)
    const assistant_id = await createAssistant(app, {})
    const id = await create({ assistant_id, input: {}, after_seconds: 3_600 })
    expect((await app.remove(`/api/v1/assistants/${assistant_id}`)).status).toBe(200)
    expect(await listDeliveredTypes(webhook, id)).toEqual(['run.cancelled'])
  })

  it('deleting a thread sends one run.cancelled event for each of its runs', async () => {
    const webhook = await register(LIFECYCLE)
    const thread_id = await createThread(app)
    const running = await startSlowRun(webhook, { thread_id })
    const waiting = await create({ thread_id, assistant_id: slow, input: {} })
    expect((await app.remove(`/api/v1/threads/${thread_id}`)).status).toBe(200)
    expect(await listDeliveredTypes(webhook, running)).toEqual(['run.cancelled', 'run.started'])
    expect(await listDeliveredTypes(webhook, waiting)).toEqual(['run.cancelled'])
  })

  it.each(['interrupt', 'rollback'])(
    'a run with the strategy %s sends one run.cancelled event for each run that it cancels',
    async (multitask_strategy) => {
      const webhook = await register(LIFECYCLE)
      const thread_id = await createThread(app)
      const running = await startSlowRun(webhook, { thread_id })
      const waiting = await create({ thread_id, assistant_id: slow, input: {} })
      const run = await executeRun(app, { thread_id, assistant_id: echo, input: {}, multitask_strategy })
      expect(await listDeliveredTypes(webhook, running)).toEqual(['run.cancelled', 'run.started'])
      expect(await listDeliveredTypes(webhook, waiting)).toEqual(['run.cancelled'])
      expect(await listDeliveredTypes(webhook, run.run_id)).toEqual(['run.completed', 'run.started'])
    },
  )

  it('a webhook receives events only while it is registered and enabled', async () => {
    const other = await register(['run.completed'])
    const run = async () => {
      const { id } = await executeRun(app, { assistant_id: echo, input: {} })
      await notification(other, 'run.completed', id)
      return id as string
    }
    await run()
    const webhook = await register(['run.completed'])
    const first = await run()
    await notification(webhook, 'run.completed', first)
    await app.patch(webhook.url, { enabled: false })
    await run()
    await app.patch(webhook.url, { enabled: true })
    const second = await run()
    await notification(webhook, 'run.completed', second)
    await app.remove(webhook.url)
    await run()
    expect(webhook.receiver.received.map(({ body }) => body.data.id as string)).toEqual([first, second])
  })

  it('the webhook URL of a run receives one unsigned event when the run ends', async () => {
    const receiver = await startReceiver()
    const webhook = `${receiver.url}/runs?token=x`
    const run = await executeRun(app, { assistant_id: echo, input: {}, webhook })
    const [received] = await receiver.waitFor(1)
    expect(received!.path).toBe('/runs?token=x')
    expect(received!.headers).not.toHaveProperty('webhook-signature')
    expect(received!.headers).toMatchObject({
      'webhook-id': received!.id,
      'webhook-timestamp': expect.any(String),
    })
    expect(received!.body).toEqual({ type: 'run.completed', timestamp: run.completed_at, data: run })

    const others = { assistant_id: slow, input: { ms: LONG_MS }, webhook: `${receiver.url}/others` }
    const cancelled = await create(others)
    await app.post(`/api/v1/runs/${cancelled}/cancel`)
    await receiver.waitFor(2)
    const failed = await executeRun(app, { assistant_id: builtInAssistantId('fails'), input: {}, webhook })
    await receiver.waitFor(3)
    expect(receiver.received.map(({ body, path }) => [body.type, body.data.id, path])).toEqual([
      ['run.completed', run.id, '/runs?token=x'],
      ['run.cancelled', cancelled, '/others'],
      ['run.failed', failed.id, '/runs?token=x'],
    ])
  })

  it('run webhooks are listed with kind run, one per origin, and cannot be changed', async () => {
    const receiver = await startReceiver()
    for (const path of ['/a', '/b'])
      await executeRun(app, { assistant_id: echo, input: {}, webhook: receiver.url + path })
    await receiver.waitFor(2)
    const { body } = await app.get('/api/v1/webhooks?kind=run')
    const found = body.data.filter(({ url }: { url: string }) => url === receiver.url)
    expect(found).toMatchObject([{ kind: 'run', enabled: true, events: [] }])
    const url = `/api/v1/webhooks/${found[0].id}`
    expect((await app.get('/api/v1/webhooks')).body.data).toEqual([])
    expect(await app.get(url)).toMatchObject({ status: 200, body: { kind: 'run', waiting: 0 } })
    expect((await app.patch(url, { enabled: false })).status).toBe(409)
    expect((await app.remove(url)).status).toBe(409)
    expect((await app.post(`${url}/rotate_secret`)).status).toBe(409)
    expect((await app.call('POST', `${url}/test`)).status).toBe(409)
    const deliveries = (await app.get(`${url}/deliveries`)).body.data
    expect(deliveries).toHaveLength(2)
    await app.call('POST', `${url}/deliveries/${deliveries[0].id}/redeliver`)
    const redelivered = await receiver.waitFor(2, ({ id }) => id === deliveries[0].id)
    expect(redelivered.map(({ path }) => path)).toEqual(['/b', '/b'])
  })

  it.each([
    ['with another scheme than http', 'ftp://example.com'],
    ['with a metadata address', 'http://169.254.169.254/'],
    ['with credentials', 'https://a:b@example.com'],
    ['that is empty', ''],
    ['of more than 2,048 characters', `http://a/${'x'.repeat(2_048)}`],
  ])('a run with a webhook URL %s is rejected and not created', async (_, webhook) => {
    const thread_id = await createThread(app)
    const { status, body } = await app.post('/api/v1/runs', { thread_id, webhook })
    expect([status, Object.keys(body.details as object)]).toEqual([400, ['webhook']])
    expect((await app.get(`/api/v1/threads/${thread_id}/runs`)).body.data).toEqual([])
  })
})
