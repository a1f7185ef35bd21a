import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { messageRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeMessages = (stores: Stores): void => {
  describe('messages', () => {
    const insertThread = async () => {
      const thread = threadRow({ tenant_id: newId() })
      await stores.threads.insert(thread)
      const { tenant_id, thread_id } = thread
      return { tenant_id, thread_id }
    }

    it('a message is listed as it was inserted and updates the timestamp of its thread', async () => {
      const thread = await insertThread()
      const row = messageRow({ ...thread, run_id: newId(), role: 'tool', created_at: T0 + 4 })
      await expect(stores.messages.insert(row)).resolves.toBe(true)
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([row])
      await expect(stores.threads.get(thread)).resolves.toMatchObject({ created_at: T0, updated_at: T0 + 4 })
    })

    it('a message for a thread that does not exist is not stored, nor are its extra statements', async () => {
      const row = messageRow({ tenant_id: newId() })
      const extraThread = threadRow({ tenant_id: row.tenant_id })
      await expect(stores.messages.insert(row, stores.threads.insertStatement(extraThread))).resolves.toBe(
        false,
      )
      await expect(stores.messages.list(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.threads.get(extraThread)).resolves.toBeUndefined()
    })

    it('inserting a message with an existing ID is a conflict and does not change the thread', async () => {
      const thread = await insertThread()
      const row = messageRow(thread)
      await stores.messages.insert(row)
      const duplicate = { ...row, content: '"again"', created_at: T0 + 4 }
      await expect(stores.messages.insert(duplicate)).rejects.toMatchObject({ code: 'resource_conflict' })
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([row])
      await expect(stores.threads.get(thread)).resolves.toMatchObject({ updated_at: T0 })
    })

    it('messages are listed newest first, page by page, even if many have the same creation time', async () => {
      const thread = await insertThread()
      const times = [T0 - 1, T0, T0, T0, T0, T0 + 1]
      // IDs are UUIDv7, so the newest message has the highest ID.
      const rows = times.map((created_at) => messageRow({ ...thread, created_at }))
      for (const row of rows) await stores.messages.insert(row)
      await stores.messages.insert(messageRow(await insertThread()))
      for (const limit of [1, 2, 3, 50]) {
        const pages = await collectPages(
          limit,
          (page) => stores.messages.list(thread, page),
          ({ created_at, message_id }) => ({ at: created_at, id: message_id }),
        )
        expect(pages.flat()).toEqual([...rows].reverse())
      }
    })
  })
}
