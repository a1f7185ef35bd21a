import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject } from '../../src/project/read-project.js'
import { startApp, type TestApp } from '../support/app.js'
import { dumpDatabase } from '../support/dump-database.js'
import { makeTempFolder } from '../support/heddle-process.js'

// The app of the example plus routes for these tests.
const APP = `
import { Hono } from 'hono'
import { app as example } from './src/app.ts'
export const app = new Hono()
app.use('/threads/*', async (context, next) => {
  if (context.req.method === 'POST' && context.req.header('x-look') !== undefined) await context.req.json()
  await next()
})
app.get('/die', () => process.exit(1))
app.get('/secret', (context) => context.json(Object.keys(context.req.header())))
app.route('/', example)
`
const SLOW = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ received: Annotation() })
const wait = (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
export const slow = new StateGraph(State).addNode('wait', wait).addEdge(START, 'wait').compile()
export const received = new StateGraph(State)
  .addNode('receive', (_, { configurable }) => ({
    received: Object.fromEntries(Object.entries(configurable).filter(([name]) => /^(langgraph_auth|x-)/.test(name))),
  }))
  .addEdge(START, 'receive')
  .compile()
`

const folder = makeTempFolder()
const configure = (http: object = {}) => {
  const example = readProject(join(packageRoot, 'examples/langgraph-auth/langgraph.json'))!
  writeFileSync(
    join(folder, 'langgraph.json'),
    JSON.stringify({
      graphs: {
        notebook: { path: example.graphs['notebook'], description: 'Keeps notes.' },
        slow: './slow.mjs:slow',
        received: './slow.mjs:received',
      },
      auth: { path: './src/auth.ts:auth' },
      http: { app: './app.ts:app', ...http },
      checkpointer: { ttl: { strategy: 'delete', default_ttl: 60 } },
    }),
  )
}

let app: TestApp
let url: string
let [ada, grace, guest, operator]: Client[] = []
const note = { input: { note: 'Buy milk' } }

beforeAll(async () => {
  cpSync(join(packageRoot, 'examples/langgraph-auth'), folder, { recursive: true })
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'app.ts'), APP)
  writeFileSync(join(folder, 'slow.mjs'), SLOW)
  configure()
  app = await startApp({
    execute: true,
    project: folder,
    env: { AUTH_ENABLED: 'true', API_KEYS: 'operator-of-the-service' },
  })
  url = await app.listen()
  const as = (token: string) =>
    new Client({
      apiUrl: url,
      defaultHeaders: { authorization: `Bearer ${token}` },
      callerOptions: { maxRetries: 0 },
    })
  ;[ada, grace, guest, operator] = ['ada-token', 'grace-token', 'guest-token', 'operator-of-the-service'].map(
    as,
  )
})
afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })

describe('users of a project', () => {
  it('users own the threads that they create, which do not exist for other users', async () => {
    const { thread_id, metadata } = await ada!.threads.create({ metadata: { topic: 'milk' } })
    expect(metadata).toEqual({ topic: 'milk', owner: 'ada' })
    expect(await ada!.runs.wait(thread_id, 'notebook', note)).toMatchObject({
      reply: 'Ada, this is your note number 1: Buy milk',
    })
    const [run] = await ada!.runs.list(thread_id)
    expect((await ada!.threads.getState(thread_id)).values).toMatchObject({ notes: ['Buy milk'] })
    expect(await ada!.threads.search()).toHaveLength(1)
    expect(await grace!.threads.search()).toEqual([])
    expect([await ada!.threads.count(), await grace!.threads.count()]).toEqual([1, 0])
    for (const call of [
      () => grace!.threads.get(thread_id),
      () => grace!.threads.update(thread_id, { metadata: { owner: 'grace' } }),
      () => grace!.threads.delete(thread_id),
      () => grace!.threads.getState(thread_id),
      () => grace!.threads.updateState(thread_id, { values: { note: 'x' } }),
      () => grace!.threads.getHistory(thread_id),
      () => grace!.runs.create(thread_id, 'notebook', note),
      () => grace!.runs.list(thread_id),
      () => grace!.runs.get(thread_id, run!.run_id),
      () => grace!.runs.join(thread_id, run!.run_id),
      () => grace!.runs.cancel(thread_id, run!.run_id),
      () => grace!.runs.delete(thread_id, run!.run_id),
    ])
      await expect(call()).rejects.toThrow(/404/)
    await expect(grace!.threads.create({ threadId: thread_id, ifExists: 'do_nothing' })).rejects.toThrow(
      /409/,
    )
    expect((await get(`/runs/${run!.run_id}/stream`, { authorization: 'Bearer grace-token' })).status).toBe(
      404,
    )
    await ada!.threads.update(thread_id, { metadata: { owner: 'grace', more: 1 } })
    expect(await operator!.threads.get(thread_id)).toMatchObject({
      metadata: { topic: 'milk', owner: 'ada', more: 1 },
    })
    const native = await get(`/api/v1/threads/${thread_id}`, { 'x-api-key': 'operator-of-the-service' })
    expect(await native.json()).toMatchObject({ metadata: { owner: 'ada' } })
  })

  it('users own the threads that their runs create', async () => {
    const thread_id = '0198c9a2-0000-7000-8000-00000000000a'
    await ada!.runs.wait(thread_id, 'notebook', { ...note, ifNotExists: 'create' })
    expect((await ada!.threads.get(thread_id)).metadata).toMatchObject({ owner: 'ada' })
    await expect(grace!.threads.get(thread_id)).rejects.toThrow(/404/)
    expect(await grace!.runs.wait(null, 'notebook', note)).toMatchObject({ reply: /^Grace/ })
  })

  it('clients cannot forge the identity that a run receives', async () => {
    const forged = { langgraph_auth_user: { identity: 'grace' }, langgraph_auth_user_id: 'grace' }
    const { received } = (await ada!.runs.wait(null, 'received', {
      input: { received: {} },
      context: forged,
    })) as {
      received: object
    }
    expect(received).toMatchObject({
      langgraph_auth_user: { identity: 'ada', display_name: 'Ada' },
      langgraph_auth_user_id: 'ada',
      langgraph_auth_permissions: ['notes:write'],
    })
    expect(received).not.toHaveProperty('x-heddle-hop')
  })

  it('users are rejected by the project handlers, and by APIs that filters do not cover', async () => {
    const { thread_id } = await guest!.threads.create()
    await expect(guest!.runs.create(thread_id, 'notebook', note)).rejects.toThrow(/403/)
    await expect(ada!.assistants.create({ graphId: 'notebook' })).rejects.toThrow(/403/)
    expect(await ada!.assistants.search({ graphId: 'notebook' })).toHaveLength(1)
    await expect(
      new Client({ apiUrl: url, callerOptions: { maxRetries: 0 } }).threads.search(),
    ).rejects.toThrow(/401.*The token is missing or invalid/s)
    for (const path of ['/api/v1/threads', '/runs', '/api/v1/webhooks'])
      expect((await get(path, { authorization: 'Bearer ada-token' })).status).toBe(403)
    expect((await get('/ok')).status).toBe(200)
  })
})

it('new threads and assistants have the TTL and description of langgraph.json', async () => {
  const { thread_id } = await ada!.threads.create()
  const stored = (await dumpDatabase(app.databaseUrl)).find((row) => row.includes(thread_id))
  expect(stored).toMatch(/"ttl_minutes":60\b/)
  expect(await ada!.assistants.get('notebook')).toMatchObject({ description: 'Keeps notes.' })
})

describe('the app of a project', () => {
  it('the app serves its own routes, and its middleware wraps the built-in routes', async () => {
    const authorization = 'Bearer ada-token'
    expect((await get('/hello/world')).status).toBe(401)
    const hello = await get('/hello/world', { authorization })
    expect([hello.status, await hello.text(), hello.headers.get('x-notebook')]).toEqual([
      200,
      'Hello, world!',
      'open',
    ])
    for (const [path, status] of [
      ['/ok', 200],
      ['/threads/nothing', 422],
      ['/nowhere', 404],
    ] as const) {
      const response = await get(path, { authorization })
      expect([response.status, response.headers.get('x-notebook')]).toEqual([status, 'open'])
    }
    expect(await (await get('/secret', { authorization, 'x-heddle-hop': 'e30=' })).json()).toContain(
      'x-request-id',
    )
    const found = await fetch(`${url}/threads/search`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-look': 'inside' },
      body: '{"limit": 1}',
    })
    expect([found.status, ((await found.json()) as unknown[]).length]).toEqual([200, 1])
  })

  it('the app passes on streamed events and client disconnects', async () => {
    const { thread_id } = await ada!.threads.create()
    const leave = new AbortController()
    const response = await fetch(`${url}/threads/${thread_id}/runs/stream`, {
      method: 'POST',
      headers: { authorization: 'Bearer ada-token', 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: 'slow', input: { received: 1 }, on_disconnect: 'cancel' }),
      signal: leave.signal,
    })
    expect(response.headers.get('x-notebook')).toBe('open')
    const { value } = await response.body!.getReader().read()
    expect(new TextDecoder().decode(value)).toMatch(/^event: metadata/)
    leave.abort()
    await expect
      .poll(async () => (await ada!.runs.list(thread_id)).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['interrupted'])
  })

  it('a crashed app is restarted, and no request bypasses it meanwhile', async () => {
    const credentials = { authorization: 'Bearer ada-token' }
    expect((await get('/die', credentials)).status).toBe(503)
    expect((await get('/threads', credentials)).status).toBe(503)
    await expect.poll(async () => (await get('/ok')).status, { timeout: 10_000 }).toBe(200)
    expect((await get('/ok')).headers.get('x-notebook')).toBe('open')
    expect(await ada!.threads.count()).toBeGreaterThan(0)
  })
})

it('a reload applies changed settings', async () => {
  const cors = { allow_origins: ['https://notes.example'] }
  configure({ enable_custom_route_auth: false })
  await app.reload()
  expect(await (await get('/me')).json()).toEqual({ name: 'anonymous' })
  configure({ enable_custom_route_auth: true, disable_assistants: true, disable_webhooks: true, cors })
  await app.reload()
  expect((await get('/me')).status).toBe(401)
  const me = await get('/me', { authorization: 'Bearer ada-token', origin: 'https://notes.example' })
  expect(await me.json()).toEqual({ name: 'Ada' })
  expect(me.headers.get('access-control-allow-origin')).toBe('https://notes.example')
  await expect(ada!.assistants.search()).rejects.toThrow(/404/)
  await expect(ada!.runs.wait(null, 'notebook', { ...note, webhook: 'https://x.example' })).rejects.toThrow(
    /422.*disable_webhooks/s,
  )
  configure({ app: './app.ts:nothing' })
  const { isUsed, problems } = await app.reload()
  expect(isUsed).toBe(false)
  expect(problems).toMatchObject([
    { subject: 'http.app', message: expect.stringContaining('./app.ts exports no nothing') as string },
  ])
  expect((await get('/ok')).headers.get('x-notebook')).toBe('open')
})

it.each([
  // Without its auth, the project would be open to everyone.
  ['{"graphs": {"a": "./a.ts:a"}, "atuh": {}}', 'atuh is not a known setting; did you mean auth?'],
  ['{"graphs": {"a": "./a.ts:a"}, "auth": {"pth": "./a.ts:a"}}', 'auth.pth is not a known setting'],
  ['{"graphs": {"a": "./a.ts:a"}, "http": {"app": "./app.ts"}}', 'http.app must be "./file.ts:export"'],
  ['{"graphs": {"a": "./a.ts:a"}, "checkpointer": {"ttl": {"strategy": "keep"}}}', 'strategy must be delete'],
  ['{"graphs": {"a": {"description": "x"}}}', 'graphs.a requires "path"'],
])('the langgraph.json %s is rejected', (text, problem) => {
  const file = join(makeTempFolder(), 'langgraph.json')
  writeFileSync(file, text)
  expect(() => readProject(file)).toThrow(problem)
})

it.each([
  ['"htp": {}', 'htp is not a known setting; did you mean http?'],
  [
    '"http": {"disable_run": true}',
    'http.disable_run is not a known setting; did you mean http.disable_runs?',
  ],
  ['"something": true', 'something is not a known setting'],
  ['"env": "./absent.env"', 'env names ./absent.env, which does not exist; the project runs without it'],
])('the setting %s of a langgraph.json is a warning', (text, warning) => {
  const file = join(makeTempFolder(), 'langgraph.json')
  writeFileSync(file, `{"graphs": {"a": "./a.ts:a"}, ${text}}`)
  expect(readProject(file)?.warnings).toEqual([warning])
})
