/** The native API of crons: their next dates, previews and runs outside of the schedule. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const SECRET = 'a secret of more than thirty-two bytes'

const toHeaders = async (tenant: string, scope = 'admin') => {
  const jwt = new SignJWT({ sub: 'maria', tenant, scope }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}` }
}

describe.each(DATABASE_KINDS)('crons on %s', (databaseKind) => {
  let app: TestApp
  let [own, other]: Record<string, string>[] = []
  beforeAll(async () => {
    const env = { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, RATE_LIMIT_BURST: '100000' }
    app = await startApp({ databaseKind, env })
    own = await toHeaders('own')
    other = await toHeaders('other')
  })
  afterAll(() => app.stop())

  const patch = (url: string, body: object) => app.call('PATCH', url, body, { headers: own! })
  const create = async (fields: object = {}) => {
    const request = { assistant_id: 'agent', schedule: '0 9 * * *', input: { messages: [] }, ...fields }
    const { status, body } = await app.post('/runs/crons', request, own)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { cron_id: string; next_run_date: string }
  }
  const listRuns = async (cron_id: string) =>
    (await app.get(`/api/v1/runs?cron_id=${cron_id}`, own)).body.data as { run_id: string }[]

  it('the list has the next five dates of each cron, in its time zone and until its end', async () => {
    const berlin = await create({ timezone: 'Europe/Berlin' })
    const ending = await create({ end_time: '2026-02-02T10:00:00.000Z' })
    const paused = await create({ enabled: false })
    const { data } = (await app.get('/api/v1/crons', own)).body
    const datesOf = (cron_id: string) =>
      data.find((cron: { cron_id: string }) => cron.cron_id === cron_id).next_run_dates
    expect(datesOf(berlin.cron_id)).toEqual([
      '2026-02-01T08:00:00.000Z',
      '2026-02-02T08:00:00.000Z',
      '2026-02-03T08:00:00.000Z',
      '2026-02-04T08:00:00.000Z',
      '2026-02-05T08:00:00.000Z',
    ])
    expect(datesOf(berlin.cron_id)[0]).toBe(berlin.next_run_date)
    expect(datesOf(ending.cron_id)).toEqual(['2026-02-01T09:00:00.000Z', '2026-02-02T09:00:00.000Z'])
    expect(datesOf(paused.cron_id)).toEqual([])
    const first = (await app.get('/api/v1/crons?limit=2', own)).body
    const second = (await app.get(`/api/v1/crons?limit=2&cursor=${first.next_cursor}`, own)).body
    expect([...first.data, ...second.data]).toEqual(data)
    expect((await app.get('/api/v1/crons', other)).body.data).toEqual([])
  })

  it('a schedule is previewed without being stored, and problems name the field', async () => {
    const preview = (body: object, headers = own) => app.post('/api/v1/crons/preview', body, headers)
    const reader = await toHeaders('own', 'read')
    expect((await preview({ schedule: '*/15 * * * *', count: 2 }, reader)).body.next_run_dates).toEqual([
      '2026-01-31T09:45:00.000Z',
      '2026-01-31T10:00:00.000Z',
    ])
    for (const [body, field] of [
      [{ schedule: 'soon' }, 'schedule'],
      [{ schedule: '0 0 30 2 *' }, 'schedule'],
      [{ schedule: '0 9 * * *', timezone: 'Mars/Olympus' }, 'timezone'],
      [{}, 'schedule'],
      [{ schedule: '0 9 * * *', count: 0 }, 'count'],
    ] as const) {
      const { status, body: problem } = await preview(body)
      expect([status, Object.keys(problem.details)]).toEqual([400, [field]])
    }
  })

  it('a cron runs now, also while it is paused, and keeps its next date', async () => {
    const cron = await create({ on_run_completed: 'keep' })
    const { status, body } = await app.call('POST', `/api/v1/crons/${cron.cron_id}/run`, undefined, {
      headers: own!,
    })
    expect([status, body.cron_id]).toEqual([201, cron.cron_id])
    expect((await listRuns(cron.cron_id)).map(({ run_id }) => run_id)).toEqual([body.run_id])
    await patch(`/runs/crons/${cron.cron_id}`, { enabled: false })
    expect(
      (await app.call('POST', `/api/v1/crons/${cron.cron_id}/run`, undefined, { headers: own! })).status,
    ).toBe(201)
    expect(await listRuns(cron.cron_id)).toHaveLength(2)
    await patch(`/runs/crons/${cron.cron_id}`, { enabled: true })
    const { data } = (await app.get('/api/v1/crons', own)).body
    expect(data.find((one: { cron_id: string }) => one.cron_id === cron.cron_id).next_run_date).toBe(
      cron.next_run_date,
    )
    expect(
      (await app.get(`/api/v1/audit?action=cron.run&resource=${cron.cron_id}`, own)).body.data,
    ).toHaveLength(2)
  })

  it('a repeated request with an idempotency key creates one run', async () => {
    const { cron_id } = await create()
    const headers = { ...own, 'idempotency-key': 'run-now' }
    const first = await app.call('POST', `/api/v1/crons/${cron_id}/run`, undefined, { headers: headers })
    const second = await app.call('POST', `/api/v1/crons/${cron_id}/run`, undefined, { headers: headers })
    expect(second.body).toEqual(first.body)
    expect(await listRuns(cron_id)).toHaveLength(1)
  })

  it('a cron whose thread is busy does not run if it rejects concurrent runs', async () => {
    const { thread_id } = (await app.post('/api/v1/threads', {}, own)).body
    const request = { assistant_id: 'agent', schedule: '0 9 * * *', multitask_strategy: 'reject' }
    const { cron_id } = (await app.post(`/threads/${thread_id}/runs/crons`, request, own)).body
    const runNow = () => app.call('POST', `/api/v1/crons/${cron_id}/run`, undefined, { headers: own! })
    expect((await runNow()).status).toBe(201)
    const { status, body } = await runNow()
    expect([status, body.message]).toEqual([409, 'The thread of the cron is busy'])
  })

  it('another tenant cannot run a cron, and one that does not exist is not found', async () => {
    const { cron_id } = await create()
    expect(
      (await app.call('POST', `/api/v1/crons/${cron_id}/run`, undefined, { headers: other! })).status,
    ).toBe(404)
    expect(
      (await app.call('POST', `/api/v1/crons/${MISSING_ID}/run`, undefined, { headers: own! })).status,
    ).toBe(404)
    const reader = await toHeaders('own', 'read')
    expect(
      (await app.call('POST', `/api/v1/crons/${cron_id}/run`, undefined, { headers: reader })).status,
    ).toBe(403)
  })
})
