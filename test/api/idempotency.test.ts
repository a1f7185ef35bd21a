import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

const HOUR = 60 * 60 * 1000

describe.each(DATABASE_KINDS)('idempotency keys on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  const post = (key: string, body: object = {}, url = '/api/v1/threads') =>
    app.post(url, body, { 'idempotency-key': key })

  it.each([
    ['/api/v1/threads', { title: 't' }],
    ['/api/v1/assistants', { name: 'a' }],
    ['/api/v1/runs', { assistant_id: 'fe096781-5601-53d2-b2f6-0d3403f7e9ca' }],
  ])('a repeated POST to %s returns the first response', async (url, body) => {
    const first = await post('again', body, url)
    app.clock.advance(1_000)
    const second = await post('again', body, url)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('a hundred concurrent requests with one key create one resource', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => post('race', { title: 'race' })))
    const ids = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.id as string))
    expect(ids.size).toBe(1)
    // The other requests arrived while the first was being processed (409), or after it (201).
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const { body } = await app.get('/api/v1/threads?limit=100')
    expect(body.data.filter(({ title }: { title: string }) => title === 'race')).toHaveLength(1)
  })

  it('a key cannot be reused with another body but can be used on another route', async () => {
    await post('other', { title: 'a' })
    const refused = await post('other', { title: 'b' })
    expect(refused).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
    expect((await post('other', { name: 'a' }, '/api/v1/assistants')).status).toBe(201)
  })

  it('a 404 is stored and replayed, but a validation error is not', async () => {
    const missing = { thread_id: '0198c9a2-0000-7000-8000-000000000000' }
    const first = await post('missing', missing, '/api/v1/runs')
    expect(first.status).toBe(404)
    expect((await post('missing', missing, '/api/v1/runs')).headers['idempotency-replayed']).toBe('true')
    expect((await post('invalid', { title: 5 })).status).toBe(400)
    expect((await post('invalid', { title: 'now right' })).status).toBe(201)
  })

  it('the response of a create with if_exists=do_nothing is stored if the resource exists', async () => {
    const request = { thread_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3305', if_exists: 'do_nothing' }
    await app.post('/api/v1/threads', { ...request, title: 'first' })
    const existing = await post('found', request)
    expect(existing.body.title).toBe('first')
    expect(await post('found', request)).toMatchObject({ status: 201, body: existing.body })
  })

  it('a stored response expires after 24 hours', async () => {
    const first = await post('day')
    app.clock.advance(23.9 * HOUR)
    expect((await post('day')).body.id).toBe(first.body.id)
    app.clock.advance(0.2 * HOUR)
    expect((await post('day')).body.id).not.toBe(first.body.id)
  })

  it('the key of a request whose process died gets 409 with retry_after, and is free after ten seconds', async () => {
    await post('died')
    const db = await openDatabase(app.databaseUrl)
    // As if the process had died before it stored the response.
    await db.write([
      rawStatement(
        `update idempotency_keys set status = null, response = null, claimed_at = ${String(app.clock.now())}
         where idempotency_key = 'died'`,
      ),
    ])
    await db.close()
    const retryAfterSeconds: number[] = []
    for (const waitedMs of [0, 4_000, 5_500]) {
      app.clock.advance(waitedMs)
      const refused = await post('died')
      expect(refused).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
      expect(refused.headers['retry-after']).toBe(String(refused.body.retry_after))
      retryAfterSeconds.push(refused.body.retry_after)
    }
    expect(retryAfterSeconds).toEqual([1, 6, 1])
    expect((await post('died', { title: 'other' })).body.retry_after).toBeUndefined()
    app.clock.advance(1_000)
    expect((await post('died')).status).toBe(201)
  })

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ü'])('the key "%s" is rejected', async (key) => {
    const { status, body } = await post(key)
    expect([status, body.error]).toEqual([400, 'validation_error'])
  })

  it('a replayed response does not contain the created API key', async () => {
    const body = { name: 'ci' }
    const first = await post('key', body, '/api/v1/api-keys')
    const second = await post('key', body, '/api/v1/api-keys')
    expect(first.body.key).toMatch(/^hdl_/)
    expect(second.body).toEqual({ ...first.body, key: '(shown once, in the first response)' })
  })

  it('an idempotency key has no effect on PATCH', async () => {
    const { body } = await post('patch', {})
    const headers = { 'idempotency-key': 'patch' }
    const url = `/api/v1/threads/${body.id}`
    await app.call('PATCH', url, { title: 'a' }, { headers })
    expect((await app.call('PATCH', url, { title: 'b' }, { headers })).body.title).toBe('b')
  })
})
