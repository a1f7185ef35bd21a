/** The page and the files of the console: headers, encodings, caching, and paths that do not exist. */
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { buildTestConsole, SCRIPT } from '../support/built-console.js'
import { makeTempFolder } from '../support/heddle-process.js'

const JS = '/console/assets/main-BOo42R3f.js'
/** `fetch` would resolve the dots of the path. */
const getVerbatim = async (origin: string, path: string, headers: Record<string, string> = {}) => {
  const { hostname, port } = new URL(origin)
  const outgoing = request({ hostname, port, path, headers }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await incoming.toArray())
  return { status: incoming.statusCode, headers: incoming.headers, body }
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('the files of the console', () => {
  let app: TestApp
  let url: string
  let folder: string
  beforeAll(async () => {
    folder = await buildTestConsole()
    // The files need no credentials, also if everything else does.
    app = await startApp({
      consoleFolder: folder,
      env: { AUTH_ENABLED: 'true', API_KEYS: 'a-key-of-sixteen-bytes' },
    })
    url = await app.listen()
  })
  afterAll(() => app.stop())

  it('every client-side route gets the page with a new nonce and exactly these security headers', async () => {
    const nonces = new Set<string>()
    const paths = [
      '',
      '/',
      '/runs',
      '/runs/0198c9a2?tab=state',
      '/assistants/my.agent',
      '/index.html',
      '/a%2fb',
      '/manifest.json',
    ]
    for (const path of paths) {
      const { status, text, headers } = await app.get(`/console${path}`)
      const [, nonce = ''] = /^<meta name="csp-nonce" nonce="([^"]+)">/.exec(text) ?? []
      nonces.add(nonce)
      expect([path, status, text]).toEqual([
        path,
        200,
        `<meta name="csp-nonce" nonce="${nonce}"><i nonce="${nonce}">page</i>`,
      ])
      expect(Buffer.from(nonce, 'base64').length).toBe(16)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; ` +
          "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['etag']).toBeUndefined()
    }
    expect(nonces.size).toBe(paths.length)
  })

  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
  ])('with Accept-Encoding %s, a file has the encoding %s', async (accepted, encoding) => {
    const { status, headers, body } = await getVerbatim(url, JS, {
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    })
    expect([status, headers['content-encoding']]).toEqual([200, encoding])
    const decode =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes)
    expect(decode(body).toString()).toBe(SCRIPT)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
  })

  it('files without a hash in their name are validated again, small files are not compressed', async () => {
    const robots = await app.get('/console/robots.txt', { 'accept-encoding': 'br' })
    expect(robots).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
    const tiny = await app.get('/console/assets/tiny-AAAAAAAA.css', { 'accept-encoding': 'br' })
    expect([tiny.text, tiny.headers['content-encoding']]).toEqual(['a { b: c }', undefined])
  })

  it('If-None-Match with the ETag of a file gets 304 without a body', async () => {
    const { headers } = await app.get(JS)
    const etag = String(headers['etag'])
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await app.get(JS, { 'if-none-match': value })
      expect([value, response.status, response.text]).toEqual([value, 304, ''])
      expect(response.headers['etag']).toBe(etag)
    }
    expect((await app.get(JS, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('HEAD has the headers of GET and no body', async () => {
    for (const path of ['/console', '/console/runs', JS]) {
      const [get, head] = [await app.get(path), await app.call('HEAD', path)]
      expect([path, head.status, head.text]).toEqual([path, 200, ''])
      for (const name of ['content-type', 'cache-control', 'content-length', 'etag'])
        expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]])
    }
  })

  it.each([
    '/console/assets/missing-00000000.js',
    '/console/assets/main-BOo42R3f.js/',
    '/console/assets/',
    '/console/assets/main-BOo42R3f.js.br',
    '/console/assets/../files.json',
    '/console/assets/%2e%2e/files.json',
    '/console/assets/..%2ffiles.json',
    '/console/assets/..%5cfiles.json',
    '/console/assets/../../secret.txt',
    '/console/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/console/assets/%00main-BOo42R3f.js',
    '/console/assets/__proto__',
  ])('%s is a 404 and no file', async (path) => {
    const { status, body } = await getVerbatim(url, path)
    expect([status, body.toString()]).toEqual([404, expect.stringContaining('does not exist')])
  })

  it.each([
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/....//secret.txt',
    '/console//etc/passwd',
    '/console/constructor',
    '/console/files.json',
  ])('%s gets the page or a 404, and nothing else', async (path) => {
    const { status, body } = await getVerbatim(url, path)
    expect(body.toString()).not.toContain('outside of the console')
    expect(body.toString()).not.toContain('content_type')
    expect([200, 401, 404]).toContain(status)
    if (status === 200) expect(body.toString()).toContain('page</i>')
  })

  it('a browser that opens / is redirected, and API clients get the reference as before', async () => {
    const redirected = await app.get('/', BROWSER)
    expect(redirected).toMatchObject({
      status: 302,
      headers: { location: '/console', 'cache-control': 'no-store', vary: 'accept' },
    })
    for (const accept of [undefined, '*/*', 'application/json']) {
      const response = await app.get('/', accept === undefined ? {} : { accept })
      expect([accept, response.status]).toEqual([accept, 200])
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  it('after another build, files that are gone are a 404 and the new list is used', async () => {
    const own = await buildTestConsole()
    const rebuilt = await startApp({ consoleFolder: own })
    expect((await rebuilt.get(JS)).status).toBe(200)
    rmSync(join(own, 'assets/main-BOo42R3f.js'))
    writeFileSync(join(own, 'files.json'), '{}')
    expect((await rebuilt.get(JS)).status).toBe(404)
    expect((await rebuilt.get('/console/robots.txt')).headers['content-type']).toBe(
      'text/html; charset=utf-8',
    )
    await rebuilt.stop()
  })
})

it('the files are not read before the first visit', async () => {
  const folder = makeTempFolder()
  const app = await startApp({ consoleFolder: folder })
  const missing = await app.get('/console')
  expect(missing).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(missing.text).toContain('<pre>npm run build</pre>')
  expect(missing.headers['content-security-policy']).toContain("default-src 'none'")
  // The console can be built while the service runs.
  writeFileSync(join(folder, 'index.html'), 'built')
  writeFileSync(join(folder, 'files.json'), '{}')
  expect(await app.get('/console')).toMatchObject({ status: 200, text: 'built' })
  await app.stop()
})

it('with CONSOLE=off nothing of the console exists, with and without authentication', async () => {
  for (const AUTH_ENABLED of ['true', 'false']) {
    const env = { CONSOLE: 'off', AUTH_ENABLED, API_KEYS: 'a-key-of-sixteen-bytes' }
    const app = await startApp({ consoleFolder: await buildTestConsole(), env })
    for (const path of ['/console', '/console/runs', JS]) {
      const response = await app.get(path, BROWSER)
      expect([path, response.status, response.body?.error]).toEqual([path, 404, 'resource_not_found'])
    }
    const headers = { 'x-heddle-console': '1' }
    expect((await app.post('/console/sign-in', { credential: 'x' }, headers)).status).toBe(404)
    expect((await app.get('/', BROWSER)).status).toBe(200)
    expect((await app.get('/info')).body).toMatchObject({ console: false, can_crash: false })
    await app.stop()
  }
})

it('GET /info says that the console is on', async () => {
  const app = await startApp()
  expect((await app.get('/info')).body).toMatchObject({ console: true, can_crash: false })
  await app.stop()
})
