import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

describe.each(DATABASE_KINDS)('threads and messages on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  const create = async (body: object = {}) => (await app.post('/api/v1/threads', body)).body

  it('a thread can be created with an empty object and without a body', async () => {
    const created = await app.post('/api/v1/threads', {})
    expect(created).toMatchObject({
      status: 201,
      body: { metadata: {}, status: 'idle', title: null, assistant_id: null },
    })
    expect((await app.call('POST', '/api/v1/threads')).status).toBe(201)
    expect((await app.get(`/api/v1/threads/${created.body.thread_id}`)).body).toEqual(created.body)
  })

  it('a new thread keeps metadata, title and assistant, and ignores unknown fields', async () => {
    const assistant = await app.post('/api/v1/assistants', { name: 'A' })
    const { assistant_id } = assistant.body
    const fields = { metadata: { user: 'u', deep: { a: [1, null, 'x'] } }, title: 'Заказ 🧵', assistant_id }
    expect(await create({ ...fields, unknown: 1 })).toMatchObject(fields)
  })

  it('PATCH merges metadata and changes only the fields of the request', async () => {
    const { thread_id } = await create({ title: 't', metadata: { a: 1, b: { c: 2 } } })
    const { status, body } = await app.patch(`/api/v1/threads/${thread_id}`, { metadata: { b: 3, d: null } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 't', metadata: { a: 1, b: 3, d: null } })
    expect((await app.patch(`/api/v1/threads/${thread_id}`, { title: null })).body.title).toBeNull()
  })

  it('an unknown assistant is rejected with 404', async () => {
    expect((await app.post('/api/v1/threads', { assistant_id: MISSING_ID })).status).toBe(404)
    const { thread_id } = await create()
    expect((await app.patch(`/api/v1/threads/${thread_id}`, { assistant_id: MISSING_ID })).status).toBe(404)
  })

  it('messages can be added with both paths and are listed newest first', async () => {
    const { thread_id } = await create()
    const first = await app.post(`/api/v1/threads/${thread_id}/messages`, { content: 'one' })
    expect(first).toMatchObject({
      status: 201,
      body: { role: 'user', content: 'one', thread_id, run_id: null },
    })
    const parts = [{ type: 'text', text: 'two' }]
    const second = await app.post('/api/v1/messages', {
      thread_id,
      role: 'assistant',
      content: parts,
      metadata: { m: 1 },
    })
    expect(second).toMatchObject({ status: 201, body: { role: 'assistant', content: parts } })
    for (const url of [`/api/v1/threads/${thread_id}/messages`, `/api/v1/messages?thread_id=${thread_id}`]) {
      const { body } = await app.get(url)
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id])
    }
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('idle')
  })

  it('the text of a message is stored unchanged, including U+0000', async () => {
    const { thread_id } = await create()
    const content = 'a\u0000b \ud83e\uddf5 \u202e \ud800'
    const { body } = await app.post('/api/v1/messages', { thread_id, content })
    expect(body.content).toBe(content)
    expect((await app.get(`/api/v1/threads/${thread_id}/messages`)).body.data[0].content).toBe(content)
  })

  it.each([
    [{ thread_id: MISSING_ID, content: 'x' }, 404],
    [{ thread_id: 'nope', content: 'x' }, 400],
    [{ content: 'x' }, 400],
    [{ thread_id: MISSING_ID }, 400],
    [{ thread_id: MISSING_ID, content: 5 }, 400],
    [{ thread_id: MISSING_ID, content: 'x', role: 'robot' }, 400],
  ])('the message %j is rejected with %i', async (body, status) => {
    expect((await app.post('/api/v1/messages', body)).status).toBe(status)
  })

  it('deleting a thread deletes its messages and runs', async () => {
    const { thread_id } = await create()
    await app.post('/api/v1/messages', { thread_id, content: 'x' })
    const run = await app.post('/api/v1/runs', { thread_id })
    expect(await app.remove(`/api/v1/threads/${thread_id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, thread_id },
    })
    expect((await app.get(`/api/v1/threads/${thread_id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/threads/${thread_id}/messages`)).status).toBe(404)
    expect((await app.get(`/api/v1/runs/${run.body.run_id}`)).status).toBe(404)
  })

  it('the client can choose the id of a thread, but not reuse it', async () => {
    const thread_id = '3f2504e0-4f89-41d3-9a0c-0305e82c3302'
    expect((await app.post('/api/v1/threads', { thread_id, title: 'mine' })).status).toBe(201)
    expect((await app.post('/api/v1/threads', { thread_id })).status).toBe(409)
    expect((await app.post('/api/v1/threads', { thread_id, if_exists: 'do_nothing' })).body.title).toBe(
      'mine',
    )
  })
})
