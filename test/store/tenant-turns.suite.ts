import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Row } from '../../src/store/sql/tables.js'
import { insertRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const claimant = { owner: 'node', now: T0 + 10, expires: T0 + 10_010 }

/** Needs its own database: the list of tenants covers all of them. */
export const describeTenantTurns = (stores: Stores): void => {
  describe('the queues of tenants', () => {
    const insertRuns = async (tenant_id: string, count: number): Promise<Row<'runs'>[]> => {
      const rows: Row<'runs'>[] = []
      for (let n = 0; n < count; n++) rows.push(await insertRun(stores, { tenant_id }))
      return rows
    }
    const claimAll = () => stores.runQueue.claim(claimant, 1_000)

    it('tenants with queued runs are listed in turn, starting after the tenant that was served last', async () => {
      await claimAll()
      await expect(stores.runQueue.listQueuedTenants('', 10)).resolves.toEqual([])
      for (const tenant of ['b', 'a', 'd', 'c', 'b']) await insertRuns(tenant, 1)
      await expect(stores.runQueue.listQueuedTenants('', 10)).resolves.toEqual(['a', 'b', 'c', 'd'])
      await expect(stores.runQueue.listQueuedTenants('b', 10)).resolves.toEqual(['c', 'd', 'a', 'b'])
      await expect(stores.runQueue.listQueuedTenants('bb', 3)).resolves.toEqual(['c', 'd', 'a'])
      await expect(stores.runQueue.listQueuedTenants('z', 1)).resolves.toEqual(['a'])
      await claimAll()
      await expect(stores.runQueue.listQueuedTenants('b', 10)).resolves.toEqual([])
    })

    it('a claim of tenants takes the oldest runs of each tenant and no others', async () => {
      const [first, second, third] = [newId(), newId(), newId()]
      const rows = [await insertRuns(first, 3), await insertRuns(second, 3), await insertRuns(third, 1)]
      const shares = [
        { tenant_id: second, slots: 2 },
        { tenant_id: first, slots: 1 },
      ]
      const claimed = await stores.runQueue.claimOfTenants(claimant, shares, 0)
      const expected = [rows[0]![0]!, ...rows[1]!.slice(0, 2)]
      expect(claimed.map(({ run_id }) => run_id).sort()).toEqual(expected.map(({ run_id }) => run_id).sort())
      expect(claimed[0]).toMatchObject({ status: 'in_progress', lease_owner: 'node', fence: 1 })
      await claimAll()
    })

    it('nodes that claim at the same time do not exceed the limit of running runs of a tenant', async () => {
      const tenant_id = newId()
      await insertRuns(tenant_id, 20)
      const claimed = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          stores.runQueue.claimOfTenants(
            { ...claimant, owner: `node ${String(n)}` },
            [{ tenant_id, slots: 5 }],
            7,
          ),
        ),
      )
      expect(claimed.flat()).toHaveLength(7)
      await expect(stores.runQueue.claimOfTenants(claimant, [{ tenant_id, slots: 5 }], 7)).resolves.toEqual(
        [],
      )
      await expect(
        stores.runQueue.claimOfTenants(claimant, [{ tenant_id, slots: 5 }], 9),
      ).resolves.toHaveLength(2)
      await claimAll()
    })
  })
}
