import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LangGraphRoute } from '../../src/api/langgraph/route.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { toBody, allLangGraphRoutes, toRouteName, toUrl } from '../support/langgraph-routes.js'

const SECRET = 'a secret of more than thirty-two bytes'
const LIMITS = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_BURST: '100000' }
const AUTH = { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, API_KEYS: 'a-key-that-is-never-used' }

type Headers = Record<string, string>

/** The authorization header of a tenant. */
const makeToken = async (tenant: string, scope = 'read write'): Promise<Headers> => {
  const jwt = new SignJWT({ sub: tenant, tenant, scope }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}` }
}

interface RouteCall {
  name: string
  method: string
  path: string
  body?: unknown
  writes: boolean
  /** False for JSON-RPC and the OpenAI API, which have other error formats. */
  usesLangGraphErrors: boolean
}

const toCall = (route: LangGraphRoute, ids?: Record<string, string>): RouteCall => ({
  name: toRouteName(route),
  method: route.method,
  path: toUrl(route, ids),
  body: toBody(route),
  writes: (route.scope ?? (route.method === 'GET' ? 'read' : 'write')) === 'write',
  usesLangGraphErrors: true,
})

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

/** Routes of the other protocols. */
const OTHER_PROTOCOL_CALLS: RouteCall[] = (
  [
    ['GET', '/v1/models', undefined],
    ['GET', '/v1/models/agent', undefined],
    ['POST', '/v1/chat/completions', { model: 'agent', messages: [{ role: 'user', content: 'Hello' }] }],
    ['POST', '/mcp', rpc('tools/list')],
    ['GET', '/mcp', undefined],
    ['POST', '/a2a/agent', rpc('tasks/get')],
    ['GET', '/a2a/agent/.well-known/agent-card.json', undefined],
    ['GET', '/.well-known/agent-card.json?assistant_id=agent', undefined],
  ] as const
).map(([method, path, body]) => ({
  name: `${method} ${path}`,
  method,
  path,
  body,
  writes: path === '/v1/chat/completions',
  usesLangGraphErrors: false,
}))

/** The files of a project's UI are public, because browsers load scripts without credentials. */
const protectedRoutes = allLangGraphRoutes.filter(({ scope }) => scope !== 'public')
const ALL_CALLS = [...protectedRoutes.map((route) => toCall(route)), ...OTHER_PROTOCOL_CALLS]

const ACCEPT = { accept: 'application/json, text/event-stream' }

interface RouteResponse {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
  body: any
}

/** Uses fetch, because some routes respond with a stream that does not end. */
const send = async (
  url: string,
  { method, path, body }: RouteCall,
  headers: Headers = {},
): Promise<RouteResponse> => {
  const payload = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url + path, {
    method,
    ...payload,
    headers: { ...ACCEPT, ...type, ...headers },
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const responseBody = isJson ? await response.json() : await response.body?.cancel()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: responseBody }
}

const isLimited = ({ headers }: RouteResponse): boolean =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'].every(
    (name) => headers[name] !== undefined,
  )

/** The error message, which depends on the error format of the protocol. */
const getMessage = ({ usesLangGraphErrors }: RouteCall, { body }: RouteResponse): unknown =>
  usesLangGraphErrors ? body?.detail : body?.error?.message

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let url: string
  let [ours, theirs, readers]: Headers[] = []

  const request = (call: RouteCall, headers?: Headers): Promise<RouteResponse> => send(url, call, headers)

  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, env: { ...AUTH, ...LIMITS } })
    url = await app.listen()
    ours = await makeToken('ours')
    theirs = await makeToken('theirs')
    readers = await makeToken('ours', 'read')
  })
  afterAll(() => app.stop())

  it('every route requires credentials', async () => {
    const violations: string[] = []
    for (const call of ALL_CALLS) {
      const reply = await request(call)
      if (reply.status !== 401 || typeof getMessage(call, reply) !== 'string' || !isLimited(reply))
        violations.push(call.name)
    }
    expect(violations).toEqual([])
    for (const path of ['/ok', '/info']) expect([path, (await app.get(path)).status]).toEqual([path, 200])
  })

  it('the scope read does not allow writes on any route', async () => {
    const violations: string[] = []
    for (const call of ALL_CALLS.filter(({ writes }) => writes)) {
      const reply = await request(call, readers)
      if (reply.status !== 403 || !/scope write/.test(String(getMessage(call, reply))))
        violations.push(call.name)
    }
    expect(violations).toEqual([])
    for (const [path, body] of [
      ['/mcp', rpc('tools/call', { name: 'agent', arguments: {} })],
      ['/a2a/agent', rpc('message/send')],
    ] as const) {
      const reply = await request(
        { name: path, method: 'POST', path, body, writes: true, usesLangGraphErrors: false },
        readers,
      )
      expect([path, reply.status, reply.body.error.message]).toEqual([
        path,
        403,
        'This operation requires the scope write',
      ])
    }
  })

  it('resources of one tenant do not exist for another tenant', async () => {
    const post = async (path: string, body: object, headers = ours) =>
      (await app.post(path, body, headers)).body as Record<string, string>
    const input = { messages: [{ role: 'user', content: 'Hello' }] }
    const { thread_id } = await post('/threads', { metadata: { secret: 1 } })
    const { assistant_id } = await post('/assistants', { graph_id: 'agent', metadata: { secret: 1 } })
    await post(`/threads/${thread_id}/runs/wait`, { assistant_id, input })
    const [{ run_id }] = (await app.get(`/threads/${thread_id}/runs`, ours)).body as [{ run_id: string }]
    const state = await app.get(`/threads/${thread_id}/state`, ours)
    const { cron_id } = await post('/runs/crons', {
      assistant_id,
      schedule: '0 0 1 1 *',
      metadata: { secret: 1 },
    })
    const item = { namespace: ['secret'], key: 'k', value: { secret: 1 } }
    expect((await app.call('PUT', '/store/items', item, { headers: ours! })).status).toBe(204)

    const ids = {
      thread_id,
      assistant_id,
      run_id,
      cron_id,
      checkpoint_id: state.body.checkpoint.checkpoint_id,
    }
    const leaks: string[] = []
    for (const route of allLangGraphRoutes.filter(({ path }) => path.includes('_id}'))) {
      // These routes accept a thread ID that does not exist in the caller's tenant.
      if (/\/(commands|stream\/events)$/.test(route.path)) continue
      const call = toCall(route, ids as Record<string, string>)
      const body = call.body && JSON.parse(JSON.stringify(call.body).replace('unknown', 'agent'))
      const { status } = await request({ ...call, body }, theirs)
      if (status !== 404) leaks.push(`${call.name}: ${String(status)}`)
    }
    expect(leaks).toEqual([])

    for (const path of ['/threads', '/assistants', '/runs/crons']) {
      const filter = { metadata: { secret: 1 } }
      expect([path, (await app.post(`${path}/search`, filter, theirs)).body]).toEqual([path, []])
      expect([path, (await app.post(`${path}/count`, filter, theirs)).body]).toEqual([path, 0])
    }
    expect((await app.get('/store/items?namespace=secret&key=k', theirs)).body).toBeNull()
    expect(await post('/store/items/search', { namespace_prefix: [] }, theirs)).toEqual({ items: [] })
    expect(await post('/store/namespaces', {}, theirs)).toEqual({ namespaces: [] })
    const got = await post(`/threads/${thread_id}/commands`, { id: 1, method: 'state.get' }, theirs)
    expect(got).toMatchObject({ type: 'success', result: { values: {} } })
    const forked = { id: 1, method: 'state.fork', params: { checkpoint_id: ids.checkpoint_id } }
    expect(await post(`/threads/${thread_id}/commands`, forked, theirs)).toMatchObject({ type: 'error' })
    const task = await post('/a2a/agent', rpc('tasks/get', { id: run_id }), theirs)
    expect(task).toHaveProperty('error')
    expect((await fetch(`${url}/v1/models/${assistant_id}`, { headers: theirs! })).status).toBe(404)
    // The resources of the first tenant are unchanged.
    expect((await app.get(`/threads/${thread_id}`, ours)).body).toMatchObject({ metadata: { secret: 1 } })
    expect((await app.get(`/threads/${thread_id}/runs`, ours)).body).toHaveLength(1)
  })

  it.each(['/runs', '/threads/{thread_id}/runs'])(
    'an idempotency key creates only one run with POST %s',
    async (path) => {
      const { thread_id } = (await app.post('/threads', {}, ours)).body as { thread_id: string }
      const url = path.replace('{thread_id}', thread_id)
      const keyed = { ...ours, 'idempotency-key': `once-${databaseKind}-${path.length}` }
      const first = await app.post(url, { assistant_id: 'agent', input: null }, keyed)
      const second = await app.post(url, { assistant_id: 'agent', input: null }, keyed)
      expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([
        200,
        200,
        'true',
      ])
      expect(second.body).toEqual(first.body)
      expect(second.body.run_id).toMatch(/-/)
    },
  )
})

it('every route rejects requests over the rate limit with a Retry-After header', async () => {
  const app = await startApp({ env: { ...AUTH, RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '1' } })
  const url = await app.listen()
  const headers = await makeToken('ours')
  expect((await app.get('/assistants/agent', headers)).status).toBe(200)
  const wrong: string[] = []
  for (const call of ALL_CALLS) {
    const reply = await send(url, call, headers)
    const isRejected = reply.status === 429 && typeof getMessage(call, reply) === 'string' && isLimited(reply)
    if (!isRejected || Number(reply.headers['retry-after']) < 1)
      wrong.push(`${call.name}: ${String(reply.status)}`)
  }
  expect(wrong).toEqual([])
  await app.stop()
})
