import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

describe('pagination', () => {
  let app: TestApp
  const threadIds: string[] = []
  beforeAll(async () => {
    app = await startApp()
    for (let n = 0; n < 120; n++) {
      // Every second thread has the same timestamp as the one before.
      if (n % 2 === 0) app.clock.advance(1)
      threadIds.unshift((await app.post('/api/v1/threads')).body.thread_id as string)
    }
  })
  afterAll(() => app.stop())

  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

  it('a page has 50 items by default, newest first', async () => {
    const { body } = await app.get('/api/v1/threads')
    expect(ids(body)).toEqual(threadIds.slice(0, 50))
    expect(body.has_more).toBe(true)
  })

  it.each([1, 7, 60, 100])('pages of %i items list every item exactly once', async (limit) => {
    const listedIds: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await app.get(`/api/v1/threads?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      listedIds.push(...ids(body))
      expect(body.has_more).toBe(body.next_cursor !== null)
      cursor = body.next_cursor as string | null
    }
    expect(listedIds).toEqual(threadIds)
  })

  it('new items do not shift the following pages', async () => {
    const { body: first } = await app.get('/api/v1/threads?limit=10')
    const { body: late } = await app.post('/api/v1/threads')
    const { body: second } = await app.get(`/api/v1/threads?limit=10&cursor=${first.next_cursor}`)
    expect(ids(second)).toEqual(threadIds.slice(10, 20))
    await app.remove(`/api/v1/threads/${late.thread_id}`)
  })

  it.each(['0', '101', '-1', '1.5', 'ten', '1e9', ''])('limit=%s is rejected', async (limit) => {
    const { status, body } = await app.get(`/api/v1/threads?limit=${limit}`)
    expect([status, body.error, Object.keys(body.details as object)]).toEqual([
      400,
      'validation_error',
      ['limit'],
    ])
  })

  it('a forged cursor, or one of another list, is rejected', async () => {
    const { body } = await app.get('/api/v1/threads?limit=10')
    const cursor = body.next_cursor as string
    const forged = Buffer.from(JSON.stringify([0, 'x'])).toString('base64url')
    for (const invalidCursor of [
      'x',
      'a.b',
      `${cursor}x`,
      cursor.slice(1),
      `${forged}.${cursor.split('.')[1]}`,
      '%00',
      '',
    ]) {
      const reply = await app.get(`/api/v1/threads?cursor=${invalidCursor}`)
      expect([reply.status, Object.keys(reply.body.details as object)]).toEqual([400, ['cursor']])
    }
    // A cursor is valid only for the list that issued it.
    expect((await app.get(`/api/v1/assistants?cursor=${cursor}`)).status).toBe(400)
    expect((await app.get(`/api/v1/runs?cursor=${cursor}`)).status).toBe(400)
  })
})
