/** Writes fail while reads succeed: health and requests report the cause, and the service recovers without a restart. */
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeDriverError, makeFailingWrites } from '../support/faulty-driver.js'

/** Longer than a failed write and the result of a probe count. */
const RECOVERY_MS = 3_001

const OUTAGES = [
  { reason: 'storage_full', error: makeDriverError(13, '53100'), code: 'storage_full', retryAfter: 5 },
  { reason: 'read_only', error: makeDriverError(8, '25006'), code: 'service_unavailable', retryAfter: 1 },
  { reason: 'io_error', error: makeDriverError(10, '58030'), code: 'service_unavailable', retryAfter: 1 },
  { reason: 'busy', error: makeDriverError(5, '55P03'), code: 'service_unavailable', retryAfter: 1 },
]
const POSTGRES_OUTAGES = [
  {
    reason: 'too_many_connections',
    error: makeDriverError(0, '53300'),
    code: 'service_unavailable',
    retryAfter: 1,
  },
  { reason: 'unreachable', error: makeDriverError(0, '57P01'), code: 'service_unavailable', retryAfter: 1 },
]

describe.each(DATABASE_KINDS)('writes that fail on %s', (databaseKind) => {
  it('health and write requests report the same cause, reads succeed, and the service recovers', async () => {
    const { fault, wrapDriver } = makeFailingWrites()
    const app = await startApp({ databaseKind, wrapDriver })
    const thread = await app.post('/api/v1/threads')
    const outages = databaseKind === 'postgres' ? [...OUTAGES, ...POSTGRES_OUTAGES] : OUTAGES
    for (const { reason, error, code, retryAfter } of outages) {
      fault.error = error
      app.clock.advance(RECOVERY_MS)
      expect(await app.get('/health')).toMatchObject({
        status: 503,
        body: { status: 'unavailable', checks: { database: reason }, error: code },
      })
      const create = await app.post('/api/v1/threads')
      expect(create).toMatchObject({
        status: 503,
        body: { error: code, details: { reason }, retry_after: retryAfter },
        headers: { 'retry-after': String(retryAfter) },
      })
      expect((await app.get(`/api/v1/threads/${thread.body.thread_id}`)).status).toBe(200)
      expect((await app.get('/ok')).status).toBe(200)

      fault.error = undefined
      app.clock.advance(RECOVERY_MS)
      expect((await app.get('/health')).body).toMatchObject({ status: 'ok', checks: { database: 'ok' } })
      expect((await app.post('/api/v1/threads')).status).toBe(201)
    }
    await app.stop()
  })

  it('a failed write is reported even if the small write of the probe succeeds', async () => {
    const { fault, wrapDriver } = makeFailingWrites()
    const app = await startApp({ databaseKind, wrapDriver })
    fault.error = makeDriverError(13, '53100')
    await app.post('/api/v1/threads')
    fault.error = undefined
    expect((await app.get('/health')).body).toMatchObject({ checks: { database: 'storage_full' } })
    await app.stop()
  })

  it('concurrent health requests share one write, and its result is valid for a second', async () => {
    const { fault, wrapDriver } = makeFailingWrites()
    const app = await startApp({ databaseKind, wrapDriver })
    fault.writes = 0
    await Promise.all(Array.from({ length: 20 }, () => app.get('/health')))
    await app.get('/health')
    expect(fault.writes).toBe(1)
    app.clock.advance(1_000)
    await app.get('/health')
    expect(fault.writes).toBe(2)
    await app.stop()
  })
})
