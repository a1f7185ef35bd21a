/** Runs a project with its own auth and routes on both servers: filters, the store, default configs, and what passes without credentials. */
import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import WebSocket from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { startPeer, type Peer } from './peer.js'

const PROJECT = join(packageRoot, 'test/projects/auth')
const LANGGRAPH_CONFIG = JSON.stringify({ echo: { configurable: { tone: 'kind' }, context: { size: 1 } } })

let app: TestApp
let peer: Peer
let urls: [peer: string, ours: string]

beforeAll(async () => {
  const settings = {
    graphs: { echo: './graph.mjs:graph' },
    auth: { path: './auth.mjs:auth' },
    http: { app: './app.mjs:app' },
  }
  ;[peer, app] = await Promise.all([
    startPeer(PROJECT, settings, { LANGGRAPH_CONFIG }),
    startApp({ execute: true, project: PROJECT, env: { LANGGRAPH_CONFIG } }),
  ])
  urls = [peer.url, await app.listen()]
})
afterAll(() => Promise.all([peer.stop(), app.stop()]))

const toHeaders = (token: string, filter?: object): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(filter !== undefined && { 'x-filter': JSON.stringify(filter) }),
})

const makeClient = (apiUrl: string, token: string, filter?: object): Client =>
  new Client({
    apiUrl,
    apiKey: null,
    defaultHeaders: toHeaders(token, filter),
    callerOptions: { maxRetries: 0 },
  })

/** The result of the call, or the status of the error. */
const attempt = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (result) => result ?? null,
    (error: unknown) => Number(/HTTP (\d+)/.exec(String(error))?.[1] ?? String(error)),
  )

/** Runs the same calls on both servers. */
const onBoth = async <T>(play: (url: string) => Promise<T>): Promise<{ theirs: T; ours: T }> => {
  const [theirs, ours] = await Promise.all(urls.map(play))
  return { theirs: theirs!, ours: ours! }
}

describe('filters of the auth', () => {
  const THREADS = [
    { name: 'a', owner: 'ada', tags: ['x', 'y'], level: 0, org: { id: 1 } },
    { name: 'b', owner: 'grace', tags: ['y'], level: 1, org: { id: 2 } },
    { name: 'c' },
  ]

  beforeAll(async () => {
    for (const url of urls)
      for (const metadata of THREADS) await makeClient(url, 'operator').threads.create({ metadata })
  })

  const listVisible = (filter: object) =>
    onBoth(async (url) => {
      const found = await makeClient(url, 'ada', filter).threads.search({ limit: 100 })
      return found.flatMap(({ metadata }) => (metadata?.['name'] as string | undefined) ?? []).sort()
    })

  it.each([
    [{}, ['a', 'b', 'c']],
    [{ owner: 'ada' }, ['a']],
    [{ owner: { $eq: 'ada' } }, ['a']],
    [{ owner: { $eq: 'ada', $contains: 'nothing' } }, ['a']],
    [{ owner: null }, []],
    [{ level: 0 }, ['a']],
    [{ tags: 'x' }, []],
    [{ tags: { $contains: 'y' } }, ['a', 'b']],
    [{ tags: { $contains: ['x', 'y'] } }, ['a']],
    [{ owner: { $contains: 'ada' } }, []],
    [{ owner: 'grace', tags: { $contains: 'y' } }, ['b']],
  ])('both servers show the same threads with the filter %j', async (filter, visible) => {
    const { theirs, ours } = await listVisible(filter)
    expect(ours).toEqual(visible)
    expect(ours).toEqual(theirs)
  })

  it.each([[{ org: { id: 1 } }], [{ tags: ['x'] }], [{ level: { $eq: 0 } }]])(
    'the filter %j is applied, while the LangGraph.js server ignores it',
    async (filter) => {
      expect(await listVisible(filter)).toEqual({ theirs: ['a', 'b', 'c'], ours: ['a'] })
    },
  )
})

it('both servers show the same items and namespaces of the store with a filter', async () => {
  const { theirs, ours } = await onBoth(async (url) => {
    const [ada, grace] = ['ada', 'grace'].map((name) =>
      makeClient(url, name, { namespace: { $contains: name } }),
    )
    const results: unknown[] = []
    for (const [user, name] of [
      [ada!, 'ada'],
      [grace!, 'grace'],
    ] as const)
      for (const topic of ['notes', 'plans'])
        results.push(await attempt(user.store.putItem([name, topic], 'k', { topic })))
    const { store } = ada!
    results.push(
      await attempt(store.putItem(['grace', 'notes'], 'k', { stolen: true })),
      await attempt(store.putItem(['grace', 'new'], 'k', {})),
      await store.listNamespaces(),
      await store.listNamespaces({ maxDepth: 1 }),
      await store.listNamespaces({ prefix: ['ada'], suffix: ['plans'] }),
      await store.listNamespaces({ prefix: ['grace'] }),
      await store.listNamespaces({ limit: 1, offset: 1 }),
      await makeClient(url, 'ada', { topic: 'notes' }).store.listNamespaces(),
      (await store.searchItems([])).items.map(({ namespace }) => namespace.join('.')).sort(),
      await attempt(store.getItem(['grace', 'notes'], 'k')),
      await attempt(store.getItem(['ada', 'nowhere'], 'k')),
      await attempt(store.deleteItem(['grace', 'notes'], 'k')),
      await attempt(store.deleteItem(['grace', 'nowhere'], 'k')),
      await attempt(store.deleteItem(['ada', 'nowhere'], 'k')),
      await attempt(store.deleteItem(['ada', 'notes'], 'k')),
    )
    return results
  })
  expect(ours).toEqual(theirs)
})

