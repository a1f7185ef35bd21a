/**
 * Acknowledged rows survive kills of the process. HEDDLE_KILLS, HEDDLE_SEED and HEDDLE_LONG=1 change how often
 * and when it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeRandom } from '../support/random.js'
import { expectIntactSqlite } from './check-integrity.js'
import { makeCreateLoad } from './create-load.js'
import { auditWrites, makeAcknowledgedWrites } from './acknowledged-writes.js'
import { readAllRows } from './stored-rows.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const KILLS = Number(process.env['HEDDLE_KILLS'] ?? (LONG ? 50 : 6))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const CLIENTS = 16
const TIMEOUT_MS = 60_000 + KILLS * 2_000

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `${KILLS} kills with SIGKILL during a load of creates lose no acknowledged row`,
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const acknowledged = makeAcknowledgedWrites()
      const load = makeCreateLoad(acknowledged, makeRandom(SEED))
      const random = makeRandom(SEED + 1)
      const restarts: number[] = []

      load.start(CLIENTS)
      for (let kill = 0; kill < KILLS; kill++) {
        const heddle = await startHeddle({ databaseUrl })
        restarts.push(heddle.readyMs)
        load.setTarget(heddle.url)
        await sleep(30 + random() * 270)
        heddle.kill('SIGKILL')
        await heddle.exited
        load.setTarget(undefined)
      }
      await load.stop()

      if (databaseKind === 'postgres') await expireClaimedKeys(databaseUrl)
      const survivor = await startHeddle({ databaseUrl })
      load.setTarget(survivor.url)
      await load.retryUnansweredKeys()
      const figures = {
        test: 'kill-creates',
        database: databaseKind,
        seed: SEED,
        kills: KILLS,
        ...auditWrites(acknowledged, await readAllRows(survivor.url, acknowledged)),
        ...summarizeDurations('restart', restarts),
      }
      console.log(JSON.stringify(figures))
      expect(acknowledged.unexpectedResponses).toEqual([])
      expect(figures).toMatchObject({ lost: 0, changed: 0, duplicates: 0 })
      expect(figures).toMatchObject({ keys_unanswered: 0, keys_without_one_object: 0 })
      expect(figures.acks).toBeGreaterThan(KILLS)

      await survivor.stop()
      if (databaseKind === 'sqlite') expectIntactSqlite(databaseUrl)
      await drop()
    },
    TIMEOUT_MS,
  )
})

/**
 * An idempotency key that a crashed node claimed can be claimed again after ten seconds; this simulates them.
 */
const expireClaimedKeys = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update idempotency_keys set claimed_at = claimed_at - 11000 where status is null')
  await client.end()
}
