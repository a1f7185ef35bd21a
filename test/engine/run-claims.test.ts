/** Which run a free slot goes to while runs of several tenants wait, on both databases. */
import { describe, expect, it } from 'vitest'
import { RunClaims } from '../../src/engine/run-claims.js'
import { newId } from '../../src/platform/ids.js'
import type { Row } from '../../src/store/sql/tables.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import { useStores } from '../support/stores.js'

describe.each(DATABASE_KINDS)('claims on %s', (databaseKind) => {
  const stores = useStores(databaseKind)

  const insertRuns = async (tenant_id: string, count: number, overrides: Partial<Row<'runs'>> = {}) => {
    for (let n = 0; n < count; n++) await insertRun(stores, { ...overrides, tenant_id })
  }

  /** A node with this many slots. Its runs end only with `finish`. */
  const makeNode = (slots: number, maxRunningPerTenant = 0, clock = { now: () => T0 }) => {
    const running: Row<'runs'>[] = []
    const claims = new RunClaims({
      queue: stores.runQueue,
      clock,
      owner: newId(),
      leaseMs: 10_000,
      maxRunningPerTenant,
    })
    const countRunning = () => {
      const counts = new Map<string, number>()
      for (const { tenant_id } of running) counts.set(tenant_id, (counts.get(tenant_id) ?? 0) + 1)
      return counts
    }
    const done = { status: 'completed', output: '{}', error: null, required_action: null } as const
    const result = { ...done, usage: null, cost: null, action_expires_at: null, guardrail_outcome: null }
    return {
      claims,
      running,
      countRunning,
      /** Fills the free slots and returns the tenants of the claimed runs. */
      async claim(): Promise<string[]> {
        const tenants: string[] = []
        for await (const runs of claims.claimUntilFull(() => ({
          free: slots - running.length,
          countRunning,
        }))) {
          running.push(...runs)
          tenants.push(...runs.map(({ tenant_id }) => tenant_id))
        }
        return tenants
      },
      async finish(count = running.length): Promise<void> {
        for (const run of running.splice(0, count)) await stores.runQueue.finish(run, result, T0, [])
      },
      /** Runs everything that is queued. */
      async drain(): Promise<void> {
        do await this.finish()
        while ((await this.claim()).length > 0)
      },
    }
  }

  it('the next free slot goes to the tenant without runs, although older runs of another tenant wait', async () => {
    const node = makeNode(8)
    await insertRuns('flood', 40)
    expect(await node.claim()).toEqual(Array(8).fill('flood'))
    await insertRuns('other', 2)
    await node.finish(1)
    expect(await node.claim()).toEqual(['other'])
    await node.finish(1)
    expect(await node.claim()).toEqual(['other'])
    await node.finish(1)
    expect(await node.claim()).toEqual(['flood'])
    await node.drain()
  })

  it('with a single slot, tenants are served one after another', async () => {
    const node = makeNode(1)
    for (const tenant of ['a', 'b', 'c']) await insertRuns(tenant, 3)
    const served: string[] = []
    for (let n = 0; n < 9; n++) {
      served.push(...(await node.claim()))
      await node.finish()
    }
    // The first claim does not know yet that runs have to wait.
    expect(served.slice(1, 7).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
    expect(served.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'])
    await expect(node.claim()).resolves.toEqual([])
  })

  it('slots that a tenant cannot use go to other tenants', async () => {
    const node = makeNode(10)
    await insertRuns('flood', 30)
    await node.claim()
    await insertRuns('delayed', 3, { available_at: T0 + 60_000 })
    await insertRuns('small', 1)
    await node.finish()
    const claimed = await node.claim()
    expect(claimed.toSorted()).toEqual([...Array<string>(9).fill('flood'), 'small'])
    await node.drain()
    expect(await stores.runQueue.listQueuedTenants('', 10)).toEqual(['delayed'])
    for (const run of await stores.runQueue.claim({ owner: 'x', now: T0 + 60_000, expires: T0 }, 10))
      await stores.runs.remove(run)
  })

  it('a new run of a tenant is claimed although the loop of claims never ends', async () => {
    let now = T0
    const node = makeNode(4, 0, { now: () => now })
    await insertRuns('flood', 30)
    await insertRuns('other', 1)
    const served: string[] = []
    for await (const runs of node.claims.claimUntilFull(() => ({
      free: 4,
      countRunning: node.countRunning,
    }))) {
      served.push(...runs.map(({ tenant_id }) => tenant_id))
      node.running.push(...runs)
      await node.finish()
      now += 30
      if (served.length >= 12 && served.length < 16) await insertRuns('other', 1)
    }
    expect(served.lastIndexOf('other')).toBeGreaterThan(12)
    expect(served.lastIndexOf('other')).toBeLessThan(24)
    await node.drain()
  })

  it('more tenants than a turn lists are all served', async () => {
    const node = makeNode(16)
    const tenants = Array.from({ length: 150 }, (_, n) => `t${String(n).padStart(3, '0')}`)
    for (const tenant of tenants) await insertRuns(tenant, 1)
    const served: string[] = []
    for (let n = 0; n < 20; n++) {
      served.push(...(await node.claim()))
      await node.finish()
    }
    expect(served.toSorted()).toEqual(tenants)
  })

  it('the limit of running runs of a tenant holds on two nodes and leaves slots to other tenants', async () => {
    const nodes = [makeNode(8, 5), makeNode(8, 5)]
    await insertRuns('flood', 20)
    await insertRuns('other', 2)
    for (const node of nodes) await node.claim()
    const countOf = (tenant: string) =>
      nodes.reduce((sum, node) => sum + (node.countRunning().get(tenant) ?? 0), 0)
    expect([countOf('flood'), countOf('other')]).toEqual([5, 2])
    for (const node of nodes) await node.drain()
    for (const node of nodes) await node.drain()
    await expect(stores.runQueue.listQueuedTenants('', 10)).resolves.toEqual([])
  })
})
