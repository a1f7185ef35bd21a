/** The webhook of a run may be the path of a route of the project's app. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { pollOptions } from '../support/recording-servers.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ said: Annotation() })
export const graph = new StateGraph(State).addNode('say', () => ({ said: 'hello' })).addEdge(START, 'say').compile()
`
const APP = `
import { Hono } from 'hono'
const received = []
export const app = new Hono()
app.post('/run-ended', async (context) => {
  received.push({ body: await context.req.json(), headers: context.req.header(), user: context.get('auth')?.user.identity })
  return context.body(null, 204)
})
app.get('/run-ended', (context) => context.json(received))
`
const AUTH = `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'
export const auth = new Auth().authenticate((request) => {
  const [, identity] = /^Bearer (\\w+)-token-of-the-test$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (identity === undefined) throw new HTTPException(401, { message: 'Who are you?' })
  return { identity, permissions: [] }
})
`
const OPERATOR = 'operator-of-the-service'
const CREDENTIALS = { authorization: 'Bearer ada-token-of-the-test' }

const makeAppProject = (settings: object): string => {
  const { folder } = makeProject({ greet: GRAPH })
  writeFileSync(join(folder, 'app.mjs'), APP)
  writeFileSync(join(folder, 'auth.mjs'), AUTH)
  writeFileSync(
    join(folder, 'langgraph.json'),
    JSON.stringify({ graphs: { greet: './greet.mjs:graph' }, http: { app: './app.mjs:app' }, ...settings }),
  )
  return folder
}

const clientOf = (apiUrl: string): Client =>
  new Client({ apiUrl, defaultHeaders: CREDENTIALS, callerOptions: { maxRetries: 0 } })

const listReceived = async (url: string) => {
  const response = await fetch(`${url}/run-ended`, { headers: CREDENTIALS })
  return (await response.json()) as {
    body: Record<string, unknown>
    headers: Record<string, string>
    user?: string
  }[]
}

describe.each(DATABASE_KINDS)('a path as a webhook on %s', (databaseKind) => {
  let app: TestApp
  let url: string
  let client: Client
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, project: makeAppProject({}) })
    url = await app.listen()
    client = clientOf(url)
  })
  afterAll(() => app.stop())

  it('the route receives the end of the run as a logged webhook delivery', async () => {
    const { thread_id } = await client.threads.create()
    const { run_id } = await client.runs.create(thread_id, 'greet', {
      input: {},
      webhook: '/run-ended?by=path',
    })
    await expect.poll(() => listReceived(url), pollOptions).toHaveLength(1)
    const [received] = await listReceived(url)
    expect(received).toMatchObject({ body: { run_id, status: 'success', values: { said: 'hello' } } })
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.any(String),
    })

    const { data: webhooks } = (await app.get('/api/v1/webhooks?kind=run')).body
    expect(webhooks).toMatchObject([{ kind: 'run', url: '/' }])
    const deliveries = `/api/v1/webhooks/${webhooks[0].webhook_id}/deliveries`
    await expect
      .poll(async () => (await app.get(deliveries)).body.data, pollOptions)
      .toMatchObject([{ status: 'delivered', attempts: 1 }])
  })

  it('the delivery is retried if the route rejects it', async () => {
    const { thread_id } = await client.threads.create()
    const { run_id } = await client.runs.create(thread_id, 'greet', { input: {}, webhook: '/nowhere' })
    await client.runs.join(thread_id, run_id)
    const { data: webhooks } = (await app.get('/api/v1/webhooks?kind=run')).body
    const pending = `/api/v1/webhooks/${webhooks[0].webhook_id}/deliveries?status=pending`
    await expect
      .poll(async () => (await app.get(pending)).body.data, pollOptions)
      .toMatchObject([{ last_error: 'HTTP 404', attempts: 1 }])
  })

  it('crons accept a path as their webhook', async () => {
    const cron = await client.crons.create('greet', {
      schedule: '0 0 1 1 *',
      input: {},
      webhook: '/run-ended',
    })
    expect(cron).toMatchObject({ payload: { webhook: '/run-ended' } })
  })

  it.each(['//example.com/run-ended', '/\\example.com/run-ended', '/a\nb'])(
    '%j is rejected as a path',
    async (webhook) => {
      const { body, status } = await app.post('/runs', { assistant_id: 'greet', input: {}, webhook })
      expect([status, body.detail]).toEqual([422, 'webhook is not a valid path'])
    },
  )
})

describe('app routes that require credentials', () => {
  const http = { app: './app.mjs:app', enable_custom_route_auth: true }
  const auth = { path: './auth.mjs:auth' }

  it('a delivery to an authenticated route needs the credentials of webhooks.headers', async () => {
    const headers = { Authorization: 'Bearer ${{ env.LG_WEBHOOK_NAME }}-token-of-the-test' }
    const deliver = async (settings: object) => {
      const app = await startApp({
        execute: true,
        project: makeAppProject({ http, auth, ...settings }),
        env: { AUTH_ENABLED: 'true', API_KEYS: OPERATOR },
        headers: { 'x-api-key': OPERATOR },
      })
      const url = await app.listen()
      await clientOf(url).runs.wait(null, 'greet', { input: {}, webhook: '/run-ended' })
      const list = async () => (await app.get('/api/v1/webhooks?kind=run')).body.data
      await expect.poll(list, pollOptions).toHaveLength(1)
      const path = `/api/v1/webhooks/${(await list())[0].webhook_id}/deliveries`
      const deliveries = async () => (await app.get(path)).body.data
      await expect.poll(deliveries, pollOptions).toMatchObject([{ last_status: expect.any(Number) }])
      const [delivery] = await deliveries()
      const received = await listReceived(url)
      await app.stop()
      return { delivery, received }
    }
    expect(await deliver({})).toMatchObject({ delivery: { last_error: 'HTTP 401' }, received: [] })
    const env = { LG_WEBHOOK_NAME: 'hook' }
    expect(await deliver({ env, webhooks: { headers } })).toMatchObject({
      delivery: { status: 'delivered' },
      received: [{ user: 'hook', headers: { 'user-agent': expect.stringMatching(/^heddle/) } }],
    })
  })
})

describe('a project without an app', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  const assistant_id = builtInAssistantId('agent')
  it.each([
    ['/runs', 422],
    ['/api/v1/runs', 400],
  ])('%s rejects a path as a webhook', async (route, refusal) => {
    const { status, body } = await app.post(route, { assistant_id, input: {}, webhook: '/run-ended' })
    expect(status).toBe(refusal)
    expect(body.message).toMatch(/^webhook is a path, but the project has no http.app/)
  })
})
