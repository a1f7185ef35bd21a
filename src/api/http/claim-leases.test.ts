import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Logger } from '../../platform/log.js'
import type { IdempotencyClaim, IdempotencyStore } from '../../store/access/idempotency-keys.js'
import { ClaimLeases, getClaimRetryAfter } from './claim-leases.js'

const toClaim = (claim_id: string): IdempotencyClaim => ({
  tenant_id: 't',
  route: 'POST /x',
  idempotency_key: claim_id,
  claim_id,
})

describe('leases of idempotency keys', () => {
  let leases: ClaimLeases
  afterEach(() => {
    leases.close()
  })

  it('claims are renewed while their request is running, starting after three seconds', async () => {
    let now = 0
    const renew = vi.fn<IdempotencyStore['renew']>(() => Promise.resolve())
    leases = new ClaimLeases({ renew } as unknown as IdempotencyStore, { now: () => now }, {} as Logger)
    leases.add(toClaim('long'))
    leases.add(toClaim('short'))
    await leases.renew()
    expect(renew).not.toHaveBeenCalled()
    leases.remove(toClaim('short'))
    now = 3_000
    await leases.renew()
    expect(renew.mock.calls).toEqual([[[toClaim('long')], 3_000]])
  })

  it('a failed renewal is logged, and the next one tries again', async () => {
    const renew = vi.fn<IdempotencyStore['renew']>(() => Promise.reject(new Error('down')))
    const warn = vi.fn<() => void>()
    let now = 0
    leases = new ClaimLeases({ renew } as unknown as IdempotencyStore, { now: () => now }, {
      warn,
    } as unknown as Logger)
    leases.add(toClaim('a'))
    now = 3_000
    await leases.renew()
    await leases.renew()
    expect([renew.mock.calls.length, warn.mock.calls.length]).toEqual([2, 2])
  })

  it('a retry waits one second for a running request, and for the lease of a request whose process died', () => {
    leases = new ClaimLeases({} as IdempotencyStore, { now: () => 0 }, {} as Logger)
    expect([0, 3_000, 3_001, 9_500, 20_000].map((now) => getClaimRetryAfter(0, now))).toEqual([1, 1, 7, 1, 1])
  })
})
