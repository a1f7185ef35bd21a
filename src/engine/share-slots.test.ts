import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareSlots } from './share-slots.js'

const share = (free: number, tenants: string[], running: Record<string, number> = {}, max = Infinity) =>
  Object.fromEntries(
    shareSlots(free, tenants, new Map(Object.entries(running)), max).map(({ tenant_id, slots }) => [
      tenant_id,
      slots,
    ]),
  )

describe('sharing free slots between tenants', () => {
  it('the next slot goes to the tenant with the fewest runs in progress', () => {
    expect(share(1, ['flood', 'other'], { flood: 63 })).toEqual({ other: 1 })
    expect(share(4, ['a', 'b'], { a: 2 })).toEqual({ a: 1, b: 3 })
  })

  it('tenants with equally many runs get slots in the order of their turns', () => {
    expect(share(1, ['b', 'c', 'a'])).toEqual({ b: 1 })
    expect(share(4, ['b', 'c', 'a'])).toEqual({ b: 2, c: 1, a: 1 })
  })

  it('a tenant gets no more slots than the limit of its running runs allows', () => {
    expect(share(10, ['a', 'b'], { a: 3 }, 4)).toEqual({ a: 1, b: 4 })
    expect(share(10, ['a'], { a: 5 }, 4)).toEqual({})
  })

  it('all slots are used, and no tenant with a slot ends more than one run above another tenant', () => {
    const tenantArray = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(tenantArray, fc.nat(64), fc.array(fc.nat(20)), (tenants, free, loads) => {
        const running = new Map(tenants.map((tenant, index) => [tenant, loads[index] ?? 0]))
        const shares = shareSlots(free, tenants, running, Infinity)
        expect(shares.reduce((sum, { slots }) => sum + slots, 0)).toBe(free)
        const slotsOf = new Map(shares.map(({ tenant_id, slots }) => [tenant_id, slots]))
        const totals = tenants.map((tenant) => running.get(tenant)! + (slotsOf.get(tenant) ?? 0))
        for (const { tenant_id, slots } of shares)
          expect(running.get(tenant_id)! + slots).toBeLessThanOrEqual(Math.min(...totals) + 1)
      }),
    )
  })
})
