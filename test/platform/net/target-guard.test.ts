import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { describeFetchError } from '../../../src/platform/net/fetch-error.js'
import type { Resolve } from '../../../src/platform/net/guarded-connector.js'
import { makeGuardedFetch } from '../../../src/platform/net/guarded-fetch.js'
import { pollOptions, startTcpServer, startHttpServer } from '../../support/recording-servers.js'

const started: { stop: () => Promise<unknown> }[] = []
const stopAfterTest = <T extends { stop: () => Promise<unknown> }>(server: T): T => {
  started.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
})

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, callback) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

/** Returns one address on the first read (the check) and another on later reads (the connection). */
const resolvesFirstTo =
  (first: string, then: string): Resolve =>
  (_hostname, _options, callback) => {
    let reads = 0
    const resolved = {
      get address() {
        return reads++ === 0 ? first : then
      },
      family: 4,
    }
    callback(null, [resolved])
  }

const makeStrictFetch = (resolve?: Resolve) =>
  makeGuardedFetch({ allowPrivate: false, ...(resolve !== undefined && { resolve }) })

const OPENSSL = 'openssl'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((known) => known?.address === '::1')

describe('forbidden targets', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '2130706433',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    'LOCALHOST',
  ])('a server at http://%s sees no connection', async (host) => {
    const target = stopAfterTest(await startTcpServer())
    await expect(makeStrictFetch()(`http://${host}:${target.port}/`)).rejects.toMatchObject({
      name: 'TargetRefused',
    })
    expect(target.stats()).toEqual({ connections: 0, bytes: 0 })
  })

  it.skipIf(!hasIpv6).each(['[::1]', '[::]', '[0:0:0:0:0:0:0:1]'])(
    'a server at http://%s sees no connection',
    async (host) => {
      const target = stopAfterTest(await startTcpServer('::1'))
      await expect(makeStrictFetch()(`http://${host}:${target.port}/`)).rejects.toMatchObject({
        name: 'TargetRefused',
      })
      expect(target.stats()).toEqual({ connections: 0, bytes: 0 })
    },
  )

  it.each([
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '168.63.129.16',
    '[64:ff9b::a9fe:a9fe]',
  ])('http://%s is refused even if private addresses are allowed', async (host) => {
    const fetch = makeGuardedFetch({ allowPrivate: true })
    await expect(fetch(`http://${host}/latest/meta-data`)).rejects.toMatchObject({ name: 'TargetRefused' })
  })

  it('a name that resolves to a private address is refused without a connection', async () => {
    const target = stopAfterTest(await startTcpServer())
    const fetch = makeStrictFetch(resolvesTo('127.0.0.1', '::1'))
    await expect(fetch(`http://innocent.example:${target.port}/`)).rejects.toThrow(
      /innocent\.example is a private or loopback address/,
    )
    expect(target.stats().connections).toBe(0)
  })

  it('only the allowed addresses of a name are used', async () => {
    const server = stopAfterTest(await startHttpServer((_, response) => response.end('hello')))
    const fetch = makeGuardedFetch({
      allowPrivate: true,
      resolve: resolvesTo('169.254.169.254', '127.0.0.1'),
    })
    expect(await (await fetch(`http://mixed.example:${server.port}/`)).text()).toBe('hello')
  })

  it.each(['http', 'https'])(
    'a name that resolves to another address after the check receives no byte over %s',
    async (scheme) => {
      const target = stopAfterTest(await startTcpServer())
      const fetch = makeStrictFetch(resolvesFirstTo('8.8.8.8', '127.0.0.1'))
      await expect(fetch(`${scheme}://rebinding.example:${target.port}/`)).rejects.toMatchObject({
        name: 'TargetRefused',
        host: 'rebinding.example',
      })
      expect(target.stats()).toEqual({ connections: 1, bytes: 0 })
    },
  )

  it.each([
    ['file:///etc/passwd', /uses file:/],
    ['gopher://127.0.0.1/', /uses gopher:/],
    ['data:text/plain,hello', /uses data:/],
    ['http://user:secret@127.0.0.1/', /credentials in its URL/],
    ['http://user@127.0.0.1/', /credentials in its URL/],
    ['not a url', /is not a URL/],
  ])('%s is refused and its secrets are not repeated', async (url, reason) => {
    const failed = await makeGuardedFetch({ allowPrivate: true })(url).catch(
      (error: unknown) => error as Error,
    )
    expect(failed).toMatchObject({ name: 'TargetRefused', message: expect.stringMatching(reason) as string })
    expect((failed as Error).message).not.toContain('secret')
  })
})

