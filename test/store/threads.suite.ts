import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { assistantRow, messageRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeThreads = (stores: Stores): void => {
  describe('threads', () => {
    const insertThread = async (overrides = {}) => {
      const row = threadRow({ tenant_id: newId(), ...overrides })
      await stores.threads.insert(row)
      return row
    }

    it('a thread is read as it was inserted', async () => {
      const row = await insertThread({ title: 'Order 1017', assistant_id: newId() })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.get(threadRow())).resolves.toBeUndefined()
    })

    it('inserting a thread with an existing ID is a conflict and changes nothing', async () => {
      const row = await insertThread()
      await expect(stores.threads.insert({ ...row, title: 'Other' })).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
    })

    it('of many concurrent inserts-if-absent of a thread one succeeds', async () => {
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

    it('threads are listed newest first, page by page, even if many have the same creation time', async () => {
      const tenant_id = newId()
      // IDs that a client may choose: they sort by their bytes, upper case first, on both databases.
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

    it('a temporary thread can be read but is not listed', async () => {
      const row = await insertThread({ temporary: 1 })
      const listed = await insertThread({ tenant_id: row.tenant_id })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.list(row.tenant_id, { limit: 10 })).resolves.toEqual([listed])
    })

    it('the details of a thread are updated if it has not changed since it was read', async () => {
      const row = await insertThread()
      const described = {
        ...row,
        title: 'Refund',
        assistant_id: newId(),
        metadata: '{"a":1}',
        config: '{"configurable":{"b":2}}',
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

    it('the details of a thread are not updated if it has changed since it was read', async () => {
      const row = await insertThread()
      await stores.threads.updateDetails({ ...row, title: 'First', revision: 2 }, 1)
      await expect(
        stores.threads.updateDetails({ ...row, title: 'Late', revision: 2 }, 1),
      ).resolves.toBeUndefined()
      await expect(stores.threads.get(row)).resolves.toMatchObject({ title: 'First' })
      await expect(stores.threads.updateDetails(threadRow(), 1)).resolves.toBeUndefined()
    })

    it('updating the details of a thread does not change its status', async () => {
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

    it('removing a thread removes its messages and runs and no others', async () => {
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

      await expect(stores.threads.remove(row)).resolves.toEqual([removedRun.run_id])

      await expect(stores.threads.get(row)).resolves.toBeUndefined()
      await expect(stores.messages.list(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.runs.get(removedRun)).resolves.toBeUndefined()
      await expect(stores.messages.list(keptThread, { limit: 5 })).resolves.toHaveLength(1)
      await expect(stores.runs.get(keptRun)).resolves.toEqual(keptRun)
      await expect(stores.threads.remove(row)).resolves.toBeUndefined()
    })
  })
}
