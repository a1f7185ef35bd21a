/** Checks the scope of every route on all APIs: in the table of routes, in openapi.json and in the responses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '../../src/schema/api-key.js'
import { startApp, type RegisteredRoute, type TestApp } from '../support/app.js'
import { openapi } from '../support/openapi-check.js'
import { fillPath, sendRouteCall, toRouteCall, toRouteName, type RouteCall } from '../support/route-calls.js'

const ADMIN_KEY = 'the-admin-key-of-this-test'

/** Routes that need no credentials. */
const PUBLIC = [
  'GET /',
  'GET /api/v1/openapi.json',
  'GET /console',
  'GET /console/*',
  'GET /docs',
  'GET /docs/*',
  'GET /docs/api',
  'GET /docs/js/scalar.js',
  'GET /health',
  'GET /info',
  'GET /metrics',
  'GET /ok',
  // Browsers load scripts without credentials.
  'GET /ui/:agent/:basename',
  'POST /console/sign-in',
  'POST /console/sign-out',
]

/** Resources that only administrators may change, and operations on them that change nothing. */
const ADMINISTERED = /^\/(governance|webhooks|api-keys|secrets)(\/|$)/
const ADMINISTERED_WRITES = [
  'POST /governance/guardrails/check',
  'POST /webhooks/:webhook_id/test',
  'POST /webhooks/:webhook_id/redeliver',
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
]
/** Resources whose existence only administrators may see. */
const ADMIN_ONLY = /^\/(api-keys|audit|console\/dev|nodes|stats\/storage)(\/|$)/

/** Requests with a body that only read. Methods inside of a JSON-RPC body are checked separately below. */
const READING_POSTS = [
  'POST /a2a/:assistant_id',
  'POST /api/v1/crons/preview',
  'POST /assistants/:assistant_id/versions',
  'POST /assistants/count',
  'POST /assistants/search',
  'POST /mcp',
  'POST /mcp/',
  'POST /runs/crons/count',
  'POST /runs/crons/search',
  'POST /store/items/search',
  'POST /store/namespaces',
  'POST /threads/:thread_id/commands',
  'POST /threads/:thread_id/history',
  'POST /threads/:thread_id/state/checkpoint',
  'POST /threads/:thread_id/stream/events',
  'POST /threads/count',
  'POST /threads/search',
  'POST /ui/:agent',
]

