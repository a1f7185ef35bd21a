import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

describe('invalid input', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(async () => {
    // No rejected request has created a thread.
    expect((await app.get('/api/v1/threads')).body.data).toEqual([])
    await app.stop()
  })

  const nested = (levels: number) => `{"metadata":{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`

  it.each([
    ['malformed JSON', '{"metadata":'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a number', '5'],
    ['more than 100 levels', nested(101)],
    ['a million levels', nested(1_000_000 / 4)],
    ['a __proto__ key', '{"metadata":{"__proto__":{"admin":true}}}'],
    ['a constructor.prototype key', '{"constructor":{"prototype":{"admin":true}}}'],
    ['a number that overflows to Infinity', '{"metadata":{"n":1e400}}'],
    ['larger than the limit', `{"metadata":{"a":"${'x'.repeat(1_048_576)}"}}`],
    ['not valid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('a body is rejected as invalid_request: %s', async (_, raw) => {
    const { status, body } = await app.call('POST', '/api/v1/threads', undefined, { raw })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('a body with exactly 100 levels is accepted', async () => {
    const { status, body } = await app.call('POST', '/api/v1/threads', undefined, { raw: nested(100) })
    expect(status).toBe(201)
    await app.remove(`/api/v1/threads/${body.thread_id}`)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'nonsense',
    'multipart/form-data',
  ])('the content type %s is rejected as invalid_request', async (type) => {
    const { status, body } = await app.call('POST', '/api/v1/threads', undefined, {
      raw: '{}',
      headers: { 'content-type': type },
    })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('a validation error reports all invalid fields at once', async () => {
    const { status, body } = await app.post('/api/v1/assistants', {
      name: '',
      description: 5,
      config: { model: 1, temperature: 'hot', tools: {} },
      metadata: [],
      assistant_id: 'x',
      if_exists: 'maybe',
    })
    expect([status, body.error]).toEqual([400, 'validation_error'])
    expect(body.details).toEqual({
      name: 'must NOT have fewer than 1 characters',
      description: 'must be string or null',
      'config/model': 'must be string',
      'config/temperature': 'must be number',
      'config/tools': 'must be array',
      metadata: 'must be object',
      assistant_id: 'must be a UUID',
      if_exists: 'must be one of raise, do_nothing',
    })
  })

  it('a number in a body is not converted to a string', async () => {
    expect((await app.post('/api/v1/threads', { title: 5 })).status).toBe(400)
    expect((await app.post('/api/v1/threads', { metadata: 'x' })).status).toBe(400)
  })

  it.each([
    ['title', { title: 'a\u0000b' }],
    ['title', { title: '\ud800' }],
    ['metadata', { metadata: { a: ['\u0000'] } }],
    ['metadata', { metadata: { '\u0000': 1 } }],
    ['metadata', { metadata: { a: '\udfff' } }],
  ])('text in %s that PostgreSQL cannot store is rejected', async (field, request) => {
    const { status, body } = await app.post('/api/v1/threads', request)
    expect([status, Object.keys(body.details as object)]).toEqual([400, [field]])
  })

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/threads'],
    ['PUT', '/api/v1/threads'],
    ['DELETE', '/api/v1/threads'],
    ['PATCH', '/health'],
    ['GET', '/threads/x/y/z'],
  ])('%s %s responds with resource_not_found', async (method, url) => {
    const { status, body } = await app.call(method, url)
    expect([status, body.error]).toEqual([404, 'resource_not_found'])
  })

  it('an id that is not a UUID responds with 404, like an unknown id', async () => {
    for (const id of ['1', 'x'.repeat(5_000), '..%2f..', "'%3Bdrop", '%F0%9F%A7%B5', '%zz']) {
      expect((await app.get(`/api/v1/threads/${id}`)).status).toBe(404)
    }
  })
})