it('the built-in assistant of a graph has the config of the environment, and runs inherit the config of their thread', async () => {
  const { theirs, ours } = await onBoth(async (url) => {
    const [ada, grace] = [makeClient(url, 'ada'), makeClient(url, 'grace')]
    const { config, context } = await ada.assistants.get('echo')
    const { thread_id } = await ada.threads.create()
    const run = async (client: Client, configurable?: Record<string, unknown>) => {
      const { seen } = (await client.runs.wait(thread_id, 'echo', {
        input: {},
        ...(configurable && { config: { configurable } }),
      })) as { seen: Record<string, unknown> }
      const { langgraph_auth_user: _, ...rest } = seen
      return rest
    }
    return [
      config,
      context,
      await run(ada, { color: 'red', shade: 1 }),
      await run(grace, { shade: 2 }),
      await run(ada),
    ]
  })
  expect(ours).toEqual(theirs)
  expect(ours[0]).toEqual({ configurable: { tone: 'kind' } })
  expect(ours[3]).toMatchObject({ tone: 'kind', color: 'red', shade: 2, user_id: 'grace' })
})

it('an assistant that the project does not have does not exist on any route', async () => {
  const { theirs, ours } = await onBoth(async (url) => {
    const { assistants, runs, threads } = makeClient(url, 'ada')
    const { thread_id } = await threads.create()
    return [
      (await assistants.search()).map(({ graph_id }) => graph_id),
      await attempt(assistants.get('agent')),
      await attempt(assistants.getGraph('agent')),
      await attempt(assistants.getVersions('agent')),
      await attempt(assistants.update('agent', { name: 'x' })),
      await attempt(assistants.delete('agent')),
      await attempt(runs.create(thread_id, 'agent', { input: {} })),
      await attempt(runs.wait(thread_id, 'agent', { input: {} })),
      await attempt(runs.wait(null, 'agent', { input: {} })),
      await attempt(runs.createBatch([{ assistantId: 'agent', input: {} }])),
    ]
  })
  expect(ours).toEqual([['echo'], ...Array<number>(9).fill(404)])
  expect(ours).toEqual(theirs)
})

describe('routes', () => {
  const getStatus = async (url: string, path: string, headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(`${url}${path}`, { headers, method })
    return [response.status, response.status === 200 && path === '/me' ? await response.json() : null]
  }
  const STUDIO = { 'x-auth-scheme': 'langsmith' }

  it.each([
    ['/me', {}, 'GET', 401],
    ['/me', toHeaders('ada'), 'GET', 200],
    ['/me', STUDIO, 'GET', 200],
    ['/info', {}, 'GET', 200],
    ['/ok', toHeaders('ada'), 'GET', 200],
    ['/assistants/echo', {}, 'GET', 401],
    ['/assistants/echo', toHeaders('ada'), 'GET', 200],
    ['/assistants/echo?reject', toHeaders('ada'), 'GET', 418],
    ['/assistants/echo', STUDIO, 'GET', 200],
    ['/nowhere', toHeaders('ada'), 'GET', 404],
  ])('%s with %j (%s) has the same status on both servers: %i', async (path, headers, method, status) => {
    const { theirs, ours } = await onBoth((url) => getStatus(url, path, headers, method))
    expect(ours[0]).toBe(status)
    expect(ours).toEqual(theirs)
  })

  it('a preflight request needs no credentials', async () => {
    const { theirs, ours } = await onBoth(async (url) => {
      const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
      return (await fetch(`${url}/assistants/search`, { method: 'OPTIONS', headers })).ok
    })
    expect([theirs, ours]).toEqual([true, true])
  })

  it('/ok needs no credentials, while the LangGraph.js server requires them', async () => {
    const { theirs, ours } = await onBoth((url) => getStatus(url, '/ok', {}))
    expect([theirs[0], ours[0]]).toEqual([401, 200])
  })
})

describe('WebSockets of a project with an app', () => {
  /** The error code of the response to an invalid command, or the status with which the upgrade is rejected. */
  const sendCommand = (url: string, headers: Record<string, string>, query = ''): Promise<unknown> =>
    new Promise((resolve) => {
      const path = `/threads/${crypto.randomUUID()}/stream/events${query}`
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
      socket.on('unexpected-response', (_, { statusCode }) => {
        resolve(statusCode)
        socket.terminate()
      })
      socket.on('error', () => undefined)
      socket.on('open', () => socket.send('not JSON'))
      socket.on('message', (data: Buffer) => {
        resolve((JSON.parse(data.toString()) as { error: string }).error)
        socket.close()
      })
    })

  it('a WebSocket passes the middleware of the app on both servers', async () => {
    const { theirs, ours } = await onBoth((url) => sendCommand(url, toHeaders('ada')))
    expect(ours).toBe('invalid_argument')
    expect(ours).toEqual(theirs)
  })

  it('a WebSocket without credentials, or that the middleware rejects, is rejected', async () => {
    const { theirs, ours } = await onBoth(async (url) => [
      await sendCommand(url, {}),
      await sendCommand(url, toHeaders('ada'), '?reject'),
    ])
    expect(ours).toEqual([401, 418])
    expect(ours).toEqual(theirs)
  })
})
