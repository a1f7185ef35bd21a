import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { messageRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeMessages = (stores: Stores): void => {
  describe('a message', () => {
    const insertThread = async () => {
      const thread = threadRow({ tenant_id: newId() })
      await stores.threads.insert(thread)
      const { tenant_id, thread_id } = thread
      return { tenant_id, thread_id }
    }

    it('is listed in its thread as it was inserted, and touches the thread', async () => {
      const thread = await insertThread()
      const row = messageRow({ ...thread, run_id: newId(), role: 'tool', created_at: T0 + 4 })
      await expect(stores.messages.insert(row)).resolves.toBe(true)
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([row])
      await expect(stores.threads.get(thread)).resolves.toMatchObject({ created_at: T0, updated_at: T0 + 4 })
    })

    it('is not stored in a thread that does not exist, nor is what is written beside it', async () => {
      const row = messageRow({ tenant_id: newId() })
      const extraThread = threadRow({ tenant_id: row.tenant_id })
      await expect(stores.messages.insert(row, stores.threads.insertStatement(extraThread))).resolves.toBe(
        false,
      )
      await expect(stores.messages.list(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.threads.get(extraThread)).resolves.toBeUndefined()
    })

    it('whose id is taken is a conflict and does not touch the thread', async () => {
      const thread = await insertThread()
      const row = messageRow(thread)
      await stores.messages.insert(row)
      const duplicate = { ...row, content: '"again"', created_at: T0 + 4 }
      await expect(stores.messages.insert(duplicate)).rejects.toMatchObject({ code: 'resource_conflict' })
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([row])
      await expect(stores.threads.get(thread)).resolves.toMatchObject({ updated_at: T0 })
    })

    it('is listed from the newest, page by page, also when many were made in the same millisecond', async () => {
      const thread = await insertThread()
      const times = [T0 - 1, T0, T0, T0, T0, T0 + 1]
      // Ids grow with creation, so the newest is the one with the highest.
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
