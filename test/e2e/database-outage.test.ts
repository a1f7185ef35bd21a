/** Outages of PostgreSQL: the service reports them, and recovers without a restart. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBreakableProxy, type BreakableProxy } from '../support/breakable-proxy.js'
import { callServer } from '../support/call-server.js'
import { runAsAdmin, createPostgresDatabase, type TestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

let database: TestDatabase
let proxy: BreakableProxy
let heddle: Heddle

beforeAll(async () => {
  database = await createPostgresDatabase()
  proxy = await startBreakableProxy(database.url)
  heddle = await startHeddle({ databaseUrl: proxy.url })
})
afterAll(async () => {
  expect((await heddle.stop()).code).toBe(0)
  await proxy.stop()
  await database.drop()
})

const create = () => callServer(heddle, 'POST', '/api/v1/threads', { body: {} })

/** Includes a margin for a busy machine. */
const MAX_RECOVERY_MS = 10_000

/** Repeats the request until the response has this status, and returns how long it took. */
const waitForStatus = async (status: number, request: () => Promise<{ status: number }>): Promise<number> => {
  const started = performance.now()
  while ((await request()).status !== status) {
    if (performance.now() - started > 20_000) throw new Error(`no ${status} within 20 seconds`)
    await sleep(50)
  }
  return performance.now() - started
}

const health = () => callServer(heddle, 'GET', '/health')

describe('database outages', () => {
  it('while the database is stopped, requests get 503, and they succeed when it is back', async () => {
    expect((await health()).status).toBe(200)
    await proxy.disconnect()
    expect(await waitForStatus(503, health)).toBeLessThan(MAX_RECOVERY_MS)
    expect((await health()).body).toMatchObject({
      status: 'unavailable',
      checks: { database: 'unreachable' },
    })
    expect(await callServer(heddle, 'GET', '/ok')).toMatchObject({ status: 200 })
    expect(await create()).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable', details: {}, retry_after: 1 },
    })
    await proxy.restore()
    expect(await waitForStatus(200, health)).toBeLessThan(MAX_RECOVERY_MS)
    expect((await create()).status).toBe(201)
  })

  it('when database connections break, some requests get 503 and the service recovers', async () => {
    const statuses = new Set<number>()
    let isDone = false
    const client = async (): Promise<void> => {
      while (!isDone) statuses.add((await create()).status)
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    for (let round = 0; round < 10; round++) {
      await sleep(50)
      await runAsAdmin(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${new URL(database.url).pathname.slice(1)}'`,
      )
    }
    isDone = true
    await clients
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(statuses).toContain(201)
    expect(await waitForStatus(201, create)).toBeLessThan(MAX_RECOVERY_MS)
  })

  it(
    'while the database does not respond, no request hangs, and the service recovers with it',
    { timeout: 60_000 },
    async () => {
      expect((await create()).status).toBe(201)
      proxy.freeze()
      const started = performance.now()
      expect(await waitForStatus(503, health)).toBeLessThan(MAX_RECOVERY_MS)
      const responses = await Promise.all(Array.from({ length: 20 }, create))
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503))
      await proxy.restore()
      expect(await waitForStatus(201, create)).toBeLessThan(MAX_RECOVERY_MS)
    },
  )
})
