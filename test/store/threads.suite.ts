import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { walk } from '../support/pagination.js'
import { assistantRow, messageRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeThreads = (stores: Stores): void => {
  describe('a thread', () => {
    const insertOne = async (given = {}) => {
      const row = threadRow({ tenant_id: newId(), ...given })
      await stores.threads.insert(row)
      return row
    }

    it('is found as it was inserted', async () => {
      const row = await insertOne({ title: 'Order 1017', assistant_id: newId() })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.get(threadRow())).resolves.toBeUndefined()
    })

    it('whose id is taken is a conflict and changes nothing', async () => {
      const row = await insertOne()
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
        const pages = await walk(
          limit,
          (page) => stores.threads.list(tenant_id, page),
          ({ created_at, thread_id }) => ({ at: created_at, id: thread_id }),
        )
        const listed = pages.flat().map(({ thread_id }) => thread_id)
        expect(listed).toEqual(['ä', 'b', 'a', 'Z', 'B', 'A', '0', '-', 'older'])
      }
    })

    it('that is temporary is found but not listed', async () => {
      const row = await insertOne({ temporary: 1 })
      const listed = await insertOne({ tenant_id: row.tenant_id })
      await expect(stores.threads.get(row)).resolves.toEqual(row)
      await expect(stores.threads.list(row.tenant_id, { limit: 10 })).resolves.toEqual([listed])
    })

    it('is described anew when nobody changed it since it was read', async () => {
      const row = await insertOne()
      const described = {
        ...row,
        title: 'Refund',
        assistant_id: newId(),
        metadata: '{"a":1}',
        revision: 2,
        updated_at: T0 + 3,
      }
      const written = await stores.threads.describe(described, 1)
      expect(written && { ...written, metadata: JSON.parse(written.metadata) as unknown }).toEqual({
        ...described,
        metadata: { a: 1 },
      })
      await expect(stores.threads.get(row)).resolves.toEqual(written)
    })

    it('is not described by somebody who read it before the last change', async () => {
      const row = await insertOne()
      await stores.threads.describe({ ...row, title: 'First', revision: 2 }, 1)
      await expect(
        stores.threads.describe({ ...row, title: 'Late', revision: 2 }, 1),
      ).resolves.toBeUndefined()
      await expect(stores.threads.get(row)).resolves.toMatchObject({ title: 'First' })
      await expect(stores.threads.describe(threadRow(), 1)).resolves.toBeUndefined()
    })

    it('stays busy when it is described by somebody who saw it idle', async () => {
      const row = await insertOne()
      const assistant = assistantRow({ tenant_id: row.tenant_id })
      await stores.assistants.insert(assistant)
      const { thread_id, tenant_id } = row
      const { assistant_id } = assistant
      await stores.runs.insert(runRow({ tenant_id, thread_id, assistant_id }), { place: 'enqueue' })
      await expect(stores.threads.describe({ ...row, title: 'New', revision: 2 }, 1)).resolves.toMatchObject({
        title: 'New',
        status: 'busy',
      })
    })

    it('takes its messages and runs with it when it is removed, and nobody else’s', async () => {
      const row = await insertOne()
      const { tenant_id } = row
      const kept = await insertOne({ tenant_id })
      const assistant = assistantRow({ tenant_id })
      await stores.assistants.insert(assistant)
      const { assistant_id } = assistant
      const fill = async (thread_id: string) => {
        await stores.messages.insert(messageRow({ tenant_id, thread_id }))
        const run = runRow({ tenant_id, thread_id, assistant_id })
        await stores.runs.insert(run, { place: 'enqueue' })
        return run
      }
      const gone = await fill(row.thread_id)
      const stays = await fill(kept.thread_id)

      await expect(stores.threads.remove(row)).resolves.toBe(true)

      await expect(stores.threads.get(row)).resolves.toBeUndefined()
      await expect(stores.messages.list(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.runs.get(gone)).resolves.toBeUndefined()
      await expect(stores.messages.list(kept, { limit: 5 })).resolves.toHaveLength(1)
      await expect(stores.runs.get(stays)).resolves.toEqual(stays)
      await expect(stores.threads.remove(row)).resolves.toBe(false)
    })
  })
}
