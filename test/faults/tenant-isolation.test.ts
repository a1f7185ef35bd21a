/**
 * Fault test 26: a tenant with all scopes tries every route with the IDs of another tenant. Every response must be the one for an ID that
 * does not exist. The roles inside of a tenant are checked by test/api/scopes.test.ts.
 */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type RegisteredRoute, type TestApp } from '../support/app.js'
import { allLangGraphRoutes, toBody, toRouteName as toTemplateName } from '../support/langgraph-routes.js'
import { openapi } from '../support/openapi-check.js'
import { fillPath, sendRouteCall, toRouteCall, toRouteName, type RouteCall } from '../support/route-calls.js'
import { CANARY, createResources, type Headers } from './tenant-resources.js'

const isLong = process.env['HEDDLE_LONG'] !== undefined
const SECRET = 'a secret of more than thirty-two bytes'
/** The limits apply per key and minute; this test sends thousands of requests with two. */
const LIMITS = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' }
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Forged fields that no request may set. */
const FORGED = {
  tenant_id: 'victim',
  tenant: 'victim',
  status: 'completed',
  created_at: '2000-01-01T00:00:00.000Z',
  updated_at: '2000-01-01T00:00:00.000Z',
  id: MISSING_ID,
}
/** These accept the ID of a thread that does not exist yet, and create it in the tenant of the caller. */
const CREATING_ROUTES = [
  'POST /threads/:thread_id/commands',
  'POST /threads/:thread_id/stream/events',
  // This one needs a WebSocket, which is opened by test/langgraph/protocol-websocket.test.ts.
  'GET /threads/:thread_id/stream/events',
]

