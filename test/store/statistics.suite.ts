import { afterEach, describe, expect, it } from 'vitest'
import { parseBucket } from '../../src/domain/statistics/bucket.js'
import {
  toDeliveryEntry,
  toExecutionEntry,
  toRunEntry,
  type EndStatus,
} from '../../src/domain/statistics/entry.js'
import { foldEntries } from '../../src/domain/statistics/fold-entries.js'
import { parseNodes, type NodeTally } from '../../src/domain/statistics/node-tally.js'
import { StatisticsFolder } from '../../src/domain/statistics/statistics-folder.js'
import { newId } from '../../src/platform/ids.js'
import { Database } from '../../src/store/sql/database.js'
import type { SqlDriver } from '../../src/store/sql/driver.js'
import { makeStatisticsStore } from '../../src/store/statistics/statistics.js'
import { createTestDatabase, type DatabaseKind } from '../support/databases.js'
import { makeFaultyDriver } from '../support/faulty-driver.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { runRow, T0 } from '../support/rows.js'

const HOUR_MS = 3_600_000
const NODES: NodeTally = new Map([
  ['__proto__', { count: 2, errors: 1, input_tokens: 5, output_tokens: 3, duration: { '40': 2 } }],
])

export const describeStatistics = (databaseKind: DatabaseKind): void => {
  describe('statistics', () => {
    const closers: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of closers.splice(0)) await close()
    })

    const open = async (wrapDriver?: (driver: SqlDriver) => SqlDriver) => {
      const { url, drop } = await createTestDatabase(databaseKind)
      const db = await Database.open({
        url,
        durability: 'full',
        poolSize: 4,
        ...(wrapDriver && { wrapDriver }),
      })
      closers.push(async () => {
        await db.close()
        await drop()
      })
      await db.migrate(T0)
      const statistics = makeStatisticsStore(db)
      const count = async (table: string) =>
        (await db.read(rawStatement<{ n: number }>(`select count(*) as n from ${table}`)))[0]!.n
      const insert = async (...rows: ReturnType<typeof toRunEntry>[]) => {
        await db.write(rows.map(statistics.insertEntryStatement))
      }
      const readCounts = async (tenant_id: string, assistant_id: string, resolution = 3600) => {
        const range = { tenant_id, assistant_id, resolution, from: T0 - 24 * HOUR_MS, to: T0 + 24 * HOUR_MS }
        const rows = await statistics.readRange(range)
        return rows
          .filter(({ source }) => source === 'bucket')
          .map(({ data }) => parseBucket(data).counts)
          .reduce<Record<string, number>>((sum, counts) => {
            for (const [name, value] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + value
            return sum
          }, {})
      }
      return { db, statistics, count, insert, readCounts }
    }

    const endedRun = (tenant_id: string, assistant_id: string, status: EndStatus = 'completed') =>
      toRunEntry(
        runRow({
          tenant_id,
          assistant_id,
          created_at: T0,
          started_at: T0 + 5,
          usage: JSON.stringify({ input_tokens: 10, output_tokens: 2 }),
          cost: JSON.stringify({ nano_usd: 700, unpriced_models: [] }),
          guardrail_outcome: 'passed',
        }),
        status,
        T0 + 1_000,
        NODES,
      )

    it('entries of several tenants and assistants are folded into all periods, for the assistant and the tenant', async () => {
      const { statistics, insert, count, readCounts } = await open()
      const [a, b, first, second] = [newId(), newId(), newId(), newId()]
      await insert(endedRun(a, first), endedRun(a, second, 'failed'), endedRun(a, first, 'cancelled'))
      await insert(endedRun(b, first), toDeliveryEntry(a, true, T0), toDeliveryEntry(a, false, T0))
      expect(await foldEntries(statistics, T0 + 2_000)).toBe('done')
      expect(await count('stat_entries')).toBe(0)
      for (const resolution of [60, 900, 3600, 86_400]) {
        expect(await readCounts(a, '', resolution)).toEqual({
          created: 3,
          completed: 1,
          failed: 1,
          cancelled: 1,
          input_tokens: 30,
          output_tokens: 6,
          nano_usd: 2_100,
          priced_runs: 3,
          passed: 3,
          attempts: 2,
          failures: 1,
        })
        expect(await readCounts(a, first, resolution)).toMatchObject({
          created: 2,
          completed: 1,
          cancelled: 1,
        })
        expect(await readCounts(b, '', resolution)).toMatchObject({ created: 1, completed: 1 })
      }
    })

    it('later entries are added to the same buckets, with the figures of nodes', async () => {
      const { statistics, insert } = await open()
      const [tenant_id, assistant_id] = [newId(), newId()]
      for (let round = 0; round < 3; round++) {
        await insert(endedRun(tenant_id, assistant_id))
        await insert(toExecutionEntry({ tenant_id, assistant_id }, T0 + 1_000, NODES))
        expect(await foldEntries(statistics, T0 + 2_000)).toBe('done')
      }
      const [from, to] = [T0 - HOUR_MS, T0 + HOUR_MS]
      for (const hours of [
        { first_hour: to, last_hour: to },
        { first_hour: from, last_hour: from },
        { first_hour: from, last_hour: to },
      ]) {
        const rows = await statistics.listNodes({ tenant_id, assistant_id, from, to, ...hours })
        expect(rows.map(({ nodes }) => parseNodes(nodes).get('__proto__'))).toEqual([
          { count: 12, errors: 6, input_tokens: 30, output_tokens: 18, duration: { '40': 12 } },
        ])
      }
    })

    it('nodes that fold at the same time count every entry once', async () => {
      const { statistics, insert, count, readCounts } = await open()
      const [tenant_id, assistant_id] = [newId(), newId()]
      for (let round = 0; round < 5; round++)
        await insert(...Array.from({ length: 20 }, () => endedRun(tenant_id, assistant_id)))
      const fold = async (): Promise<void> => {
        while ((await count('stat_entries')) > 0) await foldEntries(statistics, T0 + 2_000)
      }
      await Promise.all([fold(), fold(), fold()])
      expect(await readCounts(tenant_id, '')).toMatchObject({ created: 100, completed: 100 })
    })

    it('a folding that read the entries before another one finished stores nothing', async () => {
      const { statistics, insert, readCounts } = await open()
      const [tenant_id, assistant_id] = [newId(), newId()]
      await insert(endedRun(tenant_id, assistant_id), endedRun(tenant_id, assistant_id))
      const stale = await statistics.listEntries(10)
      await foldEntries(statistics, T0 + 2_000)
      const bucket = { tenant_id, assistant_id: '', resolution: 3600, bucket_at: 0, nodes: null }
      const stored = { ...bucket, data: '{"counts":{"completed":99}}', revision: 1 }
      expect(await statistics.fold(stale, [stored])).toBe(false)
      await insert(endedRun(tenant_id, assistant_id))
      const fresh = await statistics.listEntries(10)
      const bucket_at = Math.floor(T0 / HOUR_MS) * HOUR_MS
      const [current] = await statistics.listBuckets([
        { tenant_id, assistant_id: '', resolution: 3600, bucket_at },
      ])
      // The next revision is that of the stored row plus one.
      expect(await statistics.fold(fresh, [current!])).toBe(false)
      expect(await statistics.listEntries(10)).toEqual(fresh)
      expect(await readCounts(tenant_id, '')).toMatchObject({ completed: 2 })
    })

    it('a folding that fails between its statements leaves the entries, and the next one counts them', async () => {
      let failing = false
      const { statistics, insert, count, readCounts } = await open((driver) => ({
        ...driver,
        write: (batch) =>
          driver.write(
            failing && batch.length > 3 ? [...batch, rawStatement('select * from missing_table')] : batch,
          ),
      }))
      const [tenant_id, assistant_id] = [newId(), newId()]
      await insert(endedRun(tenant_id, assistant_id))
      failing = true
      await expect(foldEntries(statistics, T0 + 2_000)).rejects.toThrow()
      expect([await count('stat_entries'), await count('stat_buckets')]).toEqual([1, 0])
      failing = false
      expect(await foldEntries(statistics, T0 + 2_000)).toBe('done')
      expect(await readCounts(tenant_id, '')).toMatchObject({ created: 1, completed: 1 })
    })

    it('every entry is counted once although calls fail before or after they take effect', async () => {
      const { faults, wrapDriver } = makeFaultyDriver(
        makeRandom(11),
        { before: 0.2, after: 0.3, delay: 0 },
        0,
      )
      const { statistics, insert, count, readCounts } = await open(wrapDriver)
      const [tenant_id, assistant_id] = [newId(), newId()]
      let expected = 0
      for (let round = 0; round < 30; round++) {
        faults.isEnabled = false
        await insert(endedRun(tenant_id, assistant_id), endedRun(tenant_id, assistant_id))
        expected += 2
        faults.isEnabled = true
        await foldEntries(statistics, T0 + 2_000).catch(() => undefined)
      }
      faults.isEnabled = false
      while ((await count('stat_entries')) > 0) await foldEntries(statistics, T0 + 2_000)
      expect(faults.after).toBeGreaterThan(0)
      expect(await readCounts(tenant_id, '')).toMatchObject({ created: expected, completed: expected })
    })

    it('minutes are removed after 48 hours, hours after 90 days, and an old creation is counted by the hour only', async () => {
      const { db, statistics, insert } = await open()
      const [tenant_id, assistant_id] = [newId(), newId()]
      await insert(endedRun(tenant_id, assistant_id))
      let now = T0 + 2_000
      const log = { warn: () => undefined } as never
      const fold = () => new StatisticsFolder({ statistics, clock: { now: () => now }, log }).fold()
      const listResolutions = async () =>
        (
          await db.read(
            rawStatement<{ resolution: number }>(
              'select distinct resolution from stat_buckets order by resolution',
            ),
          )
        ).map(({ resolution }) => resolution)
      await fold()
      expect(await listResolutions()).toEqual([60, 900, 3600, 86_400])
      now = T0 + 49 * HOUR_MS
      await fold()
      expect(await listResolutions()).toEqual([3600, 86_400])
      const old = runRow({ tenant_id, assistant_id, created_at: T0 })
      await insert(toRunEntry(old, 'cancelled', now, new Map()))
      await fold()
      const minutes = await statistics.readRange({
        tenant_id,
        assistant_id,
        resolution: 60,
        from: T0 - HOUR_MS,
        to: T0 + 60 * HOUR_MS,
      })
      expect(minutes.map(({ data }) => parseBucket(data).counts)).toEqual([{ cancelled: 1 }])
      now = T0 + 93 * 24 * HOUR_MS
      await fold()
      expect(await listResolutions()).toEqual([])
    })
  })
}
