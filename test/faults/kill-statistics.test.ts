/**
 * Statistics count every run once, although the service is killed repeatedly while runs end and while their figures are folded. HEDDLE_KILLS
 * and HEDDLE_SEED change how often and when it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeShiftedClock } from '../support/preload.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { listRuns, waitForAllRuns } from './run-audit.js'

const KILLS = Number(process.env['HEDDLE_KILLS'] ?? 3)
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_A_LIFE = 25
/** Longer than the interval of folding, so that some kills happen while figures are folded. */
const MAX_LIFE_MS = 3_000
const TIMEOUT_MS = 120_000
/** Longer than the lease of a run. */
const CLOCK_ADVANCE_MS = 20_000

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it('statistics count every run once after kills', { timeout: 300_000 }, async ({ expect }) => {
    const random = makeRandom(SEED)
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const clock = makeShiftedClock()
    const start = () => startHeddle({ databaseUrl, env: clock.env })
    let heddle = await start()
    for (let kill = 0; kill < KILLS; kill++) {
      const assistant_id = builtInAssistantId('agent')
      const body = { assistant_id, input: { message: 'hello' } }
      for (let index = 0; index < RUNS_A_LIFE; index++)
        await callServer(heddle, 'POST', '/api/v1/runs', { body })
      await sleep(random() * MAX_LIFE_MS)
      heddle.kill('SIGKILL')
      await heddle.exited
      clock.advance(CLOCK_ADVANCE_MS)
      heddle = await start()
    }
    expect(await waitForAllRuns(heddle.url, TIMEOUT_MS)).toBe(true)
    const runs = await listRuns(heddle.url)
    expect(runs).toHaveLength(KILLS * RUNS_A_LIFE)
    const countByStatus = (status: string): number => runs.filter((run) => run.status === status).length
    const expected = {
      created: runs.length,
      completed: countByStatus('completed'),
      failed: countByStatus('failed'),
      cancelled: countByStatus('cancelled'),
    }
    const readTotals = async () => (await callServer(heddle, 'GET', '/api/v1/stats')).body.totals.runs
    expect(await readTotals()).toEqual(expected)
    // The same after all entries are folded into buckets.
    const db = await openDatabase(databaseUrl)
    const countRows = async (table: string) =>
      (await db.read(rawStatement<{ n: number }>(`select count(*) as n from ${table}`)))[0]!.n
    await expect.poll(() => countRows('stat_entries'), { timeout: TIMEOUT_MS }).toBe(0)
    expect(await countRows('stat_buckets')).toBeGreaterThan(0)
    await db.close()
    expect(await readTotals()).toEqual(expected)
    await heddle.stop()
    await drop()
  })
})