const toToken = async (tenant: string): Promise<Headers> => {
  const jwt = new SignJWT({ sub: tenant, tenant, scope: 'admin' }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}` }
}

/** Bodies that pass validation: the minimal bodies of the LangGraph API, and the examples of openapi.json. */
const findBody = (route: RegisteredRoute): unknown => {
  const template = route.url.replace(/:(\w+)/g, '{$1}')
  const langGraph = allLangGraphRoutes.find((one) => toTemplateName(one) === `${route.method} ${template}`)
  if (langGraph !== undefined) return toBody(langGraph, { assistant_id: 'agent' })
  const native = template.startsWith('/api/v1') ? template : `/api/v1${template}`
  const operation = openapi.paths[native]?.[route.method.toLowerCase()] as
    | { requestBody?: { content: Record<string, { example?: unknown }> } }
    | undefined
  const [media] = Object.values(operation?.requestBody?.content ?? {})
  return media === undefined ? {} : media.example
}

/** A request that passes validation, so that only the IDs can be the reason for a rejection. */
const toValidCall = (route: RegisteredRoute, ids: Record<string, string>): RouteCall => {
  const call = toRouteCall(route, ids, findBody(route))
  if (route.url.endsWith('/import')) return { ...call, textType: 'application/x-ndjson' }
  if (route.url.endsWith('/export')) return { ...call, path: `${call.path}?format=jsonl` }
  if (/\/comparison(?:\/results)?$/.test(route.url))
    return { ...call, path: `${call.path}?against=${ids['eval_id'] ?? ''}` }
  return call
}

describe.each(isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))('on %s', (databaseKind) => {
  let app: TestApp
  let origin: string
  let [victim, intruder]: Headers[] = []
  let ids: Record<string, string> = {}
  const figures = { requests: 0, leaks: 0 }

  beforeAll(async () => {
    app = await startApp({
      databaseKind,
      execute: true,
      env: { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, ...LIMITS },
    })
    origin = await app.listen()
    victim = await toToken('victim')
    intruder = await toToken('intruder')
    ids = await createResources(app, victim)
  }, 60_000)
  afterAll(async () => {
    console.log(JSON.stringify({ test: 'tenant-isolation', database: databaseKind, seed: 26, ...figures }))
    await app.stop()
  })

  const sendAs = async (headers: Headers | undefined, call: RouteCall) => {
    figures.requests++
    return sendRouteCall(origin, call, headers)
  }
  const send = (method: string, path: string, body?: unknown, headers = intruder) =>
    sendAs(headers, { name: '', method, path, ...(body !== undefined && { body }) })

  /** Replaces what differs between two responses to requests that are the same except for their IDs. */
  const normalize = (text: string, values: Record<string, string>): string =>
    Object.values(values)
      .reduce((result, id) => result.replaceAll(id, '(id)'), text)
      .replace(/"request_id":"[^"]*"/, '')
  const missingIds = (): Record<string, string> =>
    Object.fromEntries(Object.keys(ids).map((name) => [name, MISSING_ID]))

  /** Returns how the response to the IDs of the other tenant differs from a 404 for IDs that do not exist. */
  const findDifference = async (
    toCall: (values: Record<string, string>) => RouteCall,
    expectedStatuses = [404],
  ): Promise<string | undefined> => {
    const call = toCall(ids)
    const foreign = await sendAs(intruder, call)
    const missing = await sendAs(intruder, toCall(missingIds()))
    const isSame =
      foreign.status === missing.status &&
      normalize(foreign.text, { ...ids, missing: MISSING_ID }) ===
        normalize(missing.text, { missing: MISSING_ID })
    const isHidden = expectedStatuses.includes(foreign.status) || CREATING_ROUTES.includes(call.name)
    if (isSame && isHidden && !foreign.text.includes(CANARY)) return undefined
    return `${call.name}: ${String(foreign.status)} ${foreign.text} / ${missing.text}`
  }

  /** Everything that the other tenant can read, without what deliveries of webhooks change in the background. */
  const readVictim = async (): Promise<string[]> => {
    const isStable = (url: string): boolean =>
      url.startsWith('/api/v1/') &&
      !/stream|export|metrics|deliveries|figures|stats|nodes|v1\/events/.test(url)
    const routes = app.routes.filter(({ method, url }) => method === 'GET' && isStable(url))
    return Promise.all(
      routes.map(async (route) => {
        const { status, text } = await sendAs(victim, toRouteCall(route, ids))
        const stableText = text.replace(/"(failing_since|paused_until|waiting|failures)":("[^"]*"|\w+)/g, '')
        return `${toRouteName(route)} ${String(status)} ${stableText}`
      }),
    )
  }

  it('every route responds to the IDs of another tenant as to IDs that do not exist, and changes nothing', async () => {
    const before = await readVictim()
    const leaks: string[] = []
    for (const route of app.routes.filter(({ url }) => url.includes(':'))) {
      const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      if (!names.some((name) => name in ids)) continue
      const difference = await findDifference((values) => toValidCall(route, values))
      if (difference !== undefined) leaks.push(difference)
    }
    figures.leaks += leaks.length
    expect(leaks).toEqual([])
    expect(await readVictim()).toEqual(before)
  }, 120_000)

  it('no other verb on the path of a foreign resource is accepted', async () => {
    const leaks: string[] = []
    const paths = new Set(
      app.routes.filter(({ url }) => /:\w+_id|:guardrail|:policy/.test(url)).map(({ url }) => url),
    )
    for (const url of isLong ? paths : [...paths].filter((_, index) => index % 4 === 0)) {
      for (const method of VERBS) {
        if (app.routes.some((route) => route.method === method && route.url === url)) continue
        const toCall = (values: Record<string, string>): RouteCall => ({
          name: `${method} ${url}`,
          method,
          path: fillPath(url, values),
          ...(method !== 'GET' && { body: {} }),
        })
        // The last part of some paths, such as `crons`, is an invalid ID (422) for another route.
        const difference = await findDifference(toCall, [404, 422])
        if (difference !== undefined) leaks.push(difference)
      }
    }
    figures.leaks += leaks.length
    expect(leaks).toEqual([])
  }, 120_000)

  it('IDs of another tenant in bodies and query strings refer to nothing', async () => {
    const { thread_id, assistant_id, run_id, dataset_id, eval_id, feedback_id } = ids
    const own = JSON.parse((await send('POST', '/api/v1/datasets', { name: 'own' })).text) as {
      dataset_id: string
    }
    const bodies: [string, object, number][] = [
      ['/api/v1/runs', { thread_id }, 404],
      ['/api/v1/runs', { assistant_id }, 404],
      ['/api/v1/messages', { thread_id, content: 'x' }, 404],
      ['/api/v1/threads', { assistant_id }, 404],
      ['/api/v1/evals', { name: 'e', type: 'heuristic', assistant_id, dataset_id }, 404],
      ['/api/v1/feedback', { run_id, rating: 'positive' }, 404],
      [`/api/v1/datasets/${own.dataset_id}/examples/from_run`, { run_id }, 404],
      [`/api/v1/datasets/${own.dataset_id}/examples/from_feedback`, { feedback_id }, 404],
      ['/api/v1/evals/judge/calibrations', { eval_id, criterion: 'c', human_criterion: 'h' }, 404],
      ['/runs', { assistant_id, input: null }, 404],
      ['/runs/crons', { assistant_id, schedule: '0 0 1 1 *' }, 404],
      ['/api/v1/governance/policies', { name: 'p', guardrails: [`${CANARY}-guardrail`] }, 400],
      ['/api/v1/assistants', { name: 'a', config: { policy: `${CANARY}-policy` } }, 400],
    ]
    const found: unknown[] = []
    for (const [path, body] of bodies) {
      const { status, text } = await send('POST', path, body)
      const missing = await send('POST', path, JSON.parse(normalizeToMissing(JSON.stringify(body), ids)))
      found.push([path, body, status])
      expect([path, missing.status]).toEqual([path, status])
      expect(text.replaceAll(`${CANARY}-guardrail`, '').replaceAll(`${CANARY}-policy`, '')).not.toContain(
        CANARY,
      )
    }
    expect(found).toEqual(bodies)
    expect((await send('GET', `/api/v1/stream?run_id=${String(run_id)}`)).status).toBe(404)
    for (const query of [
      `runs?thread_id=${String(thread_id)}`,
      `runs?assistant_id=${String(assistant_id)}`,
      `feedback?run_id=${String(run_id)}`,
    ]) {
      const { text } = await send('GET', `/api/v1/${query}`)
      expect([query, text.includes(String(run_id)), text.includes(CANARY)]).toEqual([query, false, false])
    }
  })

  it('lists, searches, counts, cursors, metrics and the store show nothing of another tenant', async () => {
    const leaks: string[] = []
    const check = (name: string, text: string): void => {
      if (text.includes(CANARY) || Object.values(ids).some((id) => text.includes(id)))
        leaks.push(`${name}: ${text}`)
    }
    for (const route of app.routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'))) {
      const path = route.url.includes('/messages') ? `${route.url}?thread_id=${MISSING_ID}` : route.url
      check(route.url, (await send('GET', path)).text)
      // A cursor of the other tenant selects nothing of it.
      const page = await send('GET', `${route.url}?limit=1`, undefined, victim)
      const cursor = /"next_cursor":"([^"]+)"/.exec(page.text)?.[1]
      if (cursor !== undefined)
        check(
          `${route.url} with a cursor`,
          (await send('GET', `${route.url}?cursor=${encodeURIComponent(cursor)}`)).text,
        )
    }
    const searches: [string, object][] = [
      ['/threads/search', { metadata: { note: CANARY } }],
      ['/threads/search', { ids: [ids['thread_id']] }],
      ['/threads/count', { metadata: { note: CANARY } }],
      ['/assistants/search', { metadata: { note: CANARY } }],
      ['/assistants/search', { name: CANARY }],
      ['/assistants/count', { metadata: { note: CANARY } }],
      ['/runs/crons/search', { metadata: { note: CANARY } }],
      ['/runs/crons/count', { assistant_id: ids['assistant_id'] }],
      ['/store/items/search', { namespace_prefix: [] }],
      ['/store/namespaces', {}],
    ]
    for (const [path, body] of searches) {
      const { status, text } = await send('POST', path, body)
      expect([path, status, text]).toEqual([path, 200, path.endsWith('/count') ? '0' : text])
      check(path, text)
    }
    const item = await send('GET', `/store/items?namespace=${CANARY}&key=k`)
    expect(item.text).toBe('null')
    await send('DELETE', '/store/items', { namespace: [CANARY], key: 'k' })
    expect((await send('GET', `/store/items?namespace=${CANARY}&key=k`, undefined, victim)).text).toContain(
      CANARY,
    )
    check('/metrics', (await send('GET', '/metrics')).text)
    figures.leaks += leaks.length
    expect(leaks).toEqual([])
  }, 60_000)

  it('an idempotency key of another tenant replays nothing', async () => {
    const keyed = { 'idempotency-key': 'shared-key' }
    const first = await send('POST', '/api/v1/threads', { title: CANARY }, { ...victim, ...keyed })
    const second = await send('POST', '/api/v1/threads', { title: CANARY }, { ...intruder, ...keyed })
    const [one, two] = [first, second].map(({ text }) => JSON.parse(text) as { thread_id: string })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(two?.thread_id).not.toBe(one?.thread_id)
  })

  it('the webhooks of a tenant get no events of another tenant', async () => {
    const webhook = { url: 'https://example.com/hook', events: ['*'] }
    const { webhook_id } = JSON.parse((await send('POST', '/api/v1/webhooks', webhook)).text) as {
      webhook_id: string
    }
    const run = { assistant_id: ids['assistant_id'], input: { message: CANARY } }
    expect((await send('POST', '/runs/wait', run, victim)).status).toBe(200)
    const detail = await send('GET', `/api/v1/webhooks/${webhook_id}`)
    const deliveries = await send('GET', `/api/v1/webhooks/${webhook_id}/deliveries`)
    expect(JSON.parse(detail.text)).toMatchObject({ waiting: 0 })
    expect(JSON.parse(deliveries.text)).toMatchObject({ data: [] })
  })

  it('no request can set the tenant, the status, the ID or the times of a resource', async () => {
    const routes = app.routes.filter(
      ({ method, url }) => method === 'POST' && /^\/api\/v1\/\w+(\/\w+)?$/.test(url.replaceAll('-', '_')),
    )
    const created: string[] = []
    for (const route of routes) {
      const body = { ...(findBody(route) as object), ...FORGED }
      const { status, text } = await send('POST', route.url, body)
      if (status >= 300) continue
      created.push(route.url)
      const record = JSON.parse(text) as Record<string, unknown>
      expect([route.url, record['created_at'], record['id']]).not.toEqual([
        route.url,
        FORGED.created_at,
        record['id'],
      ])
      expect([route.url, record['id'] === MISSING_ID]).toEqual([route.url, false])
      if (typeof record['id'] === 'string')
        for (const list of await Promise.all([send('GET', route.url, undefined, victim)]))
          expect([route.url, list.text.includes(record['id'])]).toEqual([route.url, false])
    }
    expect(created).toEqual(
      expect.arrayContaining([
        '/api/v1/assistants',
        '/api/v1/threads',
        '/api/v1/webhooks',
        '/api/v1/datasets',
      ]),
    )
    const run = await send('POST', '/api/v1/runs', {
      ...FORGED,
      assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca',
    })
    expect(JSON.parse(run.text)).toMatchObject({ status: 'queued' })
  })
})

const normalizeToMissing = (text: string, ids: Record<string, string>): string =>
  Object.values(ids)
    .reduce((result, id) => result.replaceAll(id, MISSING_ID), text)
    .replaceAll(CANARY, 'missing')