const getExpectedScope = (route: RegisteredRoute): Scope | 'public' => {
  const name = toRouteName(route)
  if (PUBLIC.includes(name)) return 'public'
  const path = route.url.replace(/^\/api\/v1/, '')
  if (ADMIN_ONLY.test(path)) return 'admin'
  if (route.method === 'GET') return 'read'
  if (ADMINISTERED.test(path) && !ADMINISTERED_WRITES.includes(`${route.method} ${path}`)) return 'admin'
  return READING_POSTS.includes(name) ? 'read' : 'write'
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const post = (path: string, body: unknown, method: string): RouteCall => ({
  name: `POST ${path} ${method}`,
  method: 'POST',
  path,
  body,
})

/** The methods of the JSON-RPC protocols. Each has a scope of its own. */
const RPC_CALLS: [RouteCall, Scope][] = (
  [
    ['/mcp', 'initialize', 'read'],
    ['/mcp', 'ping', 'read'],
    ['/mcp', 'tools/list', 'read'],
    ['/mcp', 'tools/call', 'write'],
    ['/a2a/agent', 'tasks/get', 'read'],
    ['/a2a/agent', 'tasks/resubscribe', 'read'],
    ['/a2a/agent', 'tasks/cancel', 'write'],
    ['/a2a/agent', 'message/send', 'write'],
    ['/a2a/agent', 'message/stream', 'write'],
  ] as const
).map(([path, method, scope]) => [post(path, rpc(method), method), scope])

const COMMANDS: [string, Scope][] = [
  ['run.start', 'write'],
  ['input.respond', 'write'],
  ['state.fork', 'write'],
  ['state.get', 'read'],
  ['state.listCheckpoints', 'read'],
  ['agent.getTree', 'read'],
]

/** The scopes that a key with this one scope has. */
const expand = (scope: Scope): readonly Scope[] => (scope === 'admin' ? SCOPES : [scope])

describe('scopes', () => {
  let app: TestApp
  let origin: string
  const credentials = new Map<Scope, Record<string, string>>()

  beforeAll(async () => {
    // The limits apply per key and minute; this test sends more than a thousand requests with three keys.
    const env = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_BURST: '100000' }
    app = await startApp({ env: { ...env, AUTH_ENABLED: 'true', API_KEYS: ADMIN_KEY } })
    origin = await app.listen()
    for (const scope of SCOPES) {
      const admin = { authorization: `Bearer ${ADMIN_KEY}` }
      const { body } = await app.post('/api/v1/api-keys', { name: scope, scopes: [scope] }, admin)
      credentials.set(scope, { authorization: `Bearer ${body.key}` })
    }
  })
  afterAll(() => app.stop())

  /** Lists the credentials for which the response is not the one that the scopes of the operation require. */
  const findViolations = async (call: RouteCall, required: readonly Scope[]): Promise<string[]> => {
    const findViolation = async (keyScope: Scope | undefined): Promise<string[]> => {
      const { status, text } = await sendRouteCall(
        origin,
        call,
        keyScope === undefined ? {} : credentials.get(keyScope),
      )
      const granted = keyScope === undefined ? [] : expand(keyScope)
      const missing = required.find((scope) => !granted.includes(scope))
      const isCorrect =
        missing === undefined
          ? status !== 401 && status !== 403 && status < 500
          : keyScope === undefined
            ? status === 401
            : status === 403 && text.includes(`requires the scope ${missing}`)
      return isCorrect ? [] : [`${call.name} with ${keyScope ?? 'no key'}: ${status} ${text}`]
    }
    return (await Promise.all([undefined, ...SCOPES].map(findViolation))).flat()
  }

  it('every route declares the scope that its resource and method require', () => {
    expect(app.routes.length).toBeGreaterThan(200)
    const declared = Object.fromEntries(app.routes.map((route) => [toRouteName(route), route.scope]))
    const expected = Object.fromEntries(
      app.routes.map((route) => [toRouteName(route), getExpectedScope(route)]),
    )
    expect(declared).toEqual(expected)
  })

  it('openapi.json states the scope of every operation', () => {
    const stated = Object.entries(openapi.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const { security, description = '' } = operation as unknown as {
          security: Record<string, string[]>[]
          description?: string
        }
        const scope = (operation as unknown as Record<string, string>)['x-required-scope']
        const expectedSecurity = scope === 'public' ? [] : [{ bearer: [scope] }, { apiKey: [scope] }]
        expect([path, security]).toEqual([path, expectedSecurity])
        if (scope !== 'public') expect(description).toContain(`Requires the scope \`${scope}\`.`)
        return [
          `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1').replace('{*}', '*')}`,
          scope,
        ] as const
      }),
    )
    const registered = new Map(app.routes.map((route) => [toRouteName(route), route.scope]))
    for (const [name, scope] of stated) expect([name, scope]).toEqual([name, registered.get(name)])
  })

  it('every route accepts and rejects keys by its scope', { timeout: 120_000 }, async () => {
    const violations: string[] = []
    for (const route of app.routes) {
      const scope = getExpectedScope(route)
      violations.push(...(await findViolations(toRouteCall(route), scope === 'public' ? [] : [scope])))
    }
    expect(violations).toEqual([])
  })

  it('every method of the JSON-RPC protocols accepts and rejects keys by its scope', async () => {
    const violations: string[] = []
    // The route itself requires the scope read.
    for (const [call, scope] of RPC_CALLS) violations.push(...(await findViolations(call, ['read', scope])))
    expect(violations).toEqual([])
  })

  it('every command of the agent streaming protocol is executed or denied by its scope', async () => {
    const path = fillPath('/threads/:thread_id/commands')
    for (const [method, required] of COMMANDS) {
      // A key without the scope read is rejected before the command is looked at.
      for (const scope of ['read', 'admin'] as const) {
        const call = post(path, { id: 1, method, params: {} }, method)
        const { text } = await sendRouteCall(origin, call, credentials.get(scope))
        const isDenied = text.includes(`This command requires the scope ${required}`)
        expect([method, scope, isDenied]).toEqual([method, scope, !expand(scope).includes(required)])
      }
    }
  })

  it('a key with the scopes read and write cannot change guardrails, policies or webhooks', async () => {
    const admin = credentials.get('admin')
    const { key } = (await app.post('/api/v1/api-keys', { name: 'rw', scopes: ['read', 'write'] }, admin))
      .body
    const writer = { authorization: `Bearer ${key}` }
    const guardrail = { name: 'short', type: 'output_integrity', config: { max_length: 10 } }
    const policy = { name: 'strict', guardrails: ['short'] }
    const webhook = { url: 'https://example.com/hook', events: ['*'] }
    for (const [path, body] of [
      ['/governance/guardrails', guardrail],
      ['/governance/policies', policy],
      ['/webhooks', webhook],
    ] as const) {
      expect([path, (await app.post(`/api/v1${path}`, body, writer)).status]).toEqual([path, 403])
      const created = await app.post(`/api/v1${path}`, body, admin)
      expect([path, created.status]).toEqual([path, 201])
      for (const method of ['PATCH', 'DELETE']) {
        for (const prefix of ['/api/v1', '']) {
          const url = `${prefix}${path}/${created.body.id}`
          const response = await app.call(method, url, { enabled: false }, { headers: writer })
          expect([method, url, response.status]).toEqual([method, url, 403])
        }
      }
      const stored = await app.get(`/api/v1${path}/${created.body.id}`, writer)
      expect(stored.body.updated_at).toBe(created.body.updated_at)
    }
  })
})
