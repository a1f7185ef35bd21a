import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { RUN_STATUSES } from '../../src/schema/run.js'
import { openMigratedDatabase, type DatabaseKind, type MigratedDatabase } from '../support/databases.js'
import { apiKeyRow, assistantRow, runRow, threadRow } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

/** Queries over all tenants need a database without the rows of other tests. */
export const describeAllTenants = (databaseKind: DatabaseKind): void => {
  describe('queries over all tenants', () => {
    let store: MigratedDatabase
    beforeAll(async () => {
      store = await openMigratedDatabase(databaseKind)
    })
    afterAll(() => store.close())

    it('the queued runs of all tenants are counted', async () => {
      const { runs, threads, assistants } = makeStores(store.db)
      await expect(runs.countQueued()).resolves.toBe(0)
      for (const status of [...RUN_STATUSES, 'queued'] as const) {
        const assistant = assistantRow({ tenant_id: newId() })
        const thread = threadRow({ tenant_id: assistant.tenant_id })
        await assistants.insert(assistant)
        const { tenant_id, assistant_id } = assistant
        const row = runRow({ tenant_id, assistant_id, thread_id: thread.thread_id, status })
        await runs.insert(row, { mode: 'enqueue', precedingStatements: [threads.insertStatement(thread)] })
      }
      await expect(runs.countQueued()).resolves.toBe(2)
    })

    it('hasAny returns true if any tenant has an API key', async () => {
      const { apiKeys } = makeStores(store.db)
      await expect(apiKeys.hasAny()).resolves.toBe(false)
      await apiKeys.insert(apiKeyRow({ tenant_id: newId() }))
      await expect(apiKeys.hasAny()).resolves.toBe(true)
    })
  })
}
