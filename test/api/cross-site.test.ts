import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

type Headers = Record<string, string>

/** The headers of a browser for a request from a page of this origin. */
const fromPage = (origin: string, site: string): Headers => ({ origin, 'sec-fetch-site': site })

const FOREIGN: [string, Headers][] = [
  ['of a foreign site', fromPage('https://evil.example', 'cross-site')],
  ['of a foreign site in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
  ['of a foreign site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['of a sandboxed frame', fromPage('null', 'cross-site')],
  ['of another subdomain of the site', fromPage('https://evil.example', 'same-site')],
  ['of another subdomain that hides its origin', { 'sec-fetch-site': 'same-site' }],
  ['of a page whose host begins like ours', fromPage('https://localhost.evil.example', 'cross-site')],
]

const TRUSTED: [string, Headers][] = [
  ['of a client that is not a browser', {}],
  ['of our own page', fromPage('http://localhost', 'same-origin')],
  ['of our own page in a browser without Sec-Fetch-Site', { origin: 'http://localhost' }],
  ['of our own page behind a proxy that changes the host', fromPage('https://agents.example', 'same-origin')],
  ['that the user typed into the browser', { 'sec-fetch-site': 'none' }],
  ['of a local development server', fromPage('http://localhost:3000', 'same-site')],
  ['of LangGraph Studio', fromPage('https://smith.langchain.com', 'cross-site')],
  ['of Agent Chat UI', fromPage('https://agentchat.vercel.app', 'cross-site')],
  // A page needs a preflight for this header, and the preflight of a foreign origin fails.
  [
    'of a proxy that forwards the headers of a browser with an API key',
    { origin: 'https://app.example', 'x-api-key': 'k' },
  ],
]

describe('a service without authentication', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  const countThreads = async (): Promise<number> =>
    (await app.get('/api/v1/threads?limit=100')).body.data.length as number

  it.each(FOREIGN)('a POST without a body %s creates no thread', async (_, headers) => {
    const before = await countThreads()
    for (const path of ['/api/v1/threads', '/threads']) {
      const { status, body } = await app.call('POST', path, undefined, { headers })
      expect([path, status]).toEqual([path, 403])
      expect(body.message ?? body.detail).toMatch(/CORS_ORIGINS/)
    }
    expect(await countThreads()).toBe(before)
  })

  it.each(TRUSTED)('a POST without a body %s creates a thread', async (_, headers) => {
    expect((await app.call('POST', '/api/v1/threads', undefined, { headers })).status).toBe(201)
    expect((await app.call('POST', '/threads', undefined, { headers })).status).toBe(200)
  })

  it('a form of a foreign site is rejected on every method, and pages may still be opened from links', async () => {
    const headers = fromPage('https://evil.example', 'cross-site')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await app.call(method, '/store/items', undefined, { headers })
      expect([method, response.status]).toEqual([method, 403])
    }
    expect((await app.get('/docs', headers)).status).toBe(200)
    expect((await app.get('/ok', headers)).status).toBe(200)
  })
})

it('origins of CORS_ORIGINS are trusted, and no others', async () => {
  const app = await startApp({ env: { CORS_ORIGINS: 'https://app.example' } })
  const post = async (origin: string) =>
    (await app.call('POST', '/threads', undefined, { headers: fromPage(origin, 'cross-site') })).status
  expect(await post('https://app.example')).toBe(200)
  expect(await post('https://smith.langchain.com')).toBe(403)
  await app.stop()
})

it('with authentication, a request with a key is accepted from any site and one without a key is unauthorized', async () => {
  const key = 'a-key-of-sixteen-bytes'
  const app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: key } })
  const headers = fromPage('https://evil.example', 'cross-site')
  expect((await app.post('/threads', {}, { ...headers, 'x-api-key': key })).status).toBe(200)
  expect((await app.call('POST', '/threads', undefined, { headers })).status).toBe(401)
  await app.stop()
})