describe('redirects', () => {
  it('are returned to the caller', async () => {
    const target = stopAfterTest(await startTcpServer())
    const server = stopAfterTest(
      await startHttpServer((_, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
      ),
    )
    const response = await makeGuardedFetch({ allowPrivate: true })(server.url, { method: 'POST', body: 'x' })
    expect(response.status).toBe(307)
    expect(target.stats().connections).toBe(0)
  })

  it('that a caller follows are checked by the same rules', async () => {
    const server = stopAfterTest(
      await startHttpServer((_, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      ),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true })
    await expect(fetch(server.url, { redirect: 'follow' })).rejects.toMatchObject({
      name: 'TargetRefused',
      host: '169.254.169.254',
    })
  })
})

describe('limits', () => {
  it('a response can be as large as the limit and not a byte larger', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url }, response) => response.end('x'.repeat(Number(url.slice(1))))),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true, maxResponseBytes: 100_000 })
    expect((await (await fetch(`${server.url}/100000`)).text()).length).toBe(100_000)
    await expect(fetch(`${server.url}/100001`).then((r) => r.text())).rejects.toMatchObject({
      name: 'ResponseTooLarge',
      message: 'the response is larger than 100000 bytes',
    })
  })

  it('the connection of an endless response is closed', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ hungUp }, response) => {
        const more = () => {
          while (response.write('x'.repeat(16_384)));
        }
        response.on('drain', more)
        void hungUp.then(() => response.off('drain', more))
        more()
      }),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true, maxResponseBytes: 50_000 })
    await expect(fetch(server.url).then((r) => r.text())).rejects.toMatchObject({ name: 'ResponseTooLarge' })
    await server.requests[0]!.hungUp
  })

  it('a small compressed response that decompresses to a large one is rejected', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const server = stopAfterTest(
      await startHttpServer((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      ),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true })
    await expect(fetch(server.url).then((r) => r.text())).rejects.toMatchObject({ name: 'ResponseTooLarge' })
    expect(bomb.length).toBeLessThan(100_000)
  })

  it('a server that never responds and one that sends its body slowly run into the timeout', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url, hungUp }, response) => {
        if (url === '/silent') return
        const drip = setInterval(() => response.write('.'), 20)
        void hungUp.then(() => clearInterval(drip))
      }),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true, timeoutMs: 200 })
    await expect(fetch(`${server.url}/silent`)).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(fetch(`${server.url}/drip`).then((r) => r.text())).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await Promise.all(server.requests.map(({ hungUp }) => hungUp))
  })

  it('an event stream can last longer than the timeout', async () => {
    const server = stopAfterTest(
      await startHttpServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        let left = 8
        const drip = setInterval(() => {
          response.write('data: x\n\n')
          if (--left === 0) {
            clearInterval(drip)
            response.end()
          }
        }, 200)
      }),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true, timeoutMs: 1000 })
    expect((await (await fetch(server.url)).text()).match(/data/g)).toHaveLength(8)
  })

  it('the signal of the caller aborts the request, before the response and during it', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url }, response) => url === '/started' && response.write('one')),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true })
    const reason = new Error('enough')
    for (const path of ['/silent', '/started']) {
      const abort = new AbortController()
      const text = fetch(server.url + path, { signal: abort.signal }).then((r) => r.text())
      await expect.poll(() => server.requests.at(-1)?.url, pollOptions).toBe(path)
      abort.abort(reason)
      await expect(text).rejects.toBe(reason)
      await server.requests.at(-1)!.hungUp
    }
  })
})

describe('allowed requests', () => {
  it('a request arrives unchanged, also if it is a Request object', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ body }, response) => response.setHeader('x-a', 'b').end(body)),
    )
    const fetch = makeGuardedFetch({ allowPrivate: true })
    const init = { method: 'PUT', headers: new Headers({ 'x-own': '1' }), body: 'payload' }
    for (const response of [
      await fetch(`${server.url}/p?q=1`, init),
      await fetch(new Request(`${server.url}/p?q=1`, init)),
    ]) {
      expect(response).toBeInstanceOf(Response)
      expect(response.url).toBe(`${server.url}/p?q=1`)
      expect(response.headers.get('x-a')).toBe('b')
      expect(await response.text()).toBe('payload')
    }
    expect(server.requests.map(({ method, url, headers }) => [method, url, headers['x-own']])).toEqual([
      ['PUT', '/p?q=1', '1'],
      ['PUT', '/p?q=1', '1'],
    ])
  })

  it.skipIf(spawnSync(OPENSSL, ['version']).status !== 0)(
    'https works, and a self-signed certificate is rejected with a message',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tls-'))
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      const opensslArgs =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=tls.example'
      spawnSync(OPENSSL, [...opensslArgs.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
      const server = createTlsServer(
        { key: readFileSync(key), cert: readFileSync(cert) },
        (request, response) => {
          response.end(`hello ${request.headers.host ?? ''}`)
        },
      )
      rmSync(folder, { recursive: true })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      stopAfterTest({ stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) })
      const { port } = server.address() as AddressInfo
      const fetch = makeGuardedFetch({ allowPrivate: true, resolve: resolvesTo('127.0.0.1') })
      const refused = await fetch(`https://tls.example:${port}/`).catch((error: unknown) => error)
      expect(describeFetchError(refused)).toBe('request failed (DEPTH_ZERO_SELF_SIGNED_CERT)')
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
      try {
        expect(await (await fetch(`https://tls.example:${port}/`)).text()).toBe(`hello tls.example:${port}`)
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      }
    },
  )

  it('network errors have readable messages', async () => {
    const target = await startTcpServer()
    await target.stop()
    const fetch = makeGuardedFetch({ allowPrivate: true, resolve: resolvesTo('127.0.0.1', '::1') })
    for (const host of ['127.0.0.1', 'several.example']) {
      const failed = await fetch(`http://${host}:${target.port}/`).catch((error: unknown) => error)
      expect(describeFetchError(failed)).toBe('connection refused')
    }
    const unknown = await makeGuardedFetch({ allowPrivate: true })('http://no.such.name.invalid/').catch(
      (error: unknown) => error,
    )
    expect(describeFetchError(unknown)).toBe('host name does not resolve')
    expect(describeFetchError(new TypeError('invalid header value "secret"'))).toBe('request failed')
  })
})
