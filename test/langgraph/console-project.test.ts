/** The console beside a project that has its own auth, its own app at `/`, and CORS with credentials. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { buildTestConsole } from '../support/built-console.js'
import { makeTempFolder } from '../support/heddle-process.js'

const OPERATOR = 'operator-of-the-service'
const ORIGIN = 'http://localhost:3000'
const PAGE = { 'sec-fetch-site': 'same-origin', 'x-heddle-console': '1' }
const BROWSER = { accept: 'text/html,*/*;q=0.8' }

const FILES = {
  'auth.mjs': `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'
export const auth = new Auth().authenticate((request) => {
  const [, identity] = /^Bearer user-(\\w+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (identity === undefined) throw new HTTPException(401, { message: 'cookies: ' + request.headers.get('cookie') })
  return { identity, permissions: [] }
})`,
  'app.mjs': `
import { Hono } from 'hono'
export const app = new Hono().get('/', (context) => context.html('<p>the app of the project</p>'))`,
  'graph.mjs': `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ said: Annotation() })
export const graph = new StateGraph(State).addNode('say', () => ({ said: 'hm' })).addEdge(START, 'say').compile()`,
  'langgraph.json': JSON.stringify({
    graphs: { say: './graph.mjs:graph' },
    auth: { path: './auth.mjs:auth' },
    http: {
      app: './app.mjs:app',
      enable_custom_route_auth: false,
      cors: { allow_origins: [ORIGIN], allow_credentials: true, allow_headers: ['*'] },
    },
  }),
}

const startProject = async (env: Record<string, string>): Promise<TestApp> => {
  const folder = makeTempFolder()
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  return startApp({ execute: true, project: folder, consoleFolder: await buildTestConsole(), env })
}

describe('with credentials of the service and of the project', () => {
  let app: TestApp
  let origin: string
  let cookie: string
  beforeAll(async () => {
    app = await startProject({ AUTH_ENABLED: 'true', API_KEYS: OPERATOR })
    origin = await app.listen()
    const response = await app.post('/console/sign-in', { credential: OPERATOR }, PAGE)
    cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  }, 120_000)
  afterAll(() => app.stop())

  it('a session of the service can use the native API and the LangGraph API', async () => {
    const headers = { ...PAGE, cookie }
    expect((await app.get('/api/v1/threads', headers)).status).toBe(200)
    expect((await app.post('/threads/search', {}, headers)).status).toBe(200)
  })

  it('a user of the project cannot sign in', async () => {
    const response = await app.post('/console/sign-in', { credential: 'user-ada' }, PAGE)
    expect([response.status, response.headers['set-cookie']]).toEqual([401, undefined])
    const { status } = await app.post('/threads/search', {}, { authorization: 'Bearer user-ada' })
    expect(status).toBe(200)
  })

  it('a page of an origin with credentials cannot use the cookie, and the project does not see it', async () => {
    const headers = {
      ...PAGE,
      cookie: `theme=dark; ${cookie}; other=1`,
      origin: ORIGIN,
      'sec-fetch-site': 'same-site',
    }
    const preflight = await app.call('OPTIONS', '/threads/search', undefined, {
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers['access-control-allow-credentials']).toBe('true')
    for (const [method, path] of [
      ['GET', '/api/v1/threads'],
      ['POST', '/threads/search'],
    ] as const) {
      const { status, body } = await app.call(method, path, method === 'POST' ? {} : undefined, { headers })
      expect([path, status, body.message]).toEqual([path, 401, 'cookies: theme=dark; other=1'])
    }
    // With an accepted credential of the project, the cookie changes nothing.
    const asUser = { ...headers, authorization: 'Bearer user-ada' }
    expect((await app.post('/threads/search', {}, asUser)).status).toBe(200)
    expect((await app.get('/api/v1/threads', asUser)).status).toBe(403)
  })

  it('the app of the project keeps `/`, and the console is beside it', async () => {
    const root = await fetch(`${origin}/`, { headers: BROWSER, redirect: 'manual' })
    expect([root.status, await root.text()]).toEqual([200, '<p>the app of the project</p>'])
    const page = await fetch(`${origin}/console`, { headers: BROWSER })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('page</i>')])
  })
})

it('without credentials of the service, signing in says what to set', async () => {
  const app = await startProject({})
  const response = await app.post('/console/sign-in', { credential: 'user-ada' }, PAGE)
  expect(response.status).toBe(409)
  expect(response.body.message).toContain('Set AUTH_ENABLED=true and sign in with an API key')
  await app.stop()
}, 120_000)
