/** A PostgreSQL that goes away and comes back: the service says so, and then goes on without a restart. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layCable, type Cable } from '../support/breakable-proxy.js'
import { call } from '../support/call-server.js'
import { administer, createDatabase, type FreshDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

let database: FreshDatabase
let cable: Cable
let heddle: Heddle

beforeAll(async () => {
  database = await createDatabase()
  cable = await layCable(database.url)
  heddle = await startHeddle({ databaseUrl: cable.url })
})
afterAll(async () => {
  expect((await heddle.stop()).code).toBe(0)
  await cable.remove()
  await database.drop()
})

const create = () => call(heddle, 'POST', '/api/v1/threads', { body: {} })

/** Of a machine that is busy. */
const SOON_MS = 10_000

/** Asks until the answer has this status, and says how long it took. */
const until = async (status: number, ask: () => Promise<{ status: number }>): Promise<number> => {
  const started = performance.now()
  while ((await ask()).status !== status) {
    if (performance.now() - started > 20_000) throw new Error(`no ${status} within 20 seconds`)
    await sleep(50)
  }
  return performance.now() - started
}

const health = () => call(heddle, 'GET', '/health')

describe('when the database', () => {
  it('is stopped, requests are refused with 503 at once, and work again when it is back', async () => {
    expect((await health()).status).toBe(200)
    await cable.cut()
    expect(await until(503, health)).toBeLessThan(SOON_MS)
    expect((await health()).body).toMatchObject({
      status: 'unavailable',
      checks: { database: 'unavailable' },
    })
    expect(await call(heddle, 'GET', '/ok')).toMatchObject({ status: 200 })
    expect(await create()).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable', details: {}, retry_after: 1 },
    })
    await cable.mend()
    expect(await until(200, health)).toBeLessThan(SOON_MS)
    expect((await create()).status).toBe(201)
  })

  it('breaks connections that are in use, some requests are refused, and the process goes on', async () => {
    const statuses = new Set<number>()
    let isOver = false
    const client = async (): Promise<void> => {
      while (!isOver) statuses.add((await create()).status)
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    for (let round = 0; round < 10; round++) {
      await sleep(50)
      await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${new URL(database.url).pathname.slice(1)}'`,
      )
    }
    isOver = true
    await clients
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(statuses).toContain(201)
    expect(await until(201, create)).toBeLessThan(SOON_MS)
  })

  it(
    'falls silent, no request hangs, and the service is back soon after it is',
    { timeout: 60_000 },
    async () => {
      expect((await create()).status).toBe(201)
      cable.freeze()
      const started = performance.now()
      expect(await until(503, health)).toBeLessThan(SOON_MS)
      const answers = await Promise.all(Array.from({ length: 20 }, create))
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
      await cable.mend()
      expect(await until(201, create)).toBeLessThan(SOON_MS)
    },
  )
})
