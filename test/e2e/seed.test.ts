/** `npm run seed`: the rows that it leaves behind, read through a service that is started on them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRefusal } from '../../scripts/seed/refusal.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { getEncryptionSettings } from '../support/encryption.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

const RUNS = 45
const timeout = 300_000
const HOUR_MS = 3_600_000

const runSeed = (databaseUrl: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(packageRoot, 'scripts/seed.ts'), ...args],
      { cwd: packageRoot, env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, ...env } },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })

// oxlint-disable-next-line typescript/no-explicit-any -- the test reads bodies whose shape it knows
const get = async (heddle: Heddle, path: string): Promise<any> =>
  (await fetch(`${heddle.url}/api/v1${path}`)).json()

const title = 'npm run seed fills a database on %s with runs in every status over the last day'
// Both seeds mostly wait for the runs that they create.
it.concurrent.for(DATABASE_KINDS)(title, { timeout }, async (databaseKind, { expect }) => {
  const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
  const encryption = getEncryptionSettings(databaseUrl)
  const seeded = await runSeed(databaseUrl, ['--runs', String(RUNS)], encryption)
  expect(seeded.code, seeded.output).toBe(0)
  expect(seeded.output).toContain(`${String(RUNS)} runs of the last 24 hours`)

  const refusal = 'The database already has runs. Use --force to add more.'
  const db = await openDatabase(databaseUrl)
  expect(await findRefusal(db, false, Date.now())).toBe(refusal)
  expect(await findRefusal(db, true, Date.now())).toBeUndefined()
  await db.close()
  if (databaseKind === 'sqlite') {
    const { code, output } = await runSeed(databaseUrl, [], encryption)
    expect([code, output]).toEqual([2, expect.stringContaining(refusal)])
  }

  // Without the grace period, the end of the test would wait for the two long runs.
  const env = { RATE_LIMIT_PER_MINUTE: '100000', SHUTDOWN_GRACE_SECONDS: '2', ...encryption }
  const heddle = await startHeddle({ databaseUrl, env })
  const { data: runs } = await get(heddle, '/runs?limit=100')
  expect(runs).toHaveLength(RUNS)

  const count = (status: string): number =>
    runs.filter((run: { status: string }) => run.status === status).length
  const statuses = ['completed', 'failed', 'cancelled', 'requires_action', 'in_progress', 'queued']
  await expect
    .poll(async () => (await get(heddle, '/runs?status=in_progress')).data.length, { timeout: 60_000 })
    .toBe(2)
  expect(count('in_progress') + count('queued')).toBe(4)
  for (const status of statuses.slice(0, 4)) expect(count(status), status).toBeGreaterThan(1)

  // Every difference between what ended and the statistics would show here.
  const { totals, series } = await get(heddle, '/stats?step=3600')
  expect(totals.runs).toEqual({
    created: RUNS,
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  })
  const hours = series.filter((point: { runs: { created: number } }) => point.runs.created > 0)
  expect(hours.length).toBeGreaterThan(4)
  expect(totals.webhooks.failures).toBeGreaterThan(0)
  const countOutcome = (outcome: string): number =>
    runs.filter(
      (run: { guardrail_outcome: string | null; completed_at: string | null }) =>
        run.guardrail_outcome === outcome && run.completed_at !== null,
    ).length
  expect(countOutcome('flagged')).toBeGreaterThan(0)
  expect(totals.guardrails).toEqual({
    passed: countOutcome('passed'),
    flagged: countOutcome('flagged'),
    blocked: 1,
  })

  const codes = new Set(runs.flatMap((run: { error: { code: string } | null }) => run.error?.code ?? []))
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'graph_error',
      'timeout',
      'action_expired',
      'recursion_limit_exceeded',
      'guardrail_blocked',
      'secret_unavailable',
    ]),
  )
  const kinds = new Set(
    runs.map((run: { required_action: { type: string } | null }) => run.required_action?.type ?? 'none'),
  )
  expect(kinds).toEqual(new Set(['none', 'submit_tool_outputs', 'human_input', 'review']))
  expect(runs.filter((run: { retry_of: string | null }) => run.retry_of !== null)).toHaveLength(2)
  const [interrupted] = (await get(heddle, '/runs?attempt_gte=2&assistant_id=research-agent')).data
  expect(interrupted).toMatchObject({ status: 'completed', attempt: 2 })

  const now = Date.now()
  for (const run of runs) {
    const { data: events } = await get(heddle, `/runs/${run.run_id}/events?limit=1000`)
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(
      events.map((_: unknown, index: number) => index + 1),
    )
    const times: number[] = events.map(({ at }: { at: number }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const created = Date.parse(run.created_at)
    expect(created).toBeGreaterThan(now - 25 * HOUR_MS)
    expect(times.every((at) => at >= created && at <= Date.now())).toBe(true)
    const last = events.at(-1)
    if (run.completed_at !== null && last !== undefined)
      expect(Math.abs(Date.parse(run.completed_at) - last.at)).toBeLessThan(5_000)
  }

  const deliveries = (await get(heddle, '/deliveries?limit=100')).data
  const deliveryStatuses = deliveries.map(({ status }: { status: string }) => status)
  expect(deliveryStatuses).toEqual(expect.arrayContaining(['delivered', 'failed']))
  const { data: decisions } = await get(heddle, '/governance/audit?limit=100')
  const actions = decisions.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['redact', 'block', 'warn', 'review']))
  expect((await get(heddle, '/evals')).data).toMatchObject([{ status: 'completed', progress: { total: 12 } }])
  expect((await heddle.stop()).code).toBe(0)
  await drop()
})

it('npm run seed refuses production, wrong options and PostgreSQL without a key', { timeout }, async () => {
  const databaseUrl = `sqlite:${join(makeTempFolder(), 'app.db')}`
  const [refused, wrong, withoutKey] = await Promise.all([
    runSeed(databaseUrl, [], { NODE_ENV: 'production' }),
    runSeed(databaseUrl, ['--runs', '5']),
    runSeed('postgres://localhost:1/none', []),
  ])
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('NODE_ENV is production')])
  expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining('--runs must be an integer')])
  expect([withoutKey.code, withoutKey.output]).toEqual([2, expect.stringContaining('ENCRYPTION_KEY')])
})
