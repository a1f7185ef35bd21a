/** Malformed HTTP requests: each is refused with a regular error response and has no effect. */
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

/** A POST with the given framing headers and the given bytes after the head. */
const withFraming = (framing: string[], body: string): string =>
  [
    'POST /api/v1/threads HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    ...framing,
    '',
    body,
  ].join('\r\n')

describe('request lines', () => {
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
  ])('a request line %s is refused', async (_, bytes) => {
    await expectRefusal(heddle, bytes, 400)
  })

  it.each(['PUT', 'PROPFIND', 'TRACE', 'SEARCH'])(
    'a request with the method %s, which no route has, is refused',
    async (method) => {
      await expectRefusal(heddle, request('', { method, headers: [] }), 404)
    },
  )

  it('a CONNECT request is refused', async () => {
    await expectRefusal(heddle, 'CONNECT example.com:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400)
  })
})

describe('paths', () => {
  it.each([
    ['with an incomplete UTF-8 character', '/api/v1/threads/%E0%A4%A', 404],
    ['with invalid escapes', '/api/v1/threads/%zz', 404],
    ['with bytes that are not UTF-8', '/api/v1/threads/%ff', 404],
    ['with an escaped NUL', '/api/v1/threads/%00', 404],
    ['that traverses directories', '/api/v1/threads/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['with an empty segment', '//api/v1/threads', 404],
    ['that is very long', `/${'a'.repeat(10_000)}`, 404],
    ['that is longer than headers may be', `/${'a'.repeat(20_000)}`, 400],
    ['with an invalid query', '/api/v1/threads?limit=%zz', 400],
    ['with a parameter given twice', '/api/v1/threads?limit=1&limit=2', 400],
    ['with a NUL in its cursor', '/api/v1/threads?cursor=%00', 400],
  ])('a path %s is refused', async (_, path, status) => {
    await expectRefusal(heddle, get(path), status)
  })

  it('a very long id is refused, and the response does not repeat it', async () => {
    const { body } = await expectRefusal(heddle, get(`/api/v1/threads/${'a'.repeat(10_000)}`), 404)
    expect(body.length).toBeLessThan(1_000)
  })
})

describe('headers', () => {
  it.each([
    ['of 64 kB', get('/ok', `X-A: ${'a'.repeat(65_536)}`)],
    ['without a colon', get('/ok', 'no colon')],
    ['with a space in the name', get('/ok', 'X A: b')],
    ['continued on the next line', get('/ok', 'X-A: b\r\n c')],
    ['with a NUL', get('/ok', 'X-A: a\0b')],
    ['with a carriage return', get('/ok', 'X-A: a\rX-B: c')],
    ['with a control character', get('/ok', 'X-Request-Id: a\x7fb')],
    ['missing for the host', Buffer.from('GET /ok HTTP/1.1\r\n\r\n')],
    ['for idempotency that contains spaces', withIdempotencyKeys('a b')],
    ['for idempotency that is too long', withIdempotencyKeys('k'.repeat(256))],
    ['for idempotency given twice', withIdempotencyKeys('a', 'b')],
  ])('a request with a header %s is refused', async (_, bytes) => {
    await expectRefusal(heddle, bytes, 400)
  })

  it('an unknown Expect header is ignored', async () => {
    const headers = ['Content-Type: application/json', 'Expect: the-unexpected']
    await expectRefusal(heddle, request('[]', { headers }), 400)
  })

  it('an invalid X-Request-Id is not echoed in the response', async () => {
    const { headers } = await sendRawRequest(heddle.port, get('/nowhere', 'X-Request-Id: a b; Set-Cookie: c'))
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })
})

function withIdempotencyKeys(...keys: string[]): Buffer {
  const lines = keys.map((key) => `Idempotency-Key: ${key}`)
  return request('{}', { headers: ['Content-Type: application/json', ...lines] })
}

describe('framing of bodies', () => {
  const chunked = 'Transfer-Encoding: chunked'
  it.each([
    ['with a chunk without a length', [chunked], 'ZZ\r\n{}\r\n0\r\n\r\n'],
    ['with a chunk that is longer than it says', [chunked], '2\r\n{}XX\r\n0\r\n\r\n'],
    ['with a chunk of more bytes than there can be', [chunked], 'FFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n'],
    ['with a chunk with 20 kB of extensions', [chunked], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
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
  ])('a body %s is refused', async (_, framing, body) => {
    await expectRefusal(heddle, withFraming(framing, body), 400, { halfClose: true })
  })

  it('bytes after a badly framed body are not read as a request', async () => {
    const smuggled = request('{"title":"smuggled"}').toString()
    const both = withFraming(['Content-Length: 5', chunked], `0\r\n\r\n${smuggled}`)
    await expectRefusal(heddle, both, 400)
    await expectUnharmed(heddle)
  })
})

describe('bodies over the limit', () => {
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

  it('a body whose Content-Length exceeds the limit is refused before it is sent', async () => {
    await expectRefusal(heddle, withFraming(['Content-Length: 1048577'], ''), 400)
  })

  it.each([
    ['with a length', ['Content-Length: 268435456'], mebibyte],
    ['in chunks', ['Transfer-Encoding: chunked'], chunk],
  ])('a body of 256 MiB that is streamed %s is refused and takes no memory', async (_, framing, part) => {
    const before = await memory()
    for (let attempt = 0; attempt < 5; attempt++) {
      await expectRefusal(heddle, chunks(withFraming(framing, ''), part, 256), 400)
    }
    expect((await memory()) - before).toBeLessThan(50_000_000)
  })

  it('a large body gets a response that an ordinary client can read', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.alloc(20_000_000, ' ')
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await fetch(`${heddle.url}/api/v1/threads`, { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
    }
  })
})
