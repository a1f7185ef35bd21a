import { describe, expect, it } from 'vitest'
import { ThreadValues } from '../../src/engine/executor/thread-values.js'
import { newId } from '../../src/platform/ids.js'
import { toOutputReference } from '../../src/store/runs/stored-values.js'
import { insertRun } from '../support/insert-run.js'
import type { Stores } from '../support/stores.js'

const makeMessages = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => `message ${String(index)} ${'text '.repeat(60)}`),
  )

export const describeThreadValues = (stores: Stores): void => {
  describe('thread values', () => {
    let storedChars = 0
    const addText = async (key: { tenant_id: string; thread_id: string }, text: string): Promise<string> => {
      const values = new ThreadValues(key.thread_id)
      const latest = await stores.threadValues.findLatest(key)
      if (latest !== undefined) await values.load(latest, () => stores.threadValues.readRows(key, latest))
      const version = values.add(text) ?? ''
      const rows = values.takeRows()
      storedChars += rows.reduce((sum, { value }) => sum + value.length, 0)
      await stores.db.write(stores.threadValues.insertStatements(key, rows))
      return version
    }

    it('every version of a growing text is restored, and its rows contain only what was added', async () => {
      const key = { tenant_id: newId(), thread_id: newId() }
      const texts = Array.from({ length: 60 }, (_, index) => makeMessages(index + 10))
      const versions: string[] = []
      const charsBefore = storedChars
      for (const text of texts) versions.push(await addText(key, text))
      expect(versions).toEqual(versions.toSorted())
      for (const [index, version] of versions.entries())
        await expect(stores.threadValues.readText(key, version)).resolves.toBe(texts[index])
      await expect(stores.threadValues.findLatest(key)).resolves.toBe(versions.at(-1))
      // Stored whole, the versions would take 34 times the last text.
      expect(storedChars - charsBefore).toBeLessThan(4 * texts.at(-1)!.length)
    })

    it('a thread does not read the values of other threads and tenants', async () => {
      const key = { tenant_id: newId(), thread_id: newId() }
      const version = await addText(key, makeMessages(20))
      for (const stranger of [
        { ...key, tenant_id: newId() },
        { ...key, thread_id: newId() },
      ]) {
        await expect(stores.threadValues.findLatest(stranger)).resolves.toBeUndefined()
        await expect(stores.threadValues.readRows(stranger, version)).resolves.toEqual([])
        await expect(stores.threadValues.readText(stranger, version)).rejects.toThrow(/is missing/)
      }
    })

    it('a run is read with its output, also if the row refers to it', async () => {
      const run = await insertRun(stores)
      const text = makeMessages(30)
      const version = await addText(run, text)
      await insertRun(stores, {
        tenant_id: run.tenant_id,
        thread_id: run.thread_id,
        output: toOutputReference(version),
      })
      const [last, first] = await stores.runs.listOfThread(run, [], 10, 0)
      expect([first?.output, last?.output]).toEqual([null, text])
      await expect(stores.runs.getLatestOfThread(run)).resolves.toMatchObject({ output: text })
      await expect(stores.runs.get(last!)).resolves.toMatchObject({ output: text })
      const page = await stores.runLists.list(run.tenant_id, { thread_id: run.thread_id }, { limit: 10 }, 0)
      expect(page.rows.map(({ output }) => output)).toEqual([text, null])
    })

    it('a deleted thread leaves no values', async () => {
      const run = await insertRun(stores)
      await addText(run, makeMessages(20))
      await stores.threads.remove(run)
      await expect(stores.threadValues.findLatest(run)).resolves.toBeUndefined()
    })
  })
}
