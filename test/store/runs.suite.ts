import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { RUN_STATUSES, UNFINISHED_RUN_STATUSES, type RunStatus } from '../../src/schema/run.js'
import { assistantRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeRuns = (stores: Stores): void => {
  describe('runs', () => {
    /** Creates a tenant with a thread and an assistant and returns the IDs that a run refers to. */
    const prepareThread = async () => {
      const tenant_id = newId()
      const thread = threadRow({ tenant_id })
      const assistant = assistantRow({ tenant_id })
      await stores.threads.insert(thread)
      await stores.assistants.insert(assistant)
      return { tenant_id, thread_id: thread.thread_id, assistant_id: assistant.assistant_id }
    }

    const getThreadStatus = async (key: { tenant_id: string; thread_id: string }) =>
      (await stores.threads.get(key))?.status

    it('a run is read as it was inserted and makes its thread busy', async () => {
      const keys = await prepareThread()
      const row = runRow({ ...keys, assistant_version: 3, input: '{"b":1,"a":2}', created_at: T0 + 2 })
      await expect(stores.runs.insert(row, { mode: 'enqueue' })).resolves.toBe(true)
      await expect(stores.runs.get(row)).resolves.toEqual(row)
      await expect(stores.threads.get(keys)).resolves.toMatchObject({ status: 'busy', updated_at: T0 + 2 })
      await expect(stores.runs.get(runRow())).resolves.toBeUndefined()
    })

    it('a run can be inserted in the same batch as its thread', async () => {
      const { tenant_id, assistant_id } = await prepareThread()
      const thread = threadRow({ tenant_id, temporary: 1 })
      const row = runRow({ tenant_id, assistant_id, thread_id: thread.thread_id })
      const precedingStatements = [stores.threads.insertStatement(thread)]
      await expect(stores.runs.insert(row, { mode: 'enqueue', precedingStatements })).resolves.toBe(true)
      await expect(stores.threads.get(thread)).resolves.toMatchObject({ status: 'busy', temporary: 1 })
    })

    it('a run is not stored if its thread does not exist', async () => {
      const keys = await prepareThread()
      const row = runRow({ ...keys, thread_id: newId() })
      await expect(stores.runs.insert(row, { mode: 'enqueue' })).resolves.toBe(false)
      await expect(stores.runs.insert(row, { mode: 'alone' })).resolves.toBe(false)
      await expect(stores.runs.get(row)).resolves.toBeUndefined()
    })

    it('a run is not stored if its assistant does not exist, and its thread stays idle', async () => {
      const keys = await prepareThread()
      const row = runRow({ ...keys, assistant_id: newId() })
      const extraThread = threadRow({ tenant_id: keys.tenant_id })
      const also = stores.threads.insertStatement(extraThread)
      await expect(stores.runs.insert(row, { mode: 'enqueue', extraStatements: [also] })).resolves.toBe(false)
      await expect(stores.runs.insert(row, { mode: 'enqueue', precedingStatements: [also] })).resolves.toBe(
        false,
      )
      await expect(stores.runs.get(row)).resolves.toBeUndefined()
      await expect(getThreadStatus(keys)).resolves.toBe('idle')
      await expect(stores.threads.get(extraThread)).resolves.toBeUndefined()
    })

    it('inserting a run with an existing ID is a conflict', async () => {
      const keys = await prepareThread()
      const row = runRow(keys)
      await stores.runs.insert(row, { mode: 'enqueue' })
      await expect(stores.runs.insert(row, { mode: 'enqueue' })).rejects.toMatchObject({
        code: 'resource_conflict',
      })
    })

    it('a run is queued behind an unfinished run unless it must be alone', async () => {
      for (const status of UNFINISHED_RUN_STATUSES) {
        const keys = await prepareThread()
        await stores.runs.insert(runRow({ ...keys, status }), { mode: 'alone' })
        const rejectedRun = runRow(keys)
        await expect(stores.runs.insert(rejectedRun, { mode: 'alone' })).resolves.toBe(false)
        await expect(stores.runs.get(rejectedRun)).resolves.toBeUndefined()
        await expect(stores.runs.insert(runRow(keys), { mode: 'enqueue' })).resolves.toBe(true)
      }
    })

    it('a run that must be alone is not rejected because of finished runs or runs of other threads', async () => {
      const keys = await prepareThread()
      const other = threadRow({ tenant_id: keys.tenant_id })
      await stores.threads.insert(other)
      await stores.runs.insert(runRow({ ...keys, thread_id: other.thread_id }), { mode: 'enqueue' })
      for (const status of ['completed', 'failed', 'cancelled'] as const) {
        await expect(stores.runs.insert(runRow({ ...keys, status }), { mode: 'alone' })).resolves.toBe(true)
      }
    })

    it('of twenty concurrent runs that must be alone in a thread one is inserted', async () => {
      const keys = await prepareThread()
      const rows = Array.from({ length: 20 }, () => runRow(keys))
      const results = await Promise.all(rows.map((row) => stores.runs.insert(row, { mode: 'alone' })))
      expect(results.filter(Boolean)).toEqual([true])
      const listed = await stores.runLists.list(keys.tenant_id, {}, { limit: 50 }, T0)
      expect(listed.rows).toEqual([rows[results.indexOf(true)]])
    })

    it('a status transition from an allowed status clears the required action', async () => {
      const keys = await prepareThread()
      const row = runRow({ ...keys, status: 'requires_action', required_action: '{"type":"human_input"}' })
      await stores.runs.insert(row, { mode: 'enqueue' })
      const change = { from: ['requires_action'], to: 'queued', resume: '{"b":1,"a":2}' } as const
      const moved = await stores.runs.transition(row, { ...change, completed_at: null, updated_at: T0 + 1 })
      expect(moved).toEqual({
        ...row,
        status: 'queued',
        required_action: null,
        resume: '{"b":1,"a":2}',
        updated_at: T0 + 1,
      })
      await expect(stores.runs.get(row)).resolves.toEqual(moved)
      await expect(getThreadStatus(keys)).resolves.toBe('busy')
    })

    it('a status transition from another status changes nothing', async () => {
      const change = { to: 'cancelled', resume: null, completed_at: T0 + 1, updated_at: T0 + 1 } as const
      for (const status of RUN_STATUSES) {
        const keys = await prepareThread()
        const row = runRow({ ...keys, status })
        await stores.runs.insert(row, { mode: 'enqueue' })
        const from = RUN_STATUSES.filter((other) => other !== status)
        await expect(stores.runs.transition(row, { ...change, from })).resolves.toBeUndefined()
        await expect(stores.runs.get(row)).resolves.toEqual(row)
        await expect(stores.threads.get(keys)).resolves.toMatchObject({ updated_at: T0 })
      }
      await expect(
        stores.runs.transition(runRow(), { ...change, from: RUN_STATUSES }),
      ).resolves.toBeUndefined()
    })

    it('of many concurrent status transitions of a run one succeeds', async () => {
      const keys = await prepareThread()
      const row = runRow(keys)
      await stores.runs.insert(row, { mode: 'enqueue' })
      const moves = Array.from({ length: 10 }, (_, n) =>
        stores.runs.transition(row, {
          from: ['queued'],
          to: 'in_progress',
          resume: null,
          completed_at: null,
          updated_at: T0 + n,
        }),
      )
      expect((await Promise.all(moves)).filter((moved) => moved !== undefined)).toHaveLength(1)
    })

    it('the last unfinished run that ends leaves its thread idle', async () => {
      const keys = await prepareThread()
      const [first, second] = [runRow(keys), runRow(keys)]
      await stores.runs.insert(first, { mode: 'enqueue' })
      await stores.runs.insert(second, { mode: 'enqueue' })
      const endingIn = (to: RunStatus, now: number) =>
        ({ from: UNFINISHED_RUN_STATUSES, to, resume: null, completed_at: now, updated_at: now }) as const
      await stores.runs.transition(first, endingIn('completed', T0 + 1))
      await expect(getThreadStatus(keys)).resolves.toBe('busy')
      await stores.runs.transition(second, endingIn('cancelled', T0 + 2))
      await expect(stores.threads.get(keys)).resolves.toMatchObject({ status: 'idle', updated_at: T0 + 2 })
    })

    it('a thread is idle after its last two runs end at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const keys = await prepareThread()
        const rows = [runRow(keys), runRow(keys)]
        for (const row of rows) await stores.runs.insert(row, { mode: 'enqueue' })
        const endingIn = {
          from: UNFINISHED_RUN_STATUSES,
          to: 'completed',
          resume: null,
          completed_at: T0,
          updated_at: T0,
        } as const
        await Promise.all(rows.map((row) => stores.runs.transition(row, endingIn)))
        await expect(getThreadStatus(keys)).resolves.toBe('idle')
      }
    })
  })
}
