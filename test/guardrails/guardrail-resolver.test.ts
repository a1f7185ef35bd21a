import { describe, expect, it } from 'vitest'
import { makeGuardrails } from '../../src/guardrails/policy/guardrails.js'
import { loadGuardrailFile } from '../../src/guardrails/policy/guardrail-file.js'
import { makeGuardrailResolver } from '../../src/guardrails/policy/guardrail-resolver.js'
import { newId } from '../../src/platform/ids.js'
import { makeTestClock } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { guardrailRow, policyRow } from '../support/rows.js'
import { useStores } from '../support/stores.js'

const INJECTION = { name: 'g', type: 'prompt_injection' } as const

describe.each(DATABASE_KINDS)('the guardrail resolver on %s', (databaseKind) => {
  const stores = useStores(databaseKind)
  const makeDeps = async () => {
    const clock = makeTestClock()
    const file = await loadGuardrailFile({ path: undefined, retentionDays: 30, clock })
    const guardrailResolver = makeGuardrailResolver({
      ...stores,
      keys: stores.guardrailHashKeys,
      file,
      clock,
      retentionDays: 30,
    })
    return {
      clock,
      guardrailResolver,
      guardrails: makeGuardrails({ ...stores, guardrailResolver, file, clock }),
    }
  }

  it('resolves to null if no guardrail applies', async () => {
    const { guardrailResolver, guardrails } = await makeDeps()
    const tenant = newId()
    await expect(guardrailResolver.resolve(tenant, { model: 'demo' })).resolves.toBeNull()
    await guardrails.create(tenant, { ...INJECTION, enabled: false })
    await expect(guardrailResolver.resolve(tenant, {})).resolves.toBeNull()
  })

  it('equal sets have the same hash on every node, and different sets have different hashes', async () => {
    const { guardrailResolver, guardrails } = await makeDeps()
    const tenant = newId()
    await guardrails.create(tenant, INJECTION)
    const set = await guardrailResolver.resolve(tenant, {})
    expect(set).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      definitions: [{ ...INJECTION, enabled: true, config: {} }],
      policy: null,
      auditLevel: 'standard',
      retentionDays: 30,
      hashKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await (await makeDeps()).guardrailResolver.resolve(tenant, { guardrails: ['g'] })).toEqual(set)
    const profiled = await guardrailResolver.resolve(tenant, { risk_profile: 'high_risk' })
    expect(profiled).toMatchObject({ policy: 'high_risk', auditLevel: 'comprehensive', retentionDays: 365 })
    expect(profiled?.hash).not.toBe(set?.hash)
    const elsewhere = newId()
    await guardrails.create(elsewhere, INJECTION)
    expect((await guardrailResolver.resolve(elsewhere, {}))?.hashKey).not.toBe(set?.hashKey)
  })

  it('a set is cached for a second and invalidated by a change on this node', async () => {
    const { guardrailResolver, guardrails, clock } = await makeDeps()
    const tenant_id = newId()
    const count = async () => (await guardrailResolver.resolve(tenant_id, {}))?.definitions.length ?? 0
    expect(await count()).toBe(0)
    await guardrails.create(tenant_id, INJECTION)
    expect(await count()).toBe(1)
    // Inserts directly into the store, like another node.
    await stores.guardrails.insert(guardrailRow({ tenant_id }))
    expect(await count()).toBe(1)
    clock.advance(1_000)
    expect(await count()).toBe(2)
    await guardrails.remove(tenant_id, 'g')
    expect(await count()).toBe(1)
  })

  it('rejects a selection that names something that does not exist', async () => {
    const { guardrailResolver } = await makeDeps()
    const tenant_id = newId()
    await stores.policies.insert(policyRow({ tenant_id, name: 'p', guardrails: '["gone"]' }))
    for (const [config, path] of [
      [{ guardrails: ['gone'] }, 'config/guardrails/gone'],
      [{ guardrails: [{ name: 'x', type: 'y' }] }, 'config/guardrails/x/type'],
      [{ policy: 'p' }, 'config/policy'],
      [{ risk_profile: 'x' }, 'config/risk_profile'],
    ] as const) {
      const details = { [path]: expect.any(String) }
      await expect(guardrailResolver.resolve(tenant_id, config)).rejects.toMatchObject({
        code: 'validation_error',
        details,
      })
      await expect(guardrailResolver.validate(tenant_id, config)).resolves.toEqual(details)
    }
    await expect(guardrailResolver.validate(tenant_id, { model: 'demo' })).resolves.toEqual({})
  })
})
