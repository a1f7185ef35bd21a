import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Row } from '../../src/store/sql/tables.js'
import { assistantRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeReservations = (stores: Stores): void => {
  describe('reservations of runs', () => {
    const insertWaitingRun = async (fields: Partial<Row<'runs'>> = {}): Promise<Row<'runs'>> => {
      const tenant_id = newId()
      const thread = threadRow({ tenant_id })
      const assistant = assistantRow({ tenant_id })
      await stores.threads.insert(thread)
      await stores.assistants.insert(assistant)
      const row = runRow({
        tenant_id,
        thread_id: thread.thread_id,
        assistant_id: assistant.assistant_id,
        status: 'requires_action',
        ...fields,
      })
      await stores.runs.insert(row, { mode: 'enqueue' })
      return row
    }
    const first = { id: 'key:1', name: 'desk' }
    const second = { id: 'key:2', name: 'desk' }
    const times = { now: T0, reserved_until: T0 + 1_000 }
    const resume = (row: Row<'runs'>, resumedBy: typeof first) =>
      stores.runs.transition(row, {
        from: ['requires_action'],
        to: 'queued',
        resume: null,
        completed_at: null,
        updated_at: T0 + 10,
        resumedBy,
      })

    it('the holder is the ID of the caller, not its name', async () => {
      const { reserve, release } = stores.runReservations
      const row = await insertWaitingRun()
      const stored = { reserved_by: 'desk', reserved_by_id: 'key:1', reserved_until: T0 + 1_000 }
      expect(await reserve(row, first, times)).toMatchObject(stored)
      expect(await reserve(row, second, times)).toBeUndefined()
      expect(await release(row, second, { now: T0, isForced: false })).toBeUndefined()
      expect(await resume(row, second)).toBeUndefined()
      expect(await stores.runs.get(row)).toMatchObject(stored)
      const free = { reserved_by: null, reserved_by_id: null, reserved_until: null }
      expect(await release(row, second, { now: T0, isForced: true })).toMatchObject(free)
      expect(await reserve(row, second, times)).toMatchObject({ reserved_by_id: 'key:2' })
      expect(await reserve(row, first, { ...times, now: T0 + 1_000 })).toMatchObject(stored)
      expect(await resume(row, first)).toMatchObject(free)
    })

    it('a reservation of an older version belongs to everyone with the name of its holder', async () => {
      const old = { reserved_by: 'desk', reserved_by_id: null, reserved_until: T0 + 1_000 }
      const row = await insertWaitingRun(old)
      expect(await resume(row, { id: 'key:3', name: 'other' })).toBeUndefined()
      expect(await resume(row, second)).toMatchObject({ status: 'queued', reserved_by: null })
    })
  })
}
