/** Invalid JSON bodies. Both databases are tested, because neither may accept what one of them cannot store. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, createTestDatabase, type TestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { sendRawRequest } from '../support/raw-http.js'
import { expectRefusal, expectUnharmed, request } from './expect-refusal.js'

/** The body as a whole has this depth. */
const nestedBody = (depth: number): string =>
  `{"metadata":${'{"a":'.repeat(depth - 2)}{}${'}'.repeat(depth - 2)}}`

const bytesAsTitle = (...bytes: number[]): Buffer =>
  Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')])

const withContentType = (type: string, body: string | Buffer = '{}') =>
  request(body, { headers: [`Content-Type: ${type}`] })

const REFUSED: [string, Buffer][] = [
  ['that is cut off', request('{"title":')],
  ['of white space', request(' ')],
  ['that is an array', request('[]')],
  ['that is null', request('null')],
  ['with something after it', request('{} {}')],
  ['nested 101 levels deep', request(nestedBody(101))],
  ['nested half a million levels deep', request(`{"metadata":${'['.repeat(5e5)}${']'.repeat(5e5)}}`)],
  ['of a million opening brackets', request('['.repeat(1e6))],
  ['with the key __proto__', request('{"metadata":{"__proto__":{"x":1}}}')],
  ['with the key __proto__ at the top', request('{"__proto__":{"x":1}}')],
  ['with the key __proto__ in escaped form', request('{"metadata":{"\\u005f_proto__":{"x":1}}}')],
  ['with the key constructor.prototype', request('{"metadata":{"constructor":{"prototype":{"x":1}}}}')],
  ['with half a surrogate pair in metadata', request('{"metadata":{"a":["\\ud800"]}}')],
  ['with half a surrogate pair in a key of metadata', request('{"metadata":{"\\udc00":1}}')],
  ['with NUL in metadata', request('{"metadata":{"a":"\\u0000"}}')],
  ['with NUL in a title', request('{"title":"\\u0000"}')],
  ['with half a surrogate pair in a title', request('{"title":"\\udfff"}')],
  ['with NUL in a name', request('{"name":"\\u0000"}', { path: '/api/v1/assistants' })],
  ['with a control character in a text', request('{"title":"\u0001"}')],
  ['with the number 1e400', request('{"metadata":{"a":1e400}}')],
  ['with the number -1E+999', request('{"metadata":{"a":-1E+999}}')],
  ['with a number of 400 digits', request(`{"metadata":{"a":${'9'.repeat(400)}}}`)],
  ['with a number of 300 digits times 1e50', request(`{"metadata":{"a":${'9'.repeat(300)}e50}}`)],
  ['with bytes that are not UTF-8', request(bytesAsTitle(0xff, 0xfe))],
  ['with an overlong encoding of NUL', request(bytesAsTitle(0xc0, 0x80))],
  ['with a surrogate as bytes', request(bytesAsTitle(0xed, 0xa0, 0x80))],
  ['without a content type', request('{}', { headers: [] })],
  ['of the content type text/plain', withContentType('text/plain')],
  [
    'of the type application/x-www-form-urlencoded',
    withContentType('application/x-www-form-urlencoded', 'title=a'),
  ],
  ['of the type multipart/form-data', withContentType('multipart/form-data; boundary=x', '--x--\r\n')],
  ['with an invalid content type', withContentType(';;;')],
  [
    'that is compressed',
    request(gzipSync('{}'), { headers: ['Content-Type: application/json', 'Content-Encoding: gzip'] }),
  ],
]

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let database: TestDatabase
  let heddle: Heddle
  beforeAll(async () => {
    database = await createTestDatabase(databaseKind)
    heddle = await startHeddle({ databaseUrl: database.url })
  })
  afterAll(async () => {
    await expectUnharmed(heddle)
    expect((await heddle.stop()).code).toBe(0)
    await database.drop()
  })

  describe('refused bodies', () => {
    it.each(REFUSED)('a body %s is refused', async (_, bytes) => {
      await expectRefusal(heddle, bytes, 400)
    })
  })

  describe('accepted bodies', () => {
    const create = async (body: string): Promise<Record<string, unknown>> => {
      const response = await sendRawRequest(heddle.port, request(body))
      expect(response.status).toBe(201)
      const thread = JSON.parse(response.body) as Record<string, unknown>
      const url = `${heddle.url}/api/v1/threads/${thread['thread_id']}`
      expect(await (await fetch(url)).json()).toEqual(thread)
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(200)
      return thread
    }

    it('a body nested 100 levels deep is stored unchanged', async () => {
      const body = nestedBody(100)
      const { metadata } = await create(body)
      expect(JSON.stringify({ metadata })).toBe(body)
    })

    it('of a repeated key, the last value counts', async () => {
      expect(await create('{"title":"first","title":"last"}')).toMatchObject({ title: 'last' })
    })

    it('keys that only look dangerous are stored', async () => {
      const metadata = { constructor: 'c', prototype: 'p', toString: 't', hasOwnProperty: 'h' }
      expect(await create(JSON.stringify({ metadata }))).toMatchObject({ metadata })
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    })

    it('the largest and smallest numbers are stored', async () => {
      const metadata = { most: Number.MAX_VALUE, least: 5e-324, exact: Number.MAX_SAFE_INTEGER, none: 1e-400 }
      expect(await create(JSON.stringify({ metadata }))).toMatchObject({ metadata })
    })
  })
})
