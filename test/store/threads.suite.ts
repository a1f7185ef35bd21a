import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { assistantRow, messageRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeThreads = (stores: Stores): void => {
  describe('a thread', () => {
    const insertThread = async (overrides = {}) => {
      const row = threadRow({ tenant_id: newId(), ...overrides })
      await stores.threads.insert(row)
      return row
    }

    it('is found as it was inserted', async () => {
      const row = await insertThread({ title: 'Order 1017', assistant_id: newId() })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.get(threadRow())).resolves.toBeUndefined()
    })

    it('whose id is taken is a conflict and changes nothing', async () => {
      const row = await insertThread()
      await expect(stores.threads.insert({ ...row, title: 'Other' })).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
    })

    it('is inserted if absent by one of many who try at once', async () => {
      const row = threadRow({ tenant_id: newId() })
      const tries = Array.from({ length: 10 }, (_, n) =>
        stores.threads.insertIfAbsent({ ...row, title: `Try ${String(n)}` }),
      )
      const results = await Promise.all(tries)
      expect(results.filter(Boolean)).toEqual([true])
      await expect(stores.threads.get(row)).resolves.toMatchObject({
        title: `Try ${String(results.indexOf(true))}`,
      })
    })

    it('is listed from the newest, page by page, also when many were made in the same millisecond', async () => {
      const tenant_id = newId()
      // Ids as a client may choose them: they sort by their bytes, upper case first, on every engine.
      const ids = ['a', 'B', 'b', 'A', '-', 'ä', 'Z', '0']
      for (const thread_id of ids) await stores.threads.insert(threadRow({ tenant_id, thread_id }))
      await stores.threads.insert(threadRow({ tenant_id, thread_id: 'older', created_at: T0 - 1 }))
      for (const limit of [1, 2, 4, 9, 50]) {
        const pages = await collectPages(
          limit,
          (page) => stores.threads.list(tenant_id, page),
          ({ created_at, thread_id }) => ({ at: created_at, id: thread_id }),
        )
        const listed = pages.flat().map(({ thread_id }) => thread_id)
        expect(listed).toEqual(['ä', 'b', 'a', 'Z', 'B', 'A', '0', '-', 'older'])
      }
    })

    it('that is temporary is found but not listed', async () => {
      const row = await insertThread({ temporary: 1 })
      const listed = await insertThread({ tenant_id: row.tenant_id })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.list(row.tenant_id, { limit: 10 })).resolves.toEqual([listed])
    })

    it('is described anew when nobody changed it since it was read', async () => {
      const row = await insertThread()
      const described = {
        ...row,
        title: 'Refund',
        assistant_id: newId(),
        metadata: '{"a":1}',
        revision: 2,
        updated_at: T0 + 3,
      }
      const written = await stores.threads.updateDetails(described, 1)
      expect(written && { ...written, metadata: JSON.parse(written.metadata) as unknown }).toEqual({
        ...described,
        metadata: { a: 1 },
      })
      await expect(stores.threads.get(row)).resolves.toEqual(written)
    })

    it('is not described by somebody who read it before the last change', async () => {
      const row = await insertThread()
      await stores.threads.updateDetails({ ...row, title: 'First', revision: 2 }, 1)
      await expect(
        stores.threads.updateDetails({ ...row, title: 'Late', revision: 2 }, 1),
      ).resolves.toBeUndefined()
      await expect(stores.threads.get(row)).resolves.toMatchObject({ title: 'First' })
      await expect(stores.threads.updateDetails(threadRow(), 1)).resolves.toBeUndefined()
    })

    it('stays busy when it is described by somebody who saw it idle', async () => {
      const row = await insertThread()
      const assistant = assistantRow({ tenant_id: row.tenant_id })
      await stores.assistants.insert(assistant)
      const { thread_id, tenant_id } = row
      const { assistant_id } = assistant
      await stores.runs.insert(runRow({ tenant_id, thread_id, assistant_id }), { mode: 'enqueue' })
      await expect(
        stores.threads.updateDetails({ ...row, title: 'New', revision: 2 }, 1),
      ).resolves.toMatchObject({
        title: 'New',
        status: 'busy',
      })
    })

    it('takes its messages and runs with it when it is removed, and nobody else’s', async () => {
      const row = await insertThread()
      const { tenant_id } = row
      const keptThread = await insertThread({ tenant_id })
      const assistant = assistantRow({ tenant_id })
      await stores.assistants.insert(assistant)
      const { assistant_id } = assistant
      const insertMessageAndRun = async (thread_id: string) => {
        await stores.messages.insert(messageRow({ tenant_id, thread_id }))
        const run = runRow({ tenant_id, thread_id, assistant_id })
        await stores.runs.insert(run, { mode: 'enqueue' })
        return run
      }
      const removedRun = await insertMessageAndRun(row.thread_id)
      const keptRun = await insertMessageAndRun(keptThread.thread_id)

      await expect(stores.threads.remove(row)).resolves.toBe(true)

      await expect(stores.threads.get(row)).resolves.toBeUndefined()
      await expect(stores.messages.list(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.runs.get(removedRun)).resolves.toBeUndefined()
      await expect(stores.messages.list(keptThread, { limit: 5 })).resolves.toHaveLength(1)
      await expect(stores.runs.get(keptRun)).resolves.toEqual(keptRun)
      await expect(stores.threads.remove(row)).resolves.toBe(false)
    })
  })
}
