import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'
import { createAssistant, executeRun } from '../support/runs.js'

const HOUR_MS = 3_600_000
const TIMEOUT = { timeout: 25_000 }
const toIso = (at: number): string => new Date(at).toISOString()

describe.each(DATABASE_KINDS)('statistics on %s', (databaseKind) => {
  let app: TestApp
  let db: Database
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    db = await Database.open({ url: app.databaseUrl, durability: 'relaxed', poolSize: 1 })
  })
  afterAll(async () => {
    await db.close()
    await app.stop()
  })

  const countEntries = async () =>
    (await db.read(rawStatement<{ n: number }>('select count(*) as n from stat_entries')))[0]!.n
  const getStats = async (query = '') => {
    const { status, body, text } = await app.get(`/api/v1/stats${query}`)
    expect(status, text).toBe(200)
    return body
  }
  const waitUntilFolded = () => expect.poll(countEntries, TIMEOUT).toBe(0)

  it('runs count the same before and after they are folded, in total and in the series', async () => {
    const assistant_id = await createAssistant(app, { config: {} })
    const query = `?assistant_id=${assistant_id}`
    await executeRun(app, { assistant_id, input: { message: 'hello' } })
    await executeRun(app, { assistant_id, input: { message: 'hello again' } })
    const { body: delayed } = await app.post('/api/v1/runs', { assistant_id, after_seconds: 600 })
    const expectedRuns = { created: 3, completed: 2, failed: 0, cancelled: 0 }
    expect(await getStats(query)).toMatchObject({ totals: { runs: expectedRuns }, queue: { depth: 0 } })
    await app.post(`/api/v1/runs/${delayed.run_id}/cancel`)
    const before = await getStats(query)
    expect(before.totals).toMatchObject({
      runs: { ...expectedRuns, cancelled: 1 },
      webhooks: null,
      cost: { usd: '0', unpriced_runs: 0, unpriced_models: [] },
    })
    expect(before.totals.duration_ms.p95).toBeGreaterThanOrEqual(before.totals.duration_ms.p50)
    expect(before.totals.tokens.input).toBeGreaterThan(0)
    await waitUntilFolded()
    const after = await getStats(query)
    expect(after.totals).toEqual(before.totals)
    const sum = after.series.reduce(
      (total: number, point: { runs: { completed: number } }) => total + point.runs.completed,
      0,
    )
    expect(sum).toBe(2)
    const hours = await getStats(`${query}&step=3600`)
    expect(hours.totals.runs).toEqual(after.totals.runs)
    expect((await getStats()).totals.runs.completed).toBeGreaterThanOrEqual(2)
  })

  it('figures of nodes have counts, percentiles and tokens', async () => {
    const assistant_id = await createAssistant(app, { config: {} })
    await executeRun(app, { assistant_id, input: { message: 'hello' } })
    const path = `/api/v1/assistants/${assistant_id}/node_stats`
    const before = (await app.get(path)).body
    expect(before.nodes.length).toBeGreaterThan(0)
    expect(before.nodes[0]).toMatchObject({ count: 1, errors: 0 })
    expect(before.nodes[0].duration_ms.p50).toEqual(expect.any(Number))
    await waitUntilFolded()
    expect((await app.get(path)).body.nodes).toEqual(before.nodes)
    expect((await app.get(`/api/v1/assistants/${MISSING_ID}/node_stats`)).status).toBe(404)
  })

  it('a completed run shows its cost and its usage by model', async () => {
    const run = await executeRun(app, {
      input: { message: 'hello' },
      assistant_id: await createAssistant(app, {}),
    })
    expect(run.cost).toEqual({ usd: '0', unpriced_models: [] })
    const { input_tokens, output_tokens, calls, model, models } = run.usage
    expect(models).toEqual({ [model]: { calls, input_tokens, output_tokens } })
  })

  it('the series has one point per step and covers the range', async () => {
    const to = Math.ceil(app.clock.now() / HOUR_MS) * HOUR_MS
    const range = `from=${toIso(to - 6 * HOUR_MS)}&to=${toIso(to)}`
    const { series, from, step } = await getStats(`?${range}&step=3600`)
    expect([series.length, from, step]).toEqual([6, toIso(to - 6 * HOUR_MS), 3600])
    expect(series[1].at).toBe(toIso(to - 5 * HOUR_MS))
  })

  it.each([
    ['?form=2026-01-31T09:30:00Z', 'form', /not a query parameter/],
    ['?from=yesterday', 'from', /ISO 8601/],
    ['?from=2026-01-31T09:30:00Z&to=2026-01-31T09:30:00Z', 'from', /before to/],
    ['?from=2001-01-31T09:30:00Z', 'from', /90 days/],
    ['?step=90', 'step', /multiple/],
    ['?step=30', 'step', />= 60/],
    ['?assistant_id=x', 'assistant_id', /UUID/],
  ])('the query %s is rejected', async (query, field, problem) => {
    const { status, body } = await app.get(`/api/v1/stats${query}`)
    expect([status, body.error]).toEqual([400, 'validation_error'])
    expect(body.details[field]).toMatch(problem)
  })

  it('short steps are rejected for old and for long ranges', async () => {
    const old = toIso(app.clock.now() - 72 * HOUR_MS)
    expect((await app.get(`/api/v1/stats?from=${old}&step=60`)).body.details.step).toMatch(/48 hours/)
    const recent = toIso(app.clock.now() - 40 * HOUR_MS)
    expect((await app.get(`/api/v1/stats?from=${recent}&step=60`)).body.details.step).toMatch(/at most 1500/)
  })

  it('an assistant that does not exist is a 404', async () => {
    expect((await app.get(`/api/v1/stats?assistant_id=${MISSING_ID}`)).status).toBe(404)
  })
})
