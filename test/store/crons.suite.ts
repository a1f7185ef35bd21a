import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { CronRow, CronFilter } from '../../src/store/crons/crons.js'
import { assistantRow, cronRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const MINUTE = 60_000

/** Needs its own database: due crons are listed for all tenants. */
export const describeCrons = (stores: Stores): void => {
  describe('crons', () => {
    const insertCron = async (overrides: Partial<CronRow> = {}): Promise<CronRow> => {
      const row = cronRow({ tenant_id: newId(), next_run_date: null, ...overrides })
      await stores.crons.insert(row)
      return row
    }
    const toIds = (rows: readonly CronRow[]) => rows.map(({ cron_id }) => cron_id)

    it('crons are read as they were stored, and only by their tenant', async () => {
      const row = await insertCron({ payload: '{"b":1,"a":2}', timezone: 'Europe/Berlin', end_time: T0 })
      const stranger = { ...row, tenant_id: newId() }
      expect(await stores.crons.get(row)).toEqual(row)
      expect(await stores.crons.get(stranger)).toBeUndefined()
      expect(await stores.crons.replace({ ...stranger, revision: 2 }, 1)).toBe(false)
      expect(await stores.crons.remove(stranger)).toBe(false)
      expect(await stores.crons.count(stranger.tenant_id, {})).toBe(0)
      const changed = { ...row, schedule: '0 0 * * *', enabled: 0, revision: 2 }
      expect(await stores.crons.replace(changed, 1)).toBe(true)
      expect(await stores.crons.replace({ ...changed, revision: 2 }, 1)).toBe(false)
      expect(await stores.crons.get(row)).toEqual(changed)
      expect(await stores.crons.remove(row)).toBe(true)
      expect(await stores.crons.remove(row)).toBe(false)
    })

    it('crons are searched and counted by their columns, and null values sort last', async () => {
      const tenant_id = newId()
      const [a, b, c] = [newId(), newId(), newId()]
      const thread_id = newId()
      await insertCron({ tenant_id, cron_id: a, end_time: T0 + 2, metadata: '{"team":{"name":"blue"}}' })
      await insertCron({ tenant_id, cron_id: b, end_time: T0 + 1, thread_id })
      await insertCron({ tenant_id, cron_id: c, enabled: 0 })
      const search = async (filter: CronFilter, sort = 'created_at', order: 'asc' | 'desc' = 'asc') =>
        toIds(await stores.crons.search(tenant_id, filter, { sort, order, limit: 9, offset: 0 }))
      expect(await search({})).toEqual([a, b, c])
      expect(await search({}, 'end_time')).toEqual([b, a, c])
      expect(await search({}, 'end_time', 'desc')).toEqual([a, b, c])
      expect(await search({ thread_id })).toEqual([b])
      expect(await search({ enabled: false })).toEqual([c])
      expect(await search({ metadata: '{"team":{"name":"blue"}}' })).toEqual([a])
      expect(await stores.crons.count(tenant_id, { enabled: true })).toBe(2)
      const page = { sort: 'created_at', order: 'asc', limit: 1, offset: 1 } as const
      expect(toIds(await stores.crons.search(tenant_id, {}, page))).toEqual([b, c])
    })

    it('due crons are listed, the longest due first', async () => {
      const now = T0 + 5 * MINUTE
      const late = await insertCron({ next_run_date: now })
      const later = await insertCron({ next_run_date: now - MINUTE })
      await insertCron({ next_run_date: now + 1 })
      expect(toIds(await stores.crons.listDue(now, 9))).toEqual([later.cron_id, late.cron_id])
      expect(toIds(await stores.crons.listDue(now, 1))).toEqual([later.cron_id])
    })

    it('of several concurrent claims of a due date one succeeds, together with its run', async () => {
      const assistant = assistantRow({ tenant_id: newId() })
      const { tenant_id, assistant_id } = assistant
      await stores.assistants.insert(assistant)
      const cron = await insertCron({ tenant_id, assistant_id, next_run_date: T0 })
      const claimDueDate = () => {
        const thread = threadRow({ tenant_id })
        const run = runRow({ tenant_id, assistant_id, thread_id: thread.thread_id })
        return stores.crons.advanceNextRun(cron, T0 + MINUTE, [
          stores.threads.insertStatement(thread),
          stores.runs.insertStatement(run),
        ])
      }
      const claims = await Promise.all(Array.from({ length: 8 }, claimDueDate))
      expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1)
      expect(await claimDueDate()).toBe(false)
      expect((await stores.runLists.list(tenant_id, {}, { limit: 9 }, T0)).rows).toHaveLength(1)
      expect(await stores.threads.list(tenant_id, { limit: 9 })).toHaveLength(1)
      expect(await stores.crons.get(cron)).toEqual({ ...cron, next_run_date: T0 + MINUTE, revision: 2 })
    })

    it('a cron keeps its due date if its run cannot be stored or the cron has changed', async () => {
      const cron = await insertCron({ next_run_date: T0 })
      const orphan = runRow({ tenant_id: cron.tenant_id })
      expect(await stores.crons.advanceNextRun(cron, null, [stores.runs.insertStatement(orphan)])).toBe(false)
      expect(await stores.crons.get(cron)).toEqual(cron)
      await stores.crons.replace({ ...cron, payload: '{"input":{}}', revision: 2 }, 1)
      expect(await stores.crons.advanceNextRun(cron, null, [])).toBe(false)
      expect(await stores.crons.advanceNextRun({ ...cron, revision: 2 }, null, [])).toBe(true)
    })
  })
}
