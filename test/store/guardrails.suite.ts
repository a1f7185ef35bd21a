import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { guardrailRow, policyRow, T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeGuardrails = (stores: Stores): void => {
  describe('guardrails and policies', () => {
    it('guardrails and policies are read as they were stored, by ID and by name, and only by their tenant', async () => {
      const guardrail = guardrailRow({ tenant_id: newId(), config: '{"text":"\\u0000"}' })
      const policy = policyRow({ tenant_id: guardrail.tenant_id, metadata: '{"a": 1}' })
      await stores.guardrails.insert(guardrail)
      await stores.policies.insert(policy)
      await expect(stores.guardrails.get(guardrail)).resolves.toEqual(guardrail)
      await expect(stores.guardrails.getByName(guardrail.tenant_id, guardrail.name)).resolves.toEqual(
        guardrail,
      )
      await expect(stores.policies.getByName(policy.tenant_id, policy.name)).resolves.toEqual(policy)
      await expect(stores.guardrails.get({ ...guardrail, tenant_id: 'x' })).resolves.toBeUndefined()
      await expect(stores.policies.getByName('x', policy.name)).resolves.toBeUndefined()
      await expect(stores.guardrails.remove({ ...guardrail, tenant_id: 'x' })).resolves.toBe(false)
    })

    it('the name of a guardrail is unique in its tenant', async () => {
      const row = guardrailRow({ tenant_id: newId() })
      await stores.guardrails.insert(row)
      const duplicate = { ...row, guardrail_id: newId() }
      await expect(stores.guardrails.insert(duplicate)).rejects.toMatchObject({ code: 'resource_conflict' })
      await stores.guardrails.insert({ ...duplicate, tenant_id: newId() })
    })

    it('of two concurrent updates of a guardrail one succeeds', async () => {
      const row = guardrailRow({ tenant_id: newId() })
      await stores.guardrails.insert(row)
      const change = (name: string) => stores.guardrails.replace({ ...row, name, revision: 2 }, 1)
      expect((await Promise.all([change('a'), change('b')])).sort()).toEqual([false, true])
    })

    it('policies are listed newest first, page by page', async () => {
      const tenant_id = newId()
      for (let at = 0; at < 5; at++)
        await stores.policies.insert(policyRow({ tenant_id, created_at: T0 + at }))
      const pages = await collectPages(
        2,
        (page) => stores.policies.list(tenant_id, page),
        (row) => ({ at: row.created_at, id: row.policy_id }),
      )
      expect(pages.map((page) => page.map(({ created_at }) => created_at - T0))).toEqual([
        [4, 3],
        [2, 1],
        [0],
      ])
    })
  })

  it('the hash key of a tenant is created once by concurrent requests', async () => {
    const tenant_id = newId()
    const keys = await Promise.all(
      ['a', 'b', 'c'].map((hash_key) => stores.guardrailHashKeys.getOrCreate({ tenant_id, hash_key })),
    )
    expect(new Set(keys).size).toBe(1)
    await expect(stores.guardrailHashKeys.getOrCreate({ tenant_id, hash_key: 'd' })).resolves.toBe(keys[0])
  })

  it('counters lose no increment when many batches increment them at the same time', async () => {
    const tenant_id = newId()
    const counterKey = { tenant_id, day: 1, shard: 0 }
    const count = { ...counterKey, checks: 1, triggers: 0, latency_us: 7 }
    const add = () =>
      stores.db.write([
        ...stores.guardrailCounters.addRequestsStatements({
          ...counterKey,
          passed: 1,
          flagged: 0,
          blocked: 0,
          latency_us: 5,
        }),
        ...stores.guardrailCounters.addCountsStatements([
          { ...count, name: 'a', action: '' },
          { ...count, name: 'b', action: 'warn', triggers: 1 },
        ]),
      ])
    await Promise.all(Array.from({ length: 40 }, add))
    await expect(stores.guardrailCounters.listRequests(tenant_id)).resolves.toEqual([
      { day: 1, passed: 40, flagged: 0, blocked: 0, latency_us: 200 },
    ])
    await expect(stores.guardrailCounters.listCounts(tenant_id)).resolves.toEqual([
      { name: 'a', action: '', checks: 40, triggers: 0, latency_us: 280 },
      { name: 'b', action: 'warn', checks: 40, triggers: 40, latency_us: 280 },
    ])
  })
}
