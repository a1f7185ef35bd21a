/** Several processes on one PostgreSQL database. */
import { describe, expect, it } from 'vitest'
import { call } from '../support/call.js'
import { createDatabase } from '../support/databases.js'
import { startHeddle } from '../support/process.js'

const KEY = 'an-admin-key-for-tests'
const env = { AUTH_ENABLED: 'true', API_KEYS: KEY, RATE_LIMIT_BURST: '20', RATE_LIMIT_PER_MINUTE: '1' }

describe('two nodes that start at once on an empty database', () => {
  it('both come up, see the same rows and share one rate limit', async () => {
    const { url: databaseUrl, drop } = await createDatabase()
    const [one, other] = await Promise.all([
      startHeddle({ databaseUrl, env }),
      startHeddle({ databaseUrl, env }),
    ])
    const created = await call(one, 'POST', '/api/v1/threads', { key: KEY, body: {} })
    const found = await call(other, 'GET', `/api/v1/threads/${created.body.thread_id}`, { key: KEY })
    expect(found).toEqual({ status: 200, body: created.body })

    const statuses: number[] = [created.status, found.status]
    for (let index = 2; index < 40; index++) {
      const { status, body } = await call(index % 2 === 0 ? one : other, 'GET', '/api/v1/threads', {
        key: KEY,
      })
      statuses.push(status)
      if (status !== 200) expect(body).toMatchObject({ error: 'rate_limit_exceeded' })
    }
    expect(statuses.filter((status) => status < 300)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    await Promise.all([one.stop(), other.stop()])
    await drop()
  })

  it('answer the same idempotency key once', async () => {
    const { url: databaseUrl, drop } = await createDatabase()
    const nodes = await Promise.all([startHeddle({ databaseUrl }), startHeddle({ databaseUrl })])
    for (let round = 0; round < 10; round++) {
      const headers = { 'idempotency-key': `round-${round}` }
      const send = (index: number) =>
        call(nodes[index % 2]!, 'POST', '/api/v1/threads', { body: { title: `round ${round}` }, headers })
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
      const made = answers.filter(({ status }) => status === 201)
      expect(new Set(made.map(({ body }) => body.thread_id as string)).size).toBe(1)
      // The others came while the first was under way, and may come again.
      for (const { status } of answers) expect([201, 409]).toContain(status)
    }
    const { body } = await call(nodes[0], 'GET', '/api/v1/threads?limit=100')
    expect(body.data).toHaveLength(10)
    await Promise.all(nodes.map((node) => node.stop()))
    await drop()
  })
})
