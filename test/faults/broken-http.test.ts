/** Requests that are not the HTTP they should be: each is refused in the usual form, and harms nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { sendRawRequest } from '../support/raw-http.js'
import { expectRefusal, expectUnharmed, request } from './expect-refusal.js'

let heddle: Heddle
beforeAll(async () => {
  heddle = await startHeddle()
})
afterAll(async () => {
  await expectUnharmed(heddle)
  expect((await heddle.stop()).code).toBe(0)
})

const get = (path: string, ...headers: string[]): Buffer =>
  Buffer.from([`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'), 'latin1')

/** A POST whose head is complete but for its framing, which is given, as is all that follows it. */
const withFraming = (framing: string[], body: string): string =>
  [
    'POST /api/v1/threads HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    ...framing,
    '',
    body,
  ].join('\r\n')

describe('a request line is refused', () => {
  it.each([
    ['without a method', 'GARBAGE\r\n\r\n'],
    ['with an unknown method', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['with a method in small letters', 'get /ok HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['with a version that does not exist', 'GET /ok HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['with a space in the path', 'GET /api/v1/threads/a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['with a letter that is not ASCII', 'GET /api/v1/threads/é HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['that ends with a bare line feed', 'GET /ok HTTP/1.1\nHost: localhost\n\n'],
    ['that begins a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex')],
  ])('%s', async (_, bytes) => {
    await expectRefusal(heddle, bytes, 400)
  })

  it.each(['PUT', 'PROPFIND', 'TRACE', 'SEARCH'])(
    'with the method %s, which no route has',
    async (method) => {
      await expectRefusal(heddle, request('', { method, headers: [] }), 404)
    },
  )

  it('with CONNECT, because this is no proxy', async () => {
    await expectRefusal(heddle, 'CONNECT example.com:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400)
  })
})

describe('a path is refused', () => {
  it.each([
    ['with half a letter in it', '/api/v1/threads/%E0%A4%A', 404],
    ['with escapes that are none', '/api/v1/threads/%zz', 404],
    ['with bytes that are no UTF-8', '/api/v1/threads/%ff', 404],
    ['with an escaped NUL', '/api/v1/threads/%00', 404],
    ['that climbs out', '/api/v1/threads/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['with an empty part', '//api/v1/threads', 404],
    ['that is very long', `/${'a'.repeat(10_000)}`, 404],
    ['that is longer than headers may be', `/${'a'.repeat(20_000)}`, 400],
    ['with a query that is none', '/api/v1/threads?limit=%zz', 400],
    ['with a parameter given twice', '/api/v1/threads?limit=1&limit=2', 400],
    ['with a NUL in its cursor', '/api/v1/threads?cursor=%00', 400],
  ])('%s', async (_, path, status) => {
    await expectRefusal(heddle, get(path), status)
  })

  it('with an id that is very long, without repeating it', async () => {
    const { body } = await expectRefusal(heddle, get(`/api/v1/threads/${'a'.repeat(10_000)}`), 404)
    expect(body.length).toBeLessThan(1_000)
  })
})

describe('headers are refused', () => {
  it.each([
    ['of 64 kB', get('/ok', `X-A: ${'a'.repeat(65_536)}`)],
    ['without a colon', get('/ok', 'no colon')],
    ['with a space in the name', get('/ok', 'X A: b')],
    ['continued on the next line', get('/ok', 'X-A: b\r\n c')],
    ['with a NUL', get('/ok', 'X-A: a\0b')],
    ['with a carriage return', get('/ok', 'X-A: a\rX-B: c')],
    ['with a control character', get('/ok', 'X-Request-Id: a\x7fb')],
    ['without a Host', Buffer.from('GET /ok HTTP/1.1\r\n\r\n')],
    ['with a key of idempotency that has spaces', withIdempotencyKeys('a b')],
    ['with a key of idempotency that is too long', withIdempotencyKeys('k'.repeat(256))],
    ['with two keys of idempotency', withIdempotencyKeys('a', 'b')],
  ])('%s', async (_, bytes) => {
    await expectRefusal(heddle, bytes, 400)
  })

  it('but not for expecting something unusual', async () => {
    const headers = ['Content-Type: application/json', 'Expect: the-unexpected']
    await expectRefusal(heddle, request('[]', { headers }), 400)
  })

  it('and never echoed into the answer as they came', async () => {
    const { headers } = await sendRawRequest(heddle.port, get('/nowhere', 'X-Request-Id: a b; Set-Cookie: c'))
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })
})

function withIdempotencyKeys(...keys: string[]): Buffer {
  const lines = keys.map((key) => `Idempotency-Key: ${key}`)
  return request('{}', { headers: ['Content-Type: application/json', ...lines] })
}

describe('the framing of a body is refused', () => {
  const chunked = 'Transfer-Encoding: chunked'
  it.each([
    ['as a chunk without a length', [chunked], 'ZZ\r\n{}\r\n0\r\n\r\n'],
    ['as a chunk that is longer than it says', [chunked], '2\r\n{}XX\r\n0\r\n\r\n'],
    ['as a chunk of more bytes than there can be', [chunked], 'FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'],
    ['as a chunk with 20 kB of extensions', [chunked], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ['with a length and chunks', ['Content-Length: 2', chunked], '0\r\n\r\n'],
    ['with chunks and a length', [chunked, 'Content-Length: 2'], '0\r\n\r\n'],
    ['with an encoding that hides chunks', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['with chunks below another encoding', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
    ['with two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{}'],
    ['with a negative length', ['Content-Length: -2'], '{}'],
    ['with a length in words', ['Content-Length: two'], '{}'],
    ['with a length that no number holds', ['Content-Length: 99999999999999999999'], '{}'],
    ['with fewer bytes than declared', ['Content-Length: 10'], '{}'],
    ['with a last chunk missing', [chunked], '2\r\n{}\r\n'],
  ])('%s', async (_, framing, body) => {
    await expectRefusal(heddle, withFraming(framing, body), 400, { halfClose: true })
  })

  it('and what follows it on the connection is not taken for a request', async () => {
    const smuggled = request('{"title":"smuggled"}').toString()
    const both = withFraming(['Content-Length: 5', chunked], `0\r\n\r\n${smuggled}`)
    await expectRefusal(heddle, both, 400)
    await expectUnharmed(heddle)
  })
})

describe('a body over the limit is refused', () => {
  const mebibyte = Buffer.alloc(1_048_576, 'a')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), mebibyte, Buffer.from('\r\n')])

  const chunks = function* (head: string, part: Buffer, count: number) {
    yield head
    for (let index = 0; index < count; index++) yield part
  }
  const memory = async (): Promise<number> => {
    const text = await (await fetch(`${heddle.url}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
  }

  it('when its length says so, before it is sent', async () => {
    await expectRefusal(heddle, withFraming(['Content-Length: 1048577'], ''), 400)
  })

  it.each([
    ['with a length', ['Content-Length: 268435456'], mebibyte],
    ['in chunks', ['Transfer-Encoding: chunked'], chunk],
  ])('while 256 MiB of it are streamed %s, and takes no memory', async (_, framing, part) => {
    const before = await memory()
    for (let attempt = 0; attempt < 5; attempt++) {
      await expectRefusal(heddle, chunks(withFraming(framing, ''), part, 256), 400)
    }
    expect((await memory()) - before).toBeLessThan(50_000_000)
  })

  it('in a form that an ordinary client reads, however large it is', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.alloc(20_000_000, ' ')
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await fetch(`${heddle.url}/api/v1/threads`, { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
    }
  })
})
