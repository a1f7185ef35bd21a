import { describe, expect, it } from 'vitest'
import { ThreadValues } from '../../src/engine/executor/thread-values.js'
import { insertRun } from '../support/insert-run.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

const makeMessages = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => `message ${String(index)} ${'text '.repeat(60)}`),
  )

/** Random histories of checkpoints are in checkpoint-histories.test.ts. */
export const describeValuePacking = (stores: Stores): void => {
  describe('packing of the outputs of a thread', () => {
    const addVersions = async (key: { tenant_id: string; thread_id: string }, texts: readonly string[]) => {
      const values = new ThreadValues(key.thread_id)
      const versions = texts.map((text) => values.add(text)!)
      await stores.db.write(stores.threadValues.insertStatements(key, values.takeRows()))
      return versions
    }
    const readRows = ({ thread_id }: { thread_id: string }) =>
      stores.db.read(
        rawStatement<{ version: string; is_packed: number; chars: number }>(
          `select version, case when packed is null then 0 else 1 end as is_packed, length(value) as chars
           from thread_values where thread_id = '${thread_id}' order by version`,
        ),
      )

    it('every version is read as before, and only the newest ones are rows of their own', async () => {
      const run = await insertRun(stores)
      const texts = Array.from({ length: 60 }, (_, index) => makeMessages(index + 10))
      const versions = await addVersions(run, texts)
      await expect(stores.valuePacking.packThreadOfRun(run)).resolves.toBe(true)
      const rows = await readRows(run)
      expect(rows.filter(({ is_packed }) => is_packed === 1)).toHaveLength(2)
      expect(rows).toHaveLength(2 + 9)
      for (const [index, version] of versions.entries())
        await expect(stores.threadValues.readText(run, version)).resolves.toBe(texts[index])
      await expect(stores.threadValues.findLatest(run)).resolves.toBe(versions.at(-1))
      // Packing again changes nothing.
      await stores.valuePacking.packThreadOfRun(run)
      expect(await readRows(run)).toEqual(rows)
    })

    it('versions are found in a row that was packed while they were read', async () => {
      const run = await insertRun(stores)
      const texts = Array.from({ length: 30 }, (_, index) => makeMessages(index + 10))
      const versions = await addVersions(run, texts)
      const before = await stores.threadValues.readRows(run, versions[10]!)
      await stores.valuePacking.packThreadOfRun(run)
      const after = await stores.threadValues.readRows(run, versions[10]!)
      expect(after.toSorted(byVersion)).toEqual(before.toSorted(byVersion))
    })

    it('a long thread is packed in several calls', async () => {
      const run = await insertRun(stores)
      const values = Array.from({ length: 600 }, (_, index) => ({
        version: `${String(index + 1)}.5`,
        value: JSON.stringify('x'.repeat(2_000 + index)),
      }))
      await stores.db.write(stores.threadValues.insertStatements(run, values))
      await expect(stores.valuePacking.packThreadOfRun(run)).resolves.toBe(false)
      await expect(stores.valuePacking.packThreadOfRun(run)).resolves.toBe(true)
      await expect(stores.threadValues.readText(run, '50.5')).resolves.toBe(values[49]?.value)
    })
  })
}

const byVersion = (a: { version: string }, b: { version: string }): number => (a.version < b.version ? -1 : 1)
